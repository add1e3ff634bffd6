import { randomUUID } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { Draft } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { isOnlyOutOfBounds } from '../form.ts';
import { readProblem, type StoredProblem } from '../problems.ts';
import { demandReadable } from '../time/occurrences.ts';
import { readJson } from './json.ts';

/** The newest format of drafts that this version writes. */
export const draftFormat = 6;
/** The oldest format that says all of a draft: an older Atelier keeps away from what it does not know. */
const formatOf = ({ to, trigger, action }: Draft): number =>
  action.kind === 'instruction' && (action.access ?? action.tools ?? action.commands) !== undefined
    ? 6
    : action.kind === 'instruction' && action.worktree !== undefined
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
  /** Undefined for one of a newer version, and for one that is damaged. */
  readonly draft: Draft | undefined;
  /** Its row cannot be read. */
  readonly isDamaged?: true;
  readonly on: boolean;
  readonly by: string | undefined;
  /** An extension saved it, and the person has neither saved it nor switched it on since. */
  readonly proposed: boolean;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly offSince: number | undefined;
  readonly planned: number;
  readonly failures: number;
  readonly backOffUntil: number | undefined;
  readonly beganAt: number | undefined;
  readonly problem: StoredProblem | undefined;
  readonly hold: Hold | undefined;
}

/** A rule that is set off again and again waits. */
export interface Hold {
  /** When it waited first. */
  readonly since: number;
  readonly until: number;
  /** How often it has waited again since. */
  readonly waits: number;
}

interface Row {
  readonly id: string;
  readonly version: number;
  readonly format: number;
  readonly title: string;
  readonly draft: string;
  readonly is_on: number;
  readonly saved_by: string | null;
  readonly proposed: number;
  readonly created_at: number;
  readonly changed_at: number;
  readonly off_since: number | null;
  readonly planned: number;
  readonly failures: number;
  readonly back_off_until: number | null;
  readonly began_at: number | null;
  readonly problem: string | null;
  readonly hold: string | null;
}

/** The changes of a rule that are not of its draft. */
export type RuleChange = Partial<
  Pick<StoredRule, 'on' | 'offSince' | 'planned' | 'failures' | 'backOffUntil' | 'beganAt' | 'problem' | 'hold'>
>;

/** Whatever a person changes is tried anew. */
const calm = { failures: 0, backOffUntil: undefined, problem: undefined, hold: undefined };

/** All rules, read once and kept in memory, since every event asks which of them it sets off. */
export class Rules {
  readonly #rules = new Map<string, StoredRule>();
  readonly #insert;
  readonly #update;
  readonly #remove;

