import type { Database } from '@atelier/kernel';
import type { Thread } from '../../contract/index.ts';

export interface ThreadPlace {
  readonly channel: string;
  readonly thread: string;
}

interface Row extends ThreadPlace {
  readonly name: string;
  readonly conversation: string;
}

const mostListed = 200;

/** The one conversation of each thread of each channel. */
export class Threads {
  readonly #byPlace = new Map<string, Row>();
  readonly #byConversation = new Map<string, Row>();
  readonly #db;
  readonly #insert;
  readonly #touch;
  readonly #remove;
  readonly #empty;
  readonly #list;

  constructor(db: Database) {
    this.#db = db;
    this.#insert = db.prepare('INSERT INTO threads (channel, thread, name, conversation, last_at) VALUES (?, ?, ?, ?, ?)');
    this.#touch = db.prepare('UPDATE threads SET last_at = ? WHERE channel = ? AND thread = ?');
    this.#remove = db.prepare('DELETE FROM threads WHERE conversation = ?');
    // The keys stay, so that nothing of it is answered when it is received again.
    this.#empty = db.prepare(
      `UPDATE messages SET text = '', files = NULL, file_count = 0, state = CASE WHEN state IN ('waiting', 'asking', 'uncertain') THEN 'dropped' ELSE state END
       WHERE channel = ? AND thread = ?`,
    );
    this.#list = db.prepare<Row & { last_at: number; messages: number }>(
      `SELECT t.*, (SELECT count(*) FROM messages m WHERE m.channel = t.channel AND m.thread = t.thread) AS messages
       FROM threads t WHERE t.channel = ? ORDER BY t.last_at DESC LIMIT ${mostListed}`,
    );
    for (const row of db.prepare<Row>('SELECT channel, thread, name, conversation FROM threads').all()) this.#keep(row);
  }

  conversationOf({ channel, thread }: ThreadPlace): string | undefined {
    return this.#byPlace.get(keyOf(channel, thread))?.conversation;
  }

  /** The thread whose conversation this is; undefined for a conversation of the person. */
  placeOf(conversation: string): ThreadPlace | undefined {
    return this.#byConversation.get(conversation);
  }

  add({ channel, thread }: ThreadPlace, name: string, conversation: string, now: number): void {
    this.#insert.run(channel, thread, name, conversation, now);
    this.#keep({ channel, thread, name, conversation });
  }

  touch({ channel, thread }: ThreadPlace, now: number): void {
    this.#touch.run(now, channel, thread);
  }

  /** Its conversation was deleted, and what was written in it goes with it. Returns the channel. */
  forget(conversation: string): string | undefined {
    const row = this.#byConversation.get(conversation);
    if (row === undefined) return undefined;
    this.#db.transaction(() => {
      this.leave(conversation);
      this.#empty.run(row.channel, row.thread);
    });
    return row.channel;
  }

  /** Its conversation is gone, and the next message begins another one; what waits stays. */
  leave(conversation: string): void {
    const row = this.#byConversation.get(conversation);
    if (row === undefined) return;
    this.#remove.run(conversation);
    this.#byConversation.delete(conversation);
    this.#byPlace.delete(keyOf(row.channel, row.thread));
  }

  list(channel: string): Thread[] {
    return this.#list
      .all(channel)
      .map(({ thread, name, conversation, messages, last_at }) => ({ thread, name, conversation, messages, lastAt: last_at }));
  }

  #keep(row: Row): void {
    this.#byPlace.set(keyOf(row.channel, row.thread), row);
    this.#byConversation.set(row.conversation, row);
  }
}

/** No channel's id has a line break. */
export const keyOf = (channel: string, thread: string): string => `${channel}\n${thread}`;
