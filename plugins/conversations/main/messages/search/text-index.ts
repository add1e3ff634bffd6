import { setImmediate } from 'node:timers/promises';
import type { Database } from '@atelier/kernel';
import type { EntryStore, StoredEntry } from '../store/entry-store.ts';
import { textsOf } from '../store/entry-texts.ts';
import type { LightEntry } from '../store/light-entry.ts';
import { numberOf } from '../store/numbers.ts';
import { spaced } from './fold.ts';

/** Makes entries findable. Later than they are kept, and many at once: words cost more to write than a row. */
export interface TextIndex {
  /** Takes in what is new of a conversation, a piece at a time. */
  flush(conversation: number, signal: AbortSignal): Promise<void>;
  /** Takes in a few at once, of the conversations that were touched, so that a search finds what was said a moment ago. */
  catchUp(): void;
  /** There may be something new. */
  touch(conversation: number): void;
  /** An entry that was taken in is another now. */
  changed(conversation: number, position: number): void;
  /** Entries from a position on are gone. */
  cut(conversation: number, position: number): void;
  /** Forgets the words of a conversation, a piece at a time. */
  clear(conversation: number): Promise<void>;
  /** Forgets all words but the titles', which it takes in again. */
  empty(): void;
}

const piece = 100;
const mostCaughtUp = 300;
const longestText = 64 * 1024;

export function openTextIndex(db: Database, store: EntryStore): TextIndex {
  const insert = db.prepare(
    'INSERT OR REPLACE INTO texts (rowid, title, user, assistant, tool) VALUES (CAST(? AS INTEGER), NULL, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM texts WHERE rowid = CAST(? AS INTEGER)');
  const emptied = db.prepare("INSERT INTO texts (texts) VALUES ('delete-all')");
  const titles = db.prepare('INSERT INTO texts (rowid, title) SELECT (number << 26) | 67108863, title FROM conversations');
  const nothing = db.prepare('UPDATE indexed SET texted = 0');
  const touched = new Set<number>();

  const add = (conversation: number, { position, json }: StoredEntry) => {
    const { user, assistant, tool } = textsOf(JSON.parse(json) as LightEntry);
    insert.run(numberOf(conversation, position), wordsOf(user), wordsOf(assistant), wordsOf(tool));
  };
  /** How many it took in. */
  const take = (conversation: number, limit: number): number =>
    db.transaction(() => {
      const { texted } = store.indexed(conversation);
      const entries = store.from(conversation, texted, limit);
      for (const entry of entries) add(conversation, entry);
      if (entries.length > 0) store.note(conversation, { texted: texted + entries.length });
      return entries.length;
    });
  const cut = (conversation: number, position: number) => {
    const { texted } = store.indexed(conversation);
    for (let at = position; at < texted; at += 1) remove.run(numberOf(conversation, at));
    if (position < texted) store.note(conversation, { texted: position });
  };
  return {
    async flush(conversation, signal) {
      touched.delete(conversation);
      while (!signal.aborted && take(conversation, piece) === piece) await setImmediate();
    },
    catchUp() {
      let left = mostCaughtUp;
      for (const conversation of touched) {
        const taken = take(conversation, left);
        if (taken < left) touched.delete(conversation);
        left -= taken;
        if (left <= 0) return;
      }
    },
    touch: conversation => void touched.add(conversation),
    changed(conversation, position) {
      const entry = position < store.indexed(conversation).texted ? store.at(conversation, position) : undefined;
      if (entry !== undefined) add(conversation, entry);
    },
    cut,
    async clear(conversation) {
      for (let left = store.indexed(conversation).texted; left > 0; left = store.indexed(conversation).texted) {
        db.transaction(() => cut(conversation, Math.max(0, left - piece)));
        await setImmediate();
      }
    },
    empty: () =>
      db.transaction(() => {
        emptied.run();
        titles.run();
        nothing.run();
      }),
  };
}

function wordsOf(text: string): string | null {
  return text === '' ? null : spaced(text.slice(0, longestText));
}
