import { randomUUID } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { Image, Queued } from '../../contract/index.ts';
import { agentErrors } from '../errors.ts';

/** A message that waits, with everything that is sent with it. */
export interface WaitingMessage extends Queued {
  readonly sent: readonly Image[];
}

interface Row {
  id: string;
  place: number;
  text: string;
  images: string;
  waits: number;
}

/** The queued messages, in the database. After a restart of the app they wait for the person. */
export interface MessageQueue {
  list(conversation: string): readonly WaitingMessage[];
  add(conversation: string, text: string, images: readonly Image[]): string;
  edit(conversation: string, id: string, text: string): void;
  move(conversation: string, id: string, place: number): void;
  take(conversation: string, id: string): WaitingMessage;
  /** The first message that does not wait for the person. */
  next(conversation: string): WaitingMessage | undefined;
  /** Sets whether the messages that are queued now wait for the person. */
  hold(conversation: string | undefined, waits: boolean): void;
  clear(conversation: string): void;
}

export function openQueue(db: Database): MessageQueue {
  const select = db.prepare<Row>('SELECT id, place, text, images, waits FROM queue WHERE conversation = ? ORDER BY place, rowid');
  const insert = db.prepare('INSERT INTO queue (id, conversation, place, text, images) VALUES (?, ?, ?, ?, ?)');
  const update = db.prepare('UPDATE queue SET text = ? WHERE conversation = ? AND id = ?');
  const place = db.prepare('UPDATE queue SET place = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM queue WHERE conversation = ? AND id = ?');
  const holdOne = db.prepare('UPDATE queue SET waits = ? WHERE conversation = ?');
  const holdAll = db.prepare('UPDATE queue SET waits = ?');
  const clear = db.prepare('DELETE FROM queue WHERE conversation = ?');
  const list = (conversation: string): readonly WaitingMessage[] => select.all(conversation).map(messageOf);
  const found = (conversation: string, id: string): WaitingMessage => {
    const message = list(conversation).find(queued => queued.id === id);
    if (message === undefined) throw agentErrors['agent/queued-gone']({});
    return message;
  };
  return {
    list,
    add(conversation, text, images) {
      const id = randomUUID();
      const last = select.all(conversation).at(-1)?.place ?? 0;
      insert.run(id, conversation, last + 1, text, JSON.stringify(images));
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
        const all = [...rest.slice(0, to), moved, ...rest.slice(to)];
        for (const [index, queued] of all.entries()) place.run(index + 1, queued.id);
      }),
    take(conversation, id) {
      const message = found(conversation, id);
      remove.run(conversation, id);
      return message;
    },
    next: conversation => list(conversation).find(message => !message.waits),
    hold: (conversation, waits) =>
      void (conversation === undefined ? holdAll.run(Number(waits)) : holdOne.run(Number(waits), conversation)),
    clear: conversation => void clear.run(conversation),
  };
}

function messageOf({ id, text, images, waits }: Row): WaitingMessage {
  const sent = JSON.parse(images) as readonly Image[];
  return { id, text, images: sent.length, waits: waits === 1, sent };
}
