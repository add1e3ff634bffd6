import { randomUUID } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { InboundAttachment, MessageState } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { readProblem, type StoredProblem } from '../problems.ts';
import type { ThreadPlace } from './threads.ts';

export interface StoredMessage extends ThreadPlace {
  readonly number: number;
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly user: string;
  readonly name: string;
  readonly text: string;
  /** Until the message is over, and of a page of messages none. */
  readonly files: readonly InboundAttachment[];
  readonly fileCount: number;
  readonly key: string;
  readonly answers: string | undefined;
  readonly state: MessageState;
  readonly at: number;
  readonly endedAt: number | undefined;
  readonly nextAt: number;
  readonly tries: number;
  /** The person wants it answered, whatever the limits. */
  readonly isForced: boolean;
  readonly problem: StoredProblem | undefined;
}

interface Row {
  readonly number: number;
  readonly id: string;
  readonly channel: string;
  readonly thread: string;
  readonly direction: 'in' | 'out';
  readonly user: string;
  readonly name: string;
  readonly text: string;
  readonly files: string | null;
  readonly file_count: number;
  readonly key: string;
  readonly answers: string | null;
  readonly state: MessageState;
  readonly at: number;
  readonly ended_at: number | null;
  readonly next_at: number;
  readonly tries: number;
  readonly is_forced: number;
  readonly problem: string | null;
}

export type NewMessage = Pick<StoredMessage, 'channel' | 'thread' | 'user' | 'name' | 'text' | 'files' | 'key'>;
export type MessageChange = Partial<Pick<StoredMessage, 'state' | 'endedAt' | 'nextAt' | 'tries' | 'isForced' | 'problem'>>;

/** How many messages of a channel are kept. One that is received again later than that counts as new. */
const mostKept = 20_000;
const withoutFiles = `number, id, channel, thread, direction, user, name, text, NULL AS files, file_count, key, answers, state, at, ended_at,
  next_at, tries, is_forced, problem`;
const open = "('waiting', 'asking', 'sending', 'uncertain')";

