import type { Database } from '@atelier/kernel';
import type { KeptRule, Rule } from '../../contract/index.ts';
import { changedBetween, type RunnableContent, realFolder, runnableContent } from '../../engine/runnable-content.ts';
import { decideWithGiven, givenRules, isGiven } from './foresee.ts';
import { type Asked, isAbout, isGuarded, isGuardedPerhaps } from './match-rule.ts';
import { plain } from './patterns.ts';

export interface Rules {
  all(): readonly Rule[];
  /** Creates the rule, or changes the one with that id. A project is stored as the real path of its folder. */
  save(rule: Rule): void;
  /** Creates the rule of a person's answer. It is bound to the present content of the files that this command runs. */
  allow(rule: Rule, asked: Asked): void;
  /** Every rule with where it came from and how often it decided. */
  kept(): readonly KeptRule[];
  /** A rule decided about a call. */
  used(id: string): void;
  /** Removes rules. Until the app ends they can come back as they were. */
  remove(ids: readonly string[]): void;
  /** Brings removed rules back, still bound to what they let run. What was given for a run does not come back. */
  restore(ids: readonly string[]): void;
  /** Gives a conversation the commands that the person allowed before it began, in place of those before. */
  give(conversation: string, commands: readonly string[]): void;
  /** Removes what was given by a process that has ended. */
  takeBack(): void;
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
  createdAt: number;
  givenIn: string | null;
  uses: number;
  usedAt: number | null;
}

interface StoredRule {
  readonly rule: Rule;
  /** The files that its command ran when it was allowed, if the rule is bound to them. */
  readonly content: RunnableContent | undefined;
}

/** The person's rules, in the agent's database; `changed` is called after each change of what `kept` returns. */
export function openRules(db: Database, changed: () => void = () => undefined, isWritable = true): Rules {
  const select = db.prepare<Row>(`
    SELECT id, decision, tool, pattern, scope, of_whom AS of, content, created_at AS createdAt, given_in AS givenIn, uses, used_at AS usedAt
    FROM rules ORDER BY rowid
  `);
  // A rule that says something else than before is another one: it is not bound to what that let run, and has decided nothing yet.
  const same =
    '(decision, tool, pattern, scope, of_whom) IS (excluded.decision, excluded.tool, excluded.pattern, excluded.scope, excluded.of_whom)';
  const upsert = db.prepare(`
    INSERT INTO rules (id, decision, tool, pattern, scope, of_whom, content, created_at, given_in) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET decision = excluded.decision, tool = excluded.tool, pattern = excluded.pattern,
      scope = excluded.scope, of_whom = excluded.of_whom, created_at = excluded.created_at, given_in = excluded.given_in,
      content = iif(${same}, coalesce(excluded.content, content), excluded.content),
      uses = iif(${same}, uses, 0), used_at = iif(${same}, used_at, NULL)
  `);
  const bringBack = db.prepare(`
    INSERT OR IGNORE INTO rules (id, decision, tool, pattern, scope, of_whom, content, created_at, given_in, uses, used_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `);
  const use = db.prepare('UPDATE rules SET uses = uses + 1, used_at = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM rules WHERE id = ?');
  const forget = db.prepare("DELETE FROM rules WHERE scope = 'conversation' AND of_whom = ?");
  const removed = new Map<string, Row>();
  /** The conversations that this process gave commands. What is left of another counts for nothing, whether it can be removed or not. */
  const given = new Set<string | null>();
  let cache: readonly StoredRule[] | undefined;
  const changedNow = () => {
    cache = undefined;
    changed();
  };
  const stored = () => {
    cache ??= select
      .all()
      .filter(row => !isGiven(row.id) || given.has(row.of))
      .map(row => ({
        rule: ruleOf(row),
        content: row.content === null ? undefined : (JSON.parse(row.content) as RunnableContent),
      }));
    return cache;
  };
  const all = () => stored().map(({ rule }) => rule);
  const save = ({ id, decision, tool, pattern, scope, of }: Rule, content?: RunnableContent, givenIn?: string) => {
    const whom = scope === 'project' && of !== undefined ? realFolder(of) : of;
    const bound = content === undefined ? null : JSON.stringify(content);
    upsert.run(id, decision, tool, pattern ?? null, scope, whom ?? null, bound, Date.now(), givenIn ?? null);
    changedNow();
  };
  return {
    all,
    kept: () =>
      select.all().map(row => ({
        rule: ruleOf(row),
        givenAt: row.createdAt,
        ...(row.givenIn !== null && { givenIn: row.givenIn }),
        uses: row.uses,
        ...(row.usedAt !== null && { usedAt: row.usedAt }),
        isBound: row.content !== null && row.content !== '{}',
      })),
    used(id) {
      // A database of a newer version cannot be written: counting must not refuse a call that a rule allows.
      if (!isWritable) return;
      use.run(Date.now(), id);
      changed();
    },
    save: rule => save(rule),
    allow: (rule, { command, project, conversation }) => {
      const same = all().find(other => isSame(other, rule));
      const content = command === undefined ? undefined : runnableContent(command.trim(), rule.scope, project);
      save({ ...rule, id: same?.id ?? rule.id }, content, conversation);
    },
    remove(ids) {
      const rows = select.all().filter(({ id }) => ids.includes(id));
      for (const row of rows) {
        removed.set(row.id, row);
        remove.run(row.id);
      }
      changedNow();
    },
    restore(ids) {
      for (const id of ids) {
        const row = removed.get(id);
        removed.delete(id);
        if (row === undefined || isGiven(id)) continue;
        const { decision, tool, pattern, scope, of, content, createdAt, givenIn, uses, usedAt } = row;
        bringBack.run(id, decision, tool, pattern, scope, of, content, createdAt, givenIn, uses, usedAt);
      }
      changedNow();
    },
    give(conversation, commands) {
      for (const { id } of select.all()) if (isGiven(id, conversation)) remove.run(id);
      given.add(conversation);
      cache = undefined;
      for (const rule of givenRules(conversation, commands)) save(rule);
      changedNow();
    },
    takeBack() {
      const left = select.all().filter(({ id, of }) => isGiven(id) && !given.has(of));
      for (const { id } of left) remove.run(id);
      if (left.length > 0) changedNow();
    },
    forget: conversation => {
      forget.run(conversation);
      changedNow();
    },
    decide: asked => {
      const changes = stored().map(row => changesSince(row, asked));
      return {
        rule: decideWithGiven(
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

function ruleOf({ id, decision, tool, pattern, scope, of }: Row): Rule {
  return { id, decision, tool, scope, ...(pattern !== null && { pattern }), ...(of !== null && { of }) };
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
