import type { Database } from '@atelier/kernel';
import type { Bucket, Sums } from '../../contract/index.ts';
import { midnight } from '../day.ts';

/** A part of what was used: days with both ends, a conversation, an answer. */
export interface Part {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly conversation?: string | undefined;
}

export type Division = 'day' | 'month' | 'project' | 'conversation' | 'model' | 'extension';

export interface Divided extends Sums {
  readonly key: string;
  readonly name: string | null;
}

// A corrected price counts for everything, also for what a subscription includes: the person has said what it costs them.
const columns = (tokens: string) => `
  sum(s.answers) AS answers, sum(s.input) AS input, sum(s.output) AS output, sum(s.cache_read) AS cacheRead,
  sum(s.cache_write) AS cacheWrite, sum(s.reasoning) AS reasoning,
  sum(CASE WHEN p.model IS NULL THEN s.cost
    ELSE (s.input * p.input + s.output * p.output + s.cache_read * p.cache_read + s.cache_write * p.cache_write) / 1e6 END) AS cost,
  sum(CASE WHEN p.model IS NULL AND s.included = 0 THEN ${tokens} ELSE 0 END) AS unknown,
  sum(CASE WHEN p.model IS NULL AND s.included = 1 THEN ${tokens} ELSE 0 END) AS included,
  sum(s.unreported) AS unreported`;

const all = 's.input + s.output + s.cache_read + s.cache_write';
const priced = 'LEFT JOIN prices p ON p.model = s.model';
const within = "s.day >= ? AND s.day <= ? AND (? = '' OR s.conversation = ?)";
/** A record in the columns of a sum. */
const oneAnswer = `
  SELECT entry, conversation, at, model, included, 1 AS answers, input, output, cache_read, cache_write, reasoning,
    coalesce(cost, 0) AS cost, CASE WHEN cost IS NULL THEN input + output + cache_read + cache_write ELSE 0 END AS unpriced,
    CASE WHEN input + output + cache_read + cache_write = 0 THEN 1 ELSE 0 END AS unreported
  FROM records`;

const keys: Record<Division, { readonly key: string; readonly name: string; readonly join: string }> = {
  day: { key: 's.day', name: 'NULL', join: '' },
  month: { key: 'substr(s.day, 1, 7)', name: 'NULL', join: '' },
  model: { key: 's.model', name: 'NULL', join: '' },
  // What nobody sees has a conversation of its own name; `hidden` alone is what Atelier does for itself.
  extension: {
    key: "CASE WHEN s.conversation GLOB 'hidden:*' THEN substr(s.conversation, 8) WHEN s.conversation = 'hidden' THEN 'hidden' ELSE s.payer END",
    name: 'NULL',
    join: '',
  },
  conversation: { key: 's.conversation', name: 'NULL', join: '' },
  project: { key: "coalesce(c.project, '')", name: 'max(c.project_name)', join: 'LEFT JOIN conversations c ON c.id = s.conversation' },
};

const none: Sums = {
  answers: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
  cost: 0,
  unknown: 0,
  included: 0,
  unreported: 0,
};

/** Answers from the sums of days, so that no question depends on the number of messages. */
export class SumsOf {
  readonly #total;
  readonly #divided;
  readonly #counted;
  readonly #hours;
  readonly #answer;
  readonly #lines;
  readonly #first;

  constructor(db: Database) {
    const divisions = Object.keys(keys) as Division[];
    const each = <T>(make: (division: Division) => T) => Object.fromEntries(divisions.map(one => [one, make(one)])) as Record<Division, T>;
    this.#total = db.prepare<Sums>(`SELECT ${columns('s.unpriced')} FROM sums s ${priced} WHERE ${within}`);
    this.#divided = each(division => {
      const { key, name, join } = keys[division];
      const order = division === 'day' || division === 'month' ? 'key' : `cost DESC, sum(${all}) DESC, key`;
      return db.prepare<Divided>(`
        SELECT ${key} AS key, ${name} AS name, ${columns('s.unpriced')}
        FROM sums s ${priced} ${join} WHERE ${within} GROUP BY 1 ORDER BY ${order} LIMIT ?`);
    });
    this.#counted = each(division => {
      const { key, join } = keys[division];
      return db.prepare<{ total: number }>(`SELECT count(DISTINCT ${key}) AS total FROM sums s ${join} WHERE ${within}`);
    });
    this.#hours = db.prepare<Divided>(`
      SELECT strftime('%H', s.at / 1000, 'unixepoch', 'localtime') AS key, NULL AS name, ${columns('s.unpriced')}
      FROM (${oneAnswer} WHERE at >= ? AND day = ?) s ${priced} GROUP BY 1 ORDER BY 1`);
    this.#answer = db.prepare<Divided>(`
      SELECT s.model AS key, NULL AS name, ${columns('s.unpriced')}
      FROM (${oneAnswer} WHERE entry = ?) s ${priced} WHERE s.conversation = ? OR ? GROUP BY s.model`);
    this.#lines = db.prepare<Sums & { day: string; conversation: string; model: string; project: string | null }>(`
      SELECT s.day, s.conversation, s.model, max(c.project_name) AS project, ${columns('s.unpriced')}
      FROM sums s ${priced} ${keys.project.join}
      WHERE s.day >= ? AND (s.day, s.conversation, s.model) > (?, ?, ?)
      GROUP BY s.day, s.conversation, s.model ORDER BY s.day, s.conversation, s.model LIMIT ?`);
    this.#first = db.prepare<{ day: string | null }>('SELECT min(day) AS day FROM sums');
  }

  total(part: Part): Sums {
    const found = this.#total.get(...bounds(part));
    return found === undefined || found.answers === null ? none : found;
  }

  /** The most expensive first; days and months in order. */
  by(division: Division, part: Part, limit: number): readonly Divided[] {
    return this.#divided[division].all(...bounds(part), limit);
  }

  /** How many parts there are. */
  count(division: Division, part: Part): number {
    return this.#counted[division].get(...bounds(part))?.total ?? 0;
  }

  /** The hours of today. */
  hours(now: number, today: string): readonly Divided[] {
    return this.#hours.all(midnight(now), today);
  }

  /** One answer. In a fork, the answer that it was copied from. */
  answer(conversation: string, entry: string): readonly Divided[] {
    const own = this.#answer.all(entry, conversation, 0);
    return own.length > 0 ? own : this.#answer.all(entry, conversation, 1).slice(0, 1);
  }

  /** Lines of the whole table, in order, after one of them. */
  lines(from: string, [day, conversation, model]: readonly [string, string, string], limit: number) {
    return this.#lines.all(from, day, conversation, model, limit);
  }

  get firstDay(): string | undefined {
    return this.#first.get()?.day ?? undefined;
  }
}

/** Without its key. */
export function sumsOf({ key: _key, name: _name, ...sums }: Divided): Sums {
  return sums;
}

export function bucketOf({ key, cost, unknown, included, ...tokens }: Divided): Bucket {
  return { at: key, cost, tokens: tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite, unknown, included };
}

function bounds({ from = '', to = '9999', conversation = '' }: Part): readonly string[] {
  return [from, to, conversation, conversation];
}
