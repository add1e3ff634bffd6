import type { Database } from '@atelier/kernel';
import type { Rule } from '../../contract/index.ts';
import { type Asked, decideByRules } from './match-rule.ts';

export interface Rules {
  all(): readonly Rule[];
  /** Makes it, or changes the one of that id. */
  save(rule: Rule): void;
  remove(id: string): void;
  /** Takes away what was decided for one conversation. */
  forget(conversation: string): void;
  decide(asked: Asked): Rule | undefined;
}

interface Row {
  id: string;
  decision: Rule['decision'];
  tool: string;
  pattern: string | null;
  scope: Rule['scope'];
  of: string | null;
}

/** The rules a person has made, in the agent's database. */
export function openRules(db: Database): Rules {
  const select = db.prepare<Row>('SELECT id, decision, tool, pattern, scope, of_whom AS of FROM rules ORDER BY rowid');
  const upsert = db.prepare(`
    INSERT INTO rules (id, decision, tool, pattern, scope, of_whom, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET decision = excluded.decision, tool = excluded.tool, pattern = excluded.pattern,
      scope = excluded.scope, of_whom = excluded.of_whom
  `);
  const remove = db.prepare('DELETE FROM rules WHERE id = ?');
  const forget = db.prepare("DELETE FROM rules WHERE scope = 'conversation' AND of_whom = ?");
  let kept: readonly Rule[] | undefined;
  const all = () => {
    kept ??= select
      .all()
      .map(({ pattern, of, ...rule }) => ({ ...rule, ...(pattern === null ? {} : { pattern }), ...(of === null ? {} : { of }) }));
    return kept;
  };
  return {
    all,
    save: ({ id, decision, tool, pattern, scope, of }) => {
      kept = undefined;
      upsert.run(id, decision, tool, pattern ?? null, scope, of ?? null, Date.now());
    },
    remove: id => {
      kept = undefined;
      remove.run(id);
    },
    forget: conversation => {
      kept = undefined;
      forget.run(conversation);
    },
    decide: asked => decideByRules(all(), asked),
  };
}