  constructor(db: Database) {
    this.#insert = db.prepare(
      `INSERT INTO rules (id, version, format, title, draft, is_on, saved_by, proposed, created_at, changed_at, off_since, planned)
       VALUES (:id, 1, :format, :title, :draft, :on, :by, :proposed, :now, :now, :offSince, :now)`,
    );
    this.#update = db.prepare(
      `UPDATE rules SET version = :version, format = coalesce(:format, format), title = :title, draft = coalesce(:draft, draft), is_on = :on, changed_at = :changedAt,
       off_since = :offSince, planned = :planned, failures = :failures, back_off_until = :backOffUntil, began_at = :beganAt,
       problem = :problem, proposed = :proposed, hold = :hold WHERE id = :id`,
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
    if (rule.draft === undefined) throw errors[rule.isDamaged ? 'automation/unreadable' : 'automation/newer']({ title: rule.title });
    return rule as StoredRule & { readonly draft: Draft };
  }

  /** The rule as the person has seen it. */
  seen(id: string, version: number): StoredRule & { readonly draft: Draft } {
    const rule = this.usable(id);
    if (rule.version !== version) throw errors['automation/changed']({ title: rule.title });
    return rule;
  }

  /** What an extension has saved. */
  of(by: string): StoredRule[] {
    return [...this.#rules.values()].filter(rule => rule.by === by);
  }

  add(draft: Draft, on: boolean, by: string | undefined, now: number, proposed = false): StoredRule {
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
      proposed: Number(proposed),
      now,
      offSince: offSince ?? null,
    });
    const rule = {
      ...{ id, version: 1, title, draft, on, by, proposed, offSince },
      ...{ createdAt: now, changedAt: now, planned: now, beganAt: undefined, ...calm },
    };
    this.#rules.set(id, rule);
    return rule;
  }

  /** Changes what a rule does, if it is still the version that was read. From `now` on it is scheduled anew. */
  replace(id: string, version: number, draft: Draft, on: boolean, now: number, proposed = false): StoredRule {
    const rule = this.seen(id, version);
    const switched = rule.on === on ? {} : { offSince: on ? undefined : now };
    const changed = { ...rule, ...switched, ...{ version: version + 1, title: draft.title, draft, on, proposed } };
    return this.#write({ ...changed, ...calm, changedAt: now, planned: now });
  }

  change(id: string, change: RuleChange): StoredRule {
    return this.#write({ ...this.get(id), ...change });
  }

  /**
   * Every change that a person makes counts, so that another window does not save over it. One that is off already and is switched off is left
   * so: why it was is answered.
   */
  switch(id: string, on: boolean, now: number): StoredRule {
    const rule = this.get(id);
    const switched = { on, version: rule.version + 1, changedAt: now, offSince: on ? undefined : now };
    return this.#write({ ...rule, ...switched, ...(on ? { planned: now, proposed: false, ...calm } : { problem: undefined }) });
  }

  /** What a transaction that failed has not written. */
  restore(rule: StoredRule): void {
    this.#rules.set(rule.id, rule);
  }

  /** What a transaction that failed has not brought back. */
  forget(id: string): void {
    this.#rules.delete(id);
  }

  /** Puts a rule that was removed back as it was. */
  bringBack(rule: StoredRule & { readonly draft: Draft }): void {
    const { id, draft, title, by, createdAt, on, offSince } = rule;
    if (this.#rules.size >= mostRules) throw errors['automation/too-many']({ most: mostRules });
    const stored = { format: formatOf(draft), draft: JSON.stringify(draft), on: Number(on), by: by ?? null };
    this.#insert.run({ ...stored, id, title, now: createdAt, offSince: offSince ?? null, proposed: Number(rule.proposed) });
    this.#write(rule);
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
      proposed: Number(rule.proposed),
      hold: rule.hold === undefined ? null : JSON.stringify(rule.hold),
    });
    this.#rules.set(rule.id, rule);
    return rule;
  }
}

/** What a rule does, if that can be read, shown and scheduled: one that cannot is kept from all others. */
function draftOf(json: string): Draft | undefined {
  const draft = readJson(json) as Draft;
  if (!isOnlyOutOfBounds(draft)) return undefined;
  if (draft.trigger.kind === 'every' && draft.trigger.everyMs < 1) return undefined;
  try {
    demandReadable(draft.trigger);
  } catch {
    return undefined;
  }
  return draft;
}

function ruleOf(row: Row): StoredRule {
  const isNewer = row.format > draftFormat;
  const draft = isNewer ? undefined : draftOf(row.draft);
  return {
    id: row.id,
    version: row.version,
    title: row.title,
    draft,
    ...(draft === undefined && !isNewer && { isDamaged: true }),
    on: row.is_on === 1,
    by: row.saved_by ?? undefined,
    proposed: row.proposed === 1,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    offSince: row.off_since ?? undefined,
    planned: row.planned,
    failures: row.failures,
    backOffUntil: row.back_off_until ?? undefined,
    beganAt: row.began_at ?? undefined,
    problem: readProblem(row.problem),
    hold: readHold(row.hold),
  };
}

function readHold(json: string | null): Hold | undefined {
  const { since, until, waits } = Object(readJson(json)) as Partial<Record<keyof Hold, unknown>>;
  return typeof since === 'number' && typeof until === 'number' && typeof waits === 'number' ? { since, until, waits } : undefined;
}
