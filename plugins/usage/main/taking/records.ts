import type { Database } from '@atelier/kernel';
import { dayOf } from '../day.ts';
import type { Spent } from './spent.ts';

/** An answer with its price: `cost` is in dollars, undefined where nobody knows it; `included` in a subscription. */
export interface Priced extends Spent {
  readonly included: boolean;
}

/** Under this name stands what runs have used that nobody sees, such as titles, with `:` and the extension that they were for; it is the id of no conversation. */
export const hiddenRuns = 'hidden';

/** Every answer that was counted, once, and the sums of each day. */
export class Records {
  readonly #db: Database;
  readonly #insert;
  readonly #add;
  readonly #readUpTo;
  readonly #upTo;
  readonly #conversation;
  readonly #named;
  readonly #unnamed;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare(`
      INSERT OR IGNORE INTO records (entry, at, conversation, model, day, input, output, cache_read, cache_write, reasoning, cost, included, payer)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#add = db.prepare(`
      INSERT INTO sums
        (day, conversation, model, included, payer, answers, input, output, cache_read, cache_write, reasoning, cost, unpriced, unreported)
      VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET answers = answers + 1, ${added}`);
    this.#readUpTo = db.prepare(
      'INSERT INTO files (file, conversation, bytes) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes',
    );
    this.#upTo = db.prepare<{ bytes: number }>('SELECT bytes FROM files WHERE file = ?');
    this.#conversation = db.prepare('INSERT OR IGNORE INTO conversations (id) VALUES (?)');
    this.#named = db.prepare('UPDATE conversations SET project = ?, project_name = ? WHERE id = ?');
    this.#unnamed = db.prepare<{ id: string }>('SELECT id FROM conversations WHERE project IS NULL LIMIT 20000');
  }

  /** How far a file was read. */
  readUpTo(file: string): number {
    return this.#upTo.get(file)?.bytes ?? 0;
  }

  /** Stores what a piece of a file holds, together with how far it was read. Returns how many answers were not known before. */
  take(file: string, conversation: string, answers: readonly Priced[], bytes: number): number {
    return this.#db.transaction(() => {
      const taken = answers.filter(answer => this.#takeOne(conversation, answer)).length;
      if (taken > 0) this.#conversation.run(conversation);
      this.#readUpTo.run(file, conversation, bytes);
      return taken;
    });
  }

  /** Stores what a run that nobody sees has used, for this extension if it said so; no file holds it, so it is told once. */
  takeHidden(used: Priced, by?: string): void {
    this.#db.transaction(() => void this.#takeOne(by === undefined ? hiddenRuns : `${hiddenRuns}:${by}`, used));
  }

  /** The project of a conversation; an empty one says that it has none. */
  belongs(conversation: string, project: string, name: string): void {
    this.#named.run(project, name, conversation);
  }

  /** Conversations whose project nobody has said yet. */
  unnamed(): readonly string[] {
    return this.#unnamed.all().map(({ id }) => id);
  }

  /** What a deleted conversation has used stays in the sums, under no name. */
  forget(conversation: string): void {
    this.#db.transaction(() => {
      for (const sql of forgetting) this.#db.prepare(sql).run(conversation);
    });
  }

  #takeOne(conversation: string, { entry, at, model, included, cost, paidBy = '', ...tokens }: Priced): boolean {
    const { input, output, cacheRead, cacheWrite, reasoning } = tokens;
    const day = dayOf(at);
    const counts = [input, output, cacheRead, cacheWrite, reasoning];
    const known = included ? undefined : cost;
    const is = included ? 1 : 0;
    if (this.#insert.run(entry, at, conversation, model, day, ...counts, known ?? null, is, paidBy).changes === 0) return false;
    const sum = input + output + cacheRead + cacheWrite;
    this.#add.run(day, conversation, model, is, paidBy, ...counts, known ?? 0, known === undefined ? sum : 0, sum === 0 ? 1 : 0);
    return true;
  }
}

const added = ['input', 'output', 'cache_read', 'cache_write', 'reasoning', 'cost', 'unpriced', 'unreported']
  .map(name => `${name} = ${name} + excluded.${name}`)
  .join(', ');

const forgetting = [
  `INSERT INTO sums SELECT day, '', model, included, payer, answers, input, output, cache_read, cache_write, reasoning, cost, unpriced, unreported
     FROM sums WHERE conversation = ?
     ON CONFLICT DO UPDATE SET answers = answers + excluded.answers, ${added}`,
  'DELETE FROM sums WHERE conversation = ?',
  "UPDATE OR IGNORE records SET conversation = '' WHERE conversation = ?",
  'DELETE FROM conversations WHERE id = ?',
  'DELETE FROM files WHERE conversation = ?',
];
