import { createHash } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { Entry } from '../../contract/index.ts';

interface Row {
  digest: string;
  entry: string | null;
  extension: string;
}

/** Which messages were sent by an extension and not by the person. */
export interface Senders {
  /** Stored before the message is sent, so that a crash cannot make it one of the person's. */
  sending(conversation: string, text: string, extension: string): void;
  /** The message was not sent after all. */
  unsent(conversation: string, text: string): void;
  /** The messages of one conversation are also those of another, which begins with them. */
  copy(from: string, to: string): void;
  /** The message is in the session file; returns the extension that sent it. */
  written(conversation: string, entry: Entry): string | undefined;
  /** The entries, those of extensions with their sender. */
  marked(conversation: string, entries: readonly Entry[]): readonly Entry[];
  forget(conversation: string): void;
}

export function openSenders(db: Database): Senders {
  const select = db.prepare<Row>('SELECT digest, entry, extension FROM senders WHERE conversation = ?');
  const insert = db.prepare('INSERT INTO senders (conversation, digest, extension) VALUES (?, ?, ?)');
  const update = db.prepare('UPDATE senders SET entry = ? WHERE conversation = ? AND digest = ? AND entry IS NULL');
  const drop = db.prepare('DELETE FROM senders WHERE conversation = ? AND digest = ? AND entry IS NULL');
  const copy = db.prepare(
    'INSERT INTO senders (conversation, digest, entry, extension) SELECT ?, digest, entry, extension FROM senders WHERE conversation = ?',
  );
  const clear = db.prepare('DELETE FROM senders WHERE conversation = ?');
  const senderOf = (rows: readonly Row[], entry: Entry): string | undefined => {
    if (rows.length === 0 || entry.kind !== 'user') return undefined;
    const known = rows.find(row => row.entry === entry.id);
    // Without an id: the app ended between the message and its record.
    return (known ?? rows.find(row => row.entry === null && row.digest === digestOf(textOf(entry))))?.extension;
  };
  return {
    sending: (conversation, text, extension) => void insert.run(conversation, digestOf(text), extension),
    unsent: (conversation, text) => void drop.run(conversation, digestOf(text)),
    copy: (from, to) => void copy.run(to, from),
    written(conversation, entry) {
      const sender = senderOf(select.all(conversation), entry);
      if (sender !== undefined) update.run(entry.id, conversation, digestOf(textOf(entry)));
      return sender;
    },
    marked(conversation, entries) {
      const rows = select.all(conversation);
      if (rows.length === 0) return entries;
      return entries.map(entry => {
        const sentBy = senderOf(rows, entry);
        return sentBy === undefined ? entry : { ...entry, sentBy };
      });
    },
    forget: conversation => void clear.run(conversation),
  };
}

function textOf({ parts = [] }: Entry): string {
  return parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
