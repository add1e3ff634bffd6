import type { Database } from '@atelier/kernel';
import type { Rule } from '../../contract/index.ts';
import { type Asked, decideByRules, isAbout, plain } from './match-rule.ts';
import { changedBetween, type RunnableContent, realFolder, runnableContent } from './runnable-content.ts';

export interface Rules {
  all(): readonly Rule[];
  /** Makes it, or changes the one of that id. A project is its real folder, whatever leads there later. */
  save(rule: Rule): void;
  /** Makes the rule that a person answered with: it lets this command run what it would run now, and nothing else. */
  allow(rule: Rule, asked: Asked): void;
  remove(id: string): void;
  /** Takes away what was decided for one conversation. */
  forget(conversation: string): void;
  /** The rule that decides, and what has changed since a person allowed this: that is as if it were not allowed. */
  decide(asked: Asked): { readonly rule: Rule | undefined; readonly changed: readonly string[] };
}

interface Row {
  id: string;
  decision: Rule['decision'];
  tool: string;
  pattern: string | null;
  scope: Rule['scope'];
  of: string | null;
  content: string | null;
}

interface Kept {
  readonly rule: Rule;
  /** What its command ran when it was allowed, where it is bound to that. */
  readonly content: RunnableContent | undefined;
}

/** The rules a person has made, in the agent's database. */
export function openRules(db: Database): Rules {
  const select = db.prepare<Row>('SELECT id, decision, tool, pattern, scope, of_whom AS of, content FROM rules ORDER BY rowid');
  const upsert = db.prepare(`
    INSERT INTO rules (id, decision, tool, pattern, scope, of_whom, created_at, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET decision = excluded.decision, tool = excluded.tool, pattern = excluded.pattern,
      scope = excluded.scope, of_whom = excluded.of_whom, content = coalesce(excluded.content, content)
  `);
  const remove = db.prepare('DELETE FROM rules WHERE id = ?');
  const forget = db.prepare("DELETE FROM rules WHERE scope = 'conversation' AND of_whom = ?");
  let known: readonly Kept[] | undefined;
  const kept = () => {
    known ??= select.all().map(({ pattern, of, content, ...rule }) => ({
      rule: { ...rule, ...(pattern === null ? {} : { pattern }), ...(of === null ? {} : { of }) },
      content: content === null ? undefined : (JSON.parse(content) as RunnableContent),
    }));
    return known;
  };
  const all = () => kept().map(({ rule }) => rule);
  const save = ({ id, decision, tool, pattern, scope, of }: Rule, content?: RunnableContent) => {
    known = undefined;
    const whom = scope === 'project' && of !== undefined ? realFolder(of) : of;
    upsert.run(
      id,
      decision,
      tool,
      pattern ?? null,
      scope,
      whom ?? null,
      Date.now(),
      content === undefined ? null : JSON.stringify(content),
    );
  };
  return {
    all,
    save: rule => save(rule),
    allow: (rule, { command, project }) => {
      const same = all().find(other => isSame(other, rule));
      const content = command === undefined ? undefined : runnableContent(command.trim(), rule.scope, project);
      save({ ...rule, id: same?.id ?? rule.id }, content);
    },
    remove: id => {
      known = undefined;
      remove.run(id);
    },
    forget: conversation => {
      known = undefined;
      forget.run(conversation);
    },
    decide: asked => {
      const changes = kept().map(one => changesSince(one, asked));
      return {
        rule: decideByRules(
          all().filter((_rule, at) => changes[at]?.length === 0),
          asked,
        ),
        changed: [...new Set(changes.flat())],
      };
    },
  };
}

/** What is not any more as it was when a person allowed it; nothing where the rule has no part in what is asked. */
function changesSince({ rule, content }: Kept, asked: Asked): readonly string[] {
  const { command } = asked;
  if (content === undefined || command === undefined || rule.pattern === undefined || !isAbout(rule, asked)) return [];
  const allowed = plain(rule.pattern);
  return command.includes(allowed) ? changedBetween(content, runnableContent(allowed, rule.scope, asked.project)) : [];
}

function isSame(a: Rule, b: Rule): boolean {
  return a.decision === b.decision && a.tool === b.tool && a.pattern === b.pattern && a.scope === b.scope && a.of === b.of;
}
