import { randomUUID } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { Image, Queued } from '../../contract/index.ts';
import { agentErrors } from '../errors.ts';

/** How a queued message was handed to the engine: into the running turn, after it, or as the next turn. */
export type Handed = NonNullable<Queued['handed']>;

/** A message that waits, with everything that is sent with it. */
export interface WaitingMessage extends Queued {
  readonly sent: readonly Image[];
}

interface NewMessage {
  readonly text: string;
  readonly images: readonly Image[];
  /** The extension that sends it; undefined for the person. */
  readonly sentBy: string | undefined;
}

interface Row {
  id: string;
  text: string;
  images: string;
  waits: number;
  sent_by: string | null;
  handed: Handed | null;
}

/**
 * The queued messages, in the database. One that was handed to the engine stays here until the session file has it, so that no end of any
 * process loses it. After a restart of the app they wait for the person.
 */
export interface MessageQueue {
  /** In order; those that were handed to the engine come first. */
  list(conversation: string): readonly WaitingMessage[];
  add(conversation: string, message: NewMessage): string;
  edit(conversation: string, id: string, text: string): void;
  move(conversation: string, id: string, place: number): void;
  /** Throws if it is no longer there, or was handed to the engine: then only the engine knows whether it can still be changed. */
  find(conversation: string, id: string): WaitingMessage;
  remove(conversation: string, id: string): void;
  /** The first message that neither waits for the person nor was handed to the engine. */
  next(conversation: string): WaitingMessage | undefined;
  /** Records that a message is handed to the engine; throws as `find` does. */
  hand(conversation: string, id: string, how: Handed): WaitingMessage;
  /** The messages that were handed to the engine. */
  handed(conversation: string): readonly WaitingMessage[];
  /** The engine does not have the message, which was handed to it in this way. Returns whether it was. */
  takeBack(conversation: string, id: string, how: Handed): boolean;
  /** The session file has the message. Returns whether it was in the queue. */
  written(conversation: string, id: string): boolean;
  /** The conversations with messages. */
  conversations(): readonly string[];
  /** Sets whether the messages that are queued now wait for the person. */
  hold(conversation: string | undefined, waits: boolean): void;
  clear(conversation: string): void;
}

export function openQueue(db: Database): MessageQueue {
  const select = db.prepare<Row>(
    'SELECT id, text, images, waits, sent_by, handed FROM queue WHERE conversation = ? ORDER BY handed IS NULL, place, rowid',
  );
  const last = db.prepare<{ place: number }>('SELECT coalesce(max(place), 0) AS place FROM queue WHERE conversation = ?');
  const insert = db.prepare('INSERT INTO queue (id, conversation, place, text, images, sent_by) VALUES (?, ?, ?, ?, ?, ?)');
  const update = db.prepare('UPDATE queue SET text = ? WHERE conversation = ? AND id = ?');
  const place = db.prepare('UPDATE queue SET place = ? WHERE id = ?');
  const hand = db.prepare('UPDATE queue SET handed = ?, waits = 0 WHERE conversation = ? AND id = ?');
  const takeBack = db.prepare('UPDATE queue SET handed = NULL WHERE conversation = ? AND id = ? AND handed = ?');
  const conversations = db.prepare<{ conversation: string }>('SELECT DISTINCT conversation FROM queue');
  const remove = db.prepare('DELETE FROM queue WHERE conversation = ? AND id = ?');
  const holdOne = db.prepare('UPDATE queue SET waits = ? WHERE conversation = ?');
  const holdAll = db.prepare('UPDATE queue SET waits = ?');
  const clear = db.prepare('DELETE FROM queue WHERE conversation = ?');
  const list = (conversation: string): readonly WaitingMessage[] => select.all(conversation).map(messageOf);
  const found = (conversation: string, id: string): WaitingMessage => {
    const message = list(conversation).find(queued => queued.id === id);
    if (message === undefined) throw agentErrors['agent/queued-gone']({});
    if (message.handed !== undefined) throw agentErrors['agent/queued-handed']({});
    return message;
  };
  const renumber = (all: readonly WaitingMessage[]): void => {
    for (const [index, queued] of all.entries()) place.run(index + 1, queued.id);
  };
  return {
    list,
    add(conversation, { text, images, sentBy }) {
      const id = randomUUID();
      insert.run(id, conversation, (last.get(conversation)?.place ?? 0) + 1, text, JSON.stringify(images), sentBy ?? null);
      return id;
    },
    edit(conversation, id, text) {
      found(conversation, id);
      update.run(text, conversation, id);
    },
    move: (conversation, id, to) =>
      db.transaction(() => {
        const moved = found(conversation, id);
        const rest = list(conversation).filter(queued => queued.id !== id);
        renumber([...rest.slice(0, to), moved, ...rest.slice(to)]);
      }),
    find: found,
    remove(conversation, id) {
      found(conversation, id);
      remove.run(conversation, id);
    },
    next: conversation => list(conversation).find(message => !message.waits && message.handed === undefined),
    hand: (conversation, id, how) =>
      db.transaction(() => {
        const message = found(conversation, id);
        hand.run(how, conversation, id);
        // If it comes back, it is before those that were not handed: it was to be read before them.
        renumber(list(conversation));
        return { ...message, waits: false, handed: how };
      }),
    handed: conversation => list(conversation).filter(({ handed }) => handed !== undefined),
    takeBack: (conversation, id, how) => takeBack.run(conversation, id, how).changes > 0,
    written: (conversation, id) => remove.run(conversation, id).changes > 0,
    conversations: () => conversations.all().map(({ conversation }) => conversation),
    hold: (conversation, waits) =>
      void (conversation === undefined ? holdAll.run(Number(waits)) : holdOne.run(Number(waits), conversation)),
    clear: conversation => void clear.run(conversation),
  };
}

function messageOf({ id, text, images, waits, sent_by: sentBy, handed }: Row): WaitingMessage {
  const sent = JSON.parse(images) as readonly Image[];
  return {
    ...{ id, text, images: sent.length, waits: waits === 1, sent },
    ...(sentBy !== null && { sentBy }),
    ...(handed !== null && { handed }),
  };
}
