import type { Database } from '@atelier/kernel';
import type { Rule } from '../../contract/index.ts';
import { changedBetween, type RunnableContent, realFolder, runnableContent } from '../../engine/runnable-content.ts';
import { type Asked, decideByRules, isAbout, isGuarded, isGuardedPerhaps } from './match-rule.ts';
import { plain } from './patterns.ts';

export interface Rules {
  all(): readonly Rule[];
  /** Creates the rule, or changes the one with that id. A project is stored as the real path of its folder. */
  save(rule: Rule): void;
  /** Creates the rule of a person's answer. It is bound to the present content of the files that this command runs. */
  allow(rule: Rule, asked: Asked): void;
  remove(id: string): void;
  /** Removes the rules of one conversation. */
  forget(conversation: string): void;
  /** A rule whose files have changed since it allowed them does not count. */
  decide(asked: Asked): RuleDecision;
}

export interface RuleDecision {
  /** The rule that decides. */
  readonly rule: Rule | undefined;
  /** The files that have changed since a rule allowed them. */
  readonly changed: readonly string[];
  /** Rules say of some commands that they are denied or asked about. */
  readonly isGuarded: boolean;
  /** One of these rules may be about a command of which a word is not known. */
  readonly isGuardedPerhaps: boolean;
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

interface StoredRule {
  readonly rule: Rule;
  /** The files that its command ran when it was allowed, if the rule is bound to them. */
  readonly content: RunnableContent | undefined;
}

/** The person's rules, in the agent's database. */
export function openRules(db: Database): Rules {
  const select = db.prepare<Row>('SELECT id, decision, tool, pattern, scope, of_whom AS of, content FROM rules ORDER BY rowid');
  const upsert = db.prepare(`
    INSERT INTO rules (id, decision, tool, pattern, scope, of_whom, created_at, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET decision = excluded.decision, tool = excluded.tool, pattern = excluded.pattern,
      scope = excluded.scope, of_whom = excluded.of_whom, content = coalesce(excluded.content, content)
  `);
  const remove = db.prepare('DELETE FROM rules WHERE id = ?');
  const forget = db.prepare("DELETE FROM rules WHERE scope = 'conversation' AND of_whom = ?");
  let cache: readonly StoredRule[] | undefined;
  const stored = () => {
    cache ??= select.all().map(({ pattern, of, content, ...rule }) => ({
      rule: { ...rule, ...(pattern === null ? {} : { pattern }), ...(of === null ? {} : { of }) },
      content: content === null ? undefined : (JSON.parse(content) as RunnableContent),
    }));
    return cache;
  };
  const all = () => stored().map(({ rule }) => rule);
  const save = ({ id, decision, tool, pattern, scope, of }: Rule, content?: RunnableContent) => {
    cache = undefined;
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
      cache = undefined;
      remove.run(id);
    },
    forget: conversation => {
      cache = undefined;
      forget.run(conversation);
    },
    decide: asked => {
      const changes = stored().map(row => changesSince(row, asked));
      return {
        rule: decideByRules(
          all().filter((_rule, at) => changes[at]?.length === 0),
          asked,
        ),
        changed: [...new Set(changes.flat())],
        isGuarded: isGuarded(all(), asked),
        isGuardedPerhaps: isGuardedPerhaps(all(), asked),
      };
    },
  };
}

/** The files that have changed since the rule was created; none if the rule does not concern the call. */
function changesSince({ rule, content }: StoredRule, asked: Asked): readonly string[] {
  const { command } = asked;
  if (content === undefined || command === undefined || rule.pattern === undefined || !isAbout(rule, asked)) return [];
  const allowed = plain(rule.pattern);
  return command.includes(allowed) ? changedBetween(content, runnableContent(allowed, rule.scope, asked.project)) : [];
}

function isSame(a: Rule, b: Rule): boolean {
  return a.decision === b.decision && a.tool === b.tool && a.pattern === b.pattern && a.scope === b.scope && a.of === b.of;
}
