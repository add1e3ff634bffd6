import { setImmediate } from 'node:timers/promises';
import type { Database } from '@atelier/kernel';
import type { EntryStore, StoredEntry } from '../store/entry-store.ts';
import { textsOf } from '../store/entry-texts.ts';
import type { LightEntry } from '../store/light-entry.ts';
import { numberOf } from '../store/numbers.ts';
import { spaced } from './fold.ts';

/** The full text of entries. Written after their rows and in batches, because words cost more to write than a row. */
export interface TextIndex {
  /** Adds the new entries of a conversation, in batches. */
  flush(conversation: number, signal: AbortSignal): Promise<void>;
  /** Adds up to 300 entries of the touched conversations at once, so that a search finds the newest messages. */
  catchUp(): void;
  /** Marks a conversation that may have new entries. */
  touch(conversation: number): void;
  /** Replaces the words of an entry that was changed. */
  changed(conversation: number, position: number): void;
  /** Removes the words of the entries from a position on. */
  cut(conversation: number, position: number): void;
  /** Removes the words of a conversation, in batches. */
  clear(conversation: number): Promise<void>;
  /** Removes all words, and adds the titles again. */
  empty(): void;
  /** Takes the words of deleted conversations out of the file: until then they are not found any more, and still stand there. */
  erase(signal: AbortSignal): Promise<void>;
}

const piece = 100;
const maxRowsPerPass = 300;
const maxTextLength = 64 * 1024;
/** So little of the index is written anew at once that nobody waits for it. */
const pagesAtOnce = 16;

export function openTextIndex(db: Database, store: EntryStore): TextIndex {
  const insert = db.prepare(
    'INSERT OR REPLACE INTO texts (rowid, title, user, assistant, tool) VALUES (CAST(? AS INTEGER), NULL, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM texts WHERE rowid = CAST(? AS INTEGER)');
  const emptied = db.prepare("INSERT INTO texts (texts) VALUES ('delete-all')");
  const titles = db.prepare('INSERT INTO texts (rowid, title) SELECT (number << 26) | 67108863, title FROM conversations');
  const nothing = db.prepare('UPDATE indexed SET texted = 0');
  const touched = new Set<number>();
  const unerased = db.prepare<{ conversation: number }>('SELECT conversation FROM unerased');
  const erased = db.prepare('DELETE FROM unerased WHERE conversation = ?');
  const merge = db.prepare("INSERT INTO texts (texts, rank) VALUES ('merge', ?)");
  const changes = db.prepare<{ count: number }>('SELECT total_changes() AS count');
  const merged = (pages: number): boolean => {
    const before = changes.get()?.count ?? 0;
    merge.run(pages);
    return (changes.get()?.count ?? 0) - before < 2;
  };

  const add = (conversation: number, { position, json }: StoredEntry) => {
    const { user, assistant, tool } = textsOf(JSON.parse(json) as LightEntry);
    insert.run(numberOf(conversation, position), wordsOf(user), wordsOf(assistant), wordsOf(tool));
  };
  /** Returns the number of entries added. */
  const addNew = (conversation: number, limit: number): number =>
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
      while (!signal.aborted && addNew(conversation, piece) === piece) await setImmediate();
    },
    catchUp() {
      let left = maxRowsPerPass;
      for (const conversation of touched) {
        const added = addNew(conversation, left);
        if (added < left) touched.delete(conversation);
        left -= added;
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
    async erase(aborted) {
      const all = unerased.all();
      if (all.length === 0) return;
      // A negative count begins a merge of everything, which the others go on with.
      merged(-pagesAtOnce);
      do await setImmediate();
      while (!aborted.aborted && !merged(pagesAtOnce));
      if (aborted.aborted) return;
      db.transaction(() => {
        for (const { conversation } of all) erased.run(conversation);
      });
    },
  };
}

function wordsOf(text: string): string | null {
  return text === '' ? null : spaced(text.slice(0, maxTextLength));
}