/** What came and what goes, in order. */
export class Messages {
  readonly #db;
  readonly #insert;
  readonly #has;
  readonly #update;
  readonly #one;
  readonly #head;
  readonly #page;
  readonly #pageOfThread;
  readonly #waiting;
  readonly #waitingInThread;
  readonly #openPlaces;
  readonly #counts;
  readonly #last;
  readonly #since;
  readonly #trim;
  readonly #drop;
  readonly #asking;
  readonly #answered;
  readonly #sent;
  readonly #openPosts;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare(
      `INSERT INTO messages (id, channel, thread, direction, user, name, text, files, file_count, key, answers, state, at, ended_at)
       VALUES (:id, :channel, :thread, :direction, :user, :name, :text, :files, :fileCount, :key, :answers, :state, :now, :endedAt)`,
    );
    this.#has = db.prepare<{ found: number }>("SELECT 1 AS found FROM messages WHERE channel = ? AND direction = 'in' AND key = ?");
    this.#sent = db.prepare<Row>("SELECT * FROM messages WHERE channel = ? AND direction = 'out' AND key = ?");
    this.#openPosts = db.prepare<{ key: string }>(
      `SELECT key FROM messages WHERE direction = 'out' AND channel = ? AND thread = ? AND answers IS NULL AND state IN ${open}`,
    );
    this.#update = db.prepare(
      `UPDATE messages SET state = :state, ended_at = :endedAt, next_at = :nextAt, tries = :tries, is_forced = :forced, problem = :problem,
       files = CASE WHEN :state IN ('answered', 'dropped') THEN NULL ELSE files END WHERE id = :id`,
    );
    this.#one = db.prepare<Row>('SELECT * FROM messages WHERE id = ?');
    this.#head = db.prepare<Row>(
      `SELECT * FROM messages WHERE direction = ? AND channel = ? AND thread = ? AND state IN ${open} ORDER BY number LIMIT 1`,
    );
    this.#page = db.prepare<Row>(`SELECT ${withoutFiles} FROM messages WHERE channel = ? AND number < ? ORDER BY number DESC LIMIT ?`);
    this.#pageOfThread = db.prepare<Row>(
      `SELECT ${withoutFiles} FROM messages WHERE channel = ? AND thread = ? AND number < ? ORDER BY number DESC LIMIT ?`,
    );
    this.#waiting = db.prepare<{ count: number }>(
      `SELECT count(*) AS count FROM messages WHERE direction = 'in' AND channel = ? AND state IN ${open}`,
    );
    this.#waitingInThread = db.prepare<{ count: number }>(
      `SELECT count(*) AS count FROM messages WHERE direction = 'in' AND channel = ? AND thread = ? AND state IN ${open}`,
    );
    this.#openPlaces = db.prepare<ThreadPlace & { direction: 'in' | 'out' }>(
      `SELECT DISTINCT direction, channel, thread FROM messages WHERE state IN ${open}`,
    );
    this.#counts = db.prepare<{ channel: string; state: MessageState; count: number }>(
      `SELECT channel, state, count(*) AS count FROM messages WHERE state IN ${open} GROUP BY channel, state`,
    );
    this.#last = db.prepare<{ at: number | null }>(
      'SELECT max(coalesce(ended_at, at)) AS at FROM (SELECT at, ended_at FROM messages WHERE channel = ? ORDER BY number DESC LIMIT 20)',
    );
    this.#since = db.prepare<{ direction: 'in' | 'out'; count: number }>(
      `SELECT direction, count(*) AS count FROM messages WHERE channel = ? AND at >= ? AND (direction = 'in' OR state = 'sent') GROUP BY direction`,
    );
    this.#trim = db.prepare(
      `DELETE FROM messages WHERE channel = :channel AND state NOT IN ${open} AND number <
       (SELECT number FROM messages WHERE channel = :channel ORDER BY number DESC LIMIT 1 OFFSET ${mostKept})`,
    );
    this.#answered = db.prepare<{ count: number }>(
      "SELECT count(*) AS count FROM messages WHERE channel = ? AND thread = ? AND direction = 'in' AND state = 'answered' AND ended_at >= ?",
    );
    this.#drop = db.prepare(
      `UPDATE messages SET state = 'dropped', ended_at = ?, files = NULL WHERE direction = 'in' AND state IN ('waiting', 'asking') AND channel = ? AND user = ?`,
    );
    this.#asking = db.prepare<{ thread: string }>(
      `SELECT DISTINCT thread FROM messages WHERE direction = 'in' AND state = 'asking' AND channel = ? AND user = ?`,
    );
  }

  has(channel: string, key: string): boolean {
    return this.#has.get(channel, key) !== undefined;
  }

  /** `answered` is one that is over as it arrives, of which only the key has to be known. */
  arrive(message: NewMessage, now: number, state: 'waiting' | 'answered' = 'waiting'): void {
    this.#insert.run({
      ...message,
      ...{ id: randomUUID(), direction: 'in', answers: null, now, state, endedAt: state === 'answered' ? now : null },
      files: message.files.length === 0 || state === 'answered' ? null : JSON.stringify(message.files),
      fileCount: message.files.length,
    });
    this.#trim.run({ channel: message.channel });
  }

  /** Something to send; `answers` is the key of the message that it answers, if it does. */
  compose(
    to: Pick<StoredMessage, 'channel' | 'thread' | 'user' | 'name'>,
    text: string,
    now: number,
    { answers, key = randomUUID() }: { readonly answers?: string; readonly key?: string } = {},
  ): void {
    const { channel, thread, user, name } = to;
    this.#insert.run({
      ...{ channel, thread, user, name, text, now, key },
      ...{ id: randomUUID(), direction: 'out', files: null, fileCount: 0, answers: answers ?? null, state: 'waiting', endedAt: null },
    });
    this.#trim.run({ channel });
  }

  /** What was composed under a key. */
  composed(channel: string, key: string): StoredMessage | undefined {
    const row = this.#sent.get(channel, key);
    return row && messageOf(row);
  }

  /** The keys of what answers no message and is not over. */
  openPosts({ channel, thread }: ThreadPlace): readonly string[] {
    return this.#openPosts.all(channel, thread).map(({ key }) => key);
  }

  /** The end of a message and its answer are one step: no crash leaves one without the other. */
  answer(message: StoredMessage, text: string, now: number): void {
    this.#db.transaction(() => {
      this.change(message, { state: 'answered', endedAt: now, problem: undefined });
      if (text !== '') this.compose(message, text, now, { answers: message.key });
    });
  }

  change(message: StoredMessage, change: MessageChange): StoredMessage {
    const changed = { ...message, ...change };
    const { id, state, endedAt = null, nextAt, tries, isForced, problem } = changed;
    this.#update.run({
      id,
      state,
      endedAt,
      nextAt,
      tries,
      forced: Number(isForced),
      problem: problem === undefined ? null : JSON.stringify(problem),
    });
    return changed;
  }

  get(id: string): StoredMessage {
    const row = this.#one.get(id);
    if (row === undefined) throw errors['channels/unknown-message']({ id });
    return messageOf(row);
  }

  /** The first message of a thread that is not over: the later ones wait behind it. */
  head(direction: 'in' | 'out', { channel, thread }: ThreadPlace): StoredMessage | undefined {
    const row = this.#head.get(direction, channel, thread);
    return row && messageOf(row);
  }

  page({ channel, thread, before = Number.MAX_SAFE_INTEGER, limit }: { channel: string; thread?: string; before?: number; limit: number }) {
    const rows = thread === undefined ? this.#page.all(channel, before, limit) : this.#pageOfThread.all(channel, thread, before, limit);
    return rows.map(messageOf);
  }

  waitingIn(channel: string): number {
    return this.#waiting.get(channel)?.count ?? 0;
  }

  waitingInThread({ channel, thread }: ThreadPlace): number {
    return this.#waitingInThread.get(channel, thread)?.count ?? 0;
  }

  openPlaces(): readonly (ThreadPlace & { readonly direction: 'in' | 'out' })[] {
    return this.#openPlaces.all();
  }

  /** By channel, what is not over. */
  counts(): ReadonlyMap<string, { readonly waiting: number; readonly uncertain: number }> {
    const counts = new Map<string, { waiting: number; uncertain: number }>();
    for (const { channel, state, count } of this.#counts.all()) {
      const of = counts.get(channel) ?? { waiting: 0, uncertain: 0 };
      of[state === 'uncertain' ? 'uncertain' : 'waiting'] += count;
      counts.set(channel, of);
    }
    return counts;
  }

  lastAt(channel: string): number | undefined {
    return this.#last.get(channel)?.at ?? undefined;
  }

  countsSince(channel: string, at: number): { readonly received: number; readonly sent: number } {
    const rows = this.#since.all(channel, at);
    const count = (direction: 'in' | 'out') => rows.find(row => row.direction === direction)?.count ?? 0;
    return { received: count('in'), sent: count('out') };
  }

  answeredSince({ channel, thread }: ThreadPlace, at: number): number {
    return this.#answered.get(channel, thread, at)?.count ?? 0;
  }

  /** The threads in which a message of somebody was given to the agent. */
  threadsAsking(channel: string, user: string): readonly string[] {
    return this.#asking.all(channel, user).map(({ thread }) => thread);
  }

  /** What waits or is asked of somebody who may not write any more. */
  dropOpen(channel: string, user: string, now: number): void {
    this.#drop.run(now, channel, user);
  }
}

function messageOf(row: Row): StoredMessage {
  const { number, id, channel, thread, direction, user, name, text, key, state, at, tries } = row;
  return {
    ...{ number, id, channel, thread, direction, user, name, text, key, state, at, tries },
    fileCount: row.file_count,
    files: row.files === null ? [] : (JSON.parse(row.files) as InboundAttachment[]),
    answers: row.answers ?? undefined,
    endedAt: row.ended_at ?? undefined,
    nextAt: row.next_at,
    isForced: row.is_forced === 1,
    problem: readProblem(row.problem),
  };
}
