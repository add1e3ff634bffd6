import { randomUUID } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { Draft } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { readProblem, type StoredProblem } from '../problems.ts';

/** The newest format of drafts that this version writes. */
export const draftFormat = 5;
/** The oldest format that says all of a draft: an older Atelier keeps away from what it does not know. */
const formatOf = ({ to, trigger, action }: Draft): number =>
  action.kind === 'instruction' && action.worktree !== undefined
    ? 5
    : to?.kind === 'channel'
      ? 4
      : trigger.kind === 'webhook' || to?.kind === 'message'
        ? 3
        : to === undefined
          ? 1
          : 2;
export const mostRules = 2000;

export interface StoredRule {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  /** Undefined for one of a newer version. */
  readonly draft: Draft | undefined;
  readonly on: boolean;
  readonly by: string | undefined;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly offSince: number | undefined;
  readonly planned: number;
  readonly failures: number;
  readonly backOffUntil: number | undefined;
  readonly beganAt: number | undefined;
  readonly problem: StoredProblem | undefined;
}

interface Row {
  readonly id: string;
  readonly version: number;
  readonly format: number;
  readonly title: string;
  readonly draft: string;
  readonly is_on: number;
  readonly saved_by: string | null;
  readonly created_at: number;
  readonly changed_at: number;
  readonly off_since: number | null;
  readonly planned: number;
  readonly failures: number;
  readonly back_off_until: number | null;
  readonly began_at: number | null;
  readonly problem: string | null;
}

/** The changes of a rule that are not of its draft. */
export type RuleChange = Partial<Pick<StoredRule, 'on' | 'offSince' | 'planned' | 'failures' | 'backOffUntil' | 'beganAt' | 'problem'>>;

/** All rules, read once and kept in memory, since every event asks which of them it sets off. */
export class Rules {
  readonly #rules = new Map<string, StoredRule>();
  readonly #insert;
  readonly #update;
  readonly #remove;

  constructor(db: Database) {
    this.#insert = db.prepare(
      `INSERT INTO rules (id, version, format, title, draft, is_on, saved_by, created_at, changed_at, off_since, planned)
       VALUES (:id, 1, :format, :title, :draft, :on, :by, :now, :now, :offSince, :now)`,
    );
    this.#update = db.prepare(
      `UPDATE rules SET version = :version, format = coalesce(:format, format), title = :title, draft = coalesce(:draft, draft), is_on = :on, changed_at = :changedAt,
       off_since = :offSince, planned = :planned, failures = :failures, back_off_until = :backOffUntil, began_at = :beganAt,
       problem = :problem WHERE id = :id`,
    );
    this.#remove = db.prepare('DELETE FROM rules WHERE id = ?');
    for (const row of db.prepare<Row>('SELECT * FROM rules').all()) this.#rules.set(row.id, ruleOf(row));
  }

  all(): IterableIterator<StoredRule> {
    return this.#rules.values();
  }

  find(id: string): StoredRule | undefined {
    return this.#rules.get(id);
  }

  get(id: string): StoredRule {
    const rule = this.#rules.get(id);
    if (rule === undefined) throw errors['automation/unknown']({ id });
    return rule;
  }

  /** One that this version can change and run. */
  usable(id: string): StoredRule & { readonly draft: Draft } {
    const rule = this.get(id);
    if (rule.draft === undefined) throw errors['automation/newer']({ title: rule.title });
    return rule as StoredRule & { readonly draft: Draft };
  }

  add(draft: Draft, on: boolean, by: string | undefined, now: number): StoredRule {
    if (this.#rules.size >= mostRules) throw errors['automation/too-many']({ most: mostRules });
    const id = randomUUID();
    const offSince = on ? undefined : now;
    const { title } = draft;
    this.#insert.run({
      id,
      format: formatOf(draft),
      title,
      draft: JSON.stringify(draft),
      on: Number(on),
      by: by ?? null,
      now,
      offSince: offSince ?? null,
    });
    const rule = {
      ...{ id, version: 1, title, draft, on, by, offSince },
      ...{ createdAt: now, changedAt: now, planned: now, failures: 0 },
      ...{ backOffUntil: undefined, beganAt: undefined, problem: undefined },
    };
    this.#rules.set(id, rule);
    return rule;
  }

  /** Changes what a rule does, if it is still the version that was read. From `now` on it is scheduled anew. */
  replace(id: string, version: number, draft: Draft, on: boolean, now: number): StoredRule {
    const rule = this.usable(id);
    if (rule.version !== version) throw errors['automation/changed']({ title: rule.title });
    const switched = rule.on === on ? {} : { offSince: on ? undefined : now };
    const changed = { ...rule, ...switched, ...{ version: version + 1, title: draft.title, draft, on } };
    return this.#write({ ...changed, ...{ changedAt: now, planned: now, failures: 0, backOffUntil: undefined, problem: undefined } });
  }

  change(id: string, change: RuleChange): StoredRule {
    return this.#write({ ...this.get(id), ...change });
  }

  /** Every change that a person makes counts, so that another window does not save over it. */
  switch(id: string, on: boolean, now: number): StoredRule {
    const rule = this.get(id);
    const switched = { on, version: rule.version + 1, changedAt: now, offSince: on ? undefined : now };
    return this.#write({ ...rule, ...switched, ...(on && { planned: now, failures: 0, backOffUntil: undefined, problem: undefined }) });
  }

  /** What a transaction that failed has not written. */
  restore(rule: StoredRule): void {
    this.#rules.set(rule.id, rule);
  }

  remove(id: string): void {
    this.get(id);
    this.#remove.run(id);
    this.#rules.delete(id);
  }

  #write(rule: StoredRule): StoredRule {
    this.#update.run({
      id: rule.id,
      version: rule.version,
      title: rule.title,
      format: rule.draft === undefined ? null : formatOf(rule.draft),
      draft: rule.draft === undefined ? null : JSON.stringify(rule.draft),
      on: Number(rule.on),
      changedAt: rule.changedAt,
      offSince: rule.offSince ?? null,
      planned: rule.planned,
      failures: rule.failures,
      backOffUntil: rule.backOffUntil ?? null,
      beganAt: rule.beganAt ?? null,
      problem: rule.problem === undefined ? null : JSON.stringify(rule.problem),
    });
    this.#rules.set(rule.id, rule);
    return rule;
  }
}

function ruleOf(row: Row): StoredRule {
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    draft: row.format > draftFormat ? undefined : (JSON.parse(row.draft) as Draft),
    on: row.is_on === 1,
    by: row.saved_by ?? undefined,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    offSince: row.off_since ?? undefined,
    planned: row.planned,
    failures: row.failures,
    backOffUntil: row.back_off_until ?? undefined,
    beganAt: row.began_at ?? undefined,
    problem: readProblem(row.problem),
  };
}
