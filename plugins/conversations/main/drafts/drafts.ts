import type { AccessMode, ThinkingLevel } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import { errors } from '../errors.ts';
import { openDraftPages } from './draft-pages.ts';
import { mergeTexts } from './merge-texts.ts';

export interface DraftRecord {
  readonly text: string;
  readonly model: string | undefined;
  readonly thinkingLevel: ThinkingLevel | undefined;
  readonly accessMode: AccessMode | undefined;
}

export interface DraftChange {
  readonly text?: string | undefined;
  readonly model?: string | null | undefined;
  readonly thinkingLevel?: ThinkingLevel | undefined;
  readonly accessMode?: AccessMode | undefined;
}

/** What a page has written, and what it began as. */
export interface Written {
  readonly text: string;
  readonly base: string;
  /** The number of this save of the page. */
  readonly edit?: number | undefined;
  /** What the page saved between the base and this text, without hearing an answer. */
  readonly tried?: readonly { readonly edit: number; readonly text: string }[] | undefined;
  /** The newest save of the page that was answered. */
  readonly known?: number | undefined;
  /** The page. */
  readonly by?: string | undefined;
}

export interface Drafts {
  read(of: string): DraftRecord;
  /** Saves the given fields; a draft without any content is deleted. */
  save(of: string, change: DraftChange, now: number): void;
  /** Saves a text together with what others saved since its base; returns what is saved now. */
  merge(of: string, written: Written, now: number): string;
  /** Deletes the settings and the words that were sent; words that another window has saved meanwhile stay. */
  sent(of: string, text: string, now: number): void;
  /** Appends a text on a new line. */
  append(of: string, text: string, now: number): void;
  forget(of: string): void;
  /** How often a draft was sent since the start; a window that knows a smaller number has a draft that another window already sent. */
  sends(of: string): number;
  /** Claims a draft for sending; returns a function that releases it if sending failed. */
  claim(of: string, sends: number | undefined): () => void;
}

interface Columns {
  readonly text: string;
  readonly model: string | null;
  readonly thinking_level: ThinkingLevel | null;
  readonly access_mode: AccessMode | null;
}

const empty: DraftRecord = { text: '', model: undefined, thinkingLevel: undefined, accessMode: undefined };

/** The drafts of conversations and projects. */
export function openDrafts(db: Database): Drafts {
  const one = db.prepare<Columns>('SELECT text, model, thinking_level, access_mode FROM drafts WHERE of = ?');
  const write = db.prepare(
    'INSERT INTO drafts (of, text, model, thinking_level, access_mode, saved_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (of) DO UPDATE SET text = excluded.text, model = excluded.model, thinking_level = excluded.thinking_level, access_mode = excluded.access_mode, saved_at = excluded.saved_at',
  );
  const remove = db.prepare('DELETE FROM drafts WHERE of = ?');
  const pages = openDraftPages(db);
  const [begun, done] = [new Map<string, number>(), new Map<string, number>()];
  // A draft that is being sent counts as not sent yet: its words are still there, and nobody else may send them.
  const sends = (of: string) => done.get(of) ?? 0;
  const read = (of: string): DraftRecord => {
    const row = one.get(of);
    if (row === undefined) return empty;
    return {
      text: row.text,
      model: row.model ?? undefined,
      thinkingLevel: row.thinking_level ?? undefined,
      accessMode: row.access_mode ?? undefined,
    };
  };
  const save = (of: string, change: DraftChange, now: number): void => {
    const before = read(of);
    const text = change.text ?? before.text;
    const model = change.model === null ? undefined : (change.model ?? before.model);
    const thinkingLevel = change.thinkingLevel ?? before.thinkingLevel;
    const accessMode = change.accessMode ?? before.accessMode;
    if (text === '' && model === undefined && thinkingLevel === undefined && accessMode === undefined) remove.run(of);
    else write.run(of, text, model ?? null, thinkingLevel ?? null, accessMode ?? null, now);
  };
  return {
    read,
    save,
    merge: (of, { text, base, edit = 0, tried = [], known = 0, by }, now) =>
      db.transaction(() => {
        const { text: saved } = read(of);
        const newest = by === undefined ? 0 : pages.newest(of, by);
        if (edit !== 0 && newest >= edit) return saved;
        // An import or a restored backup took away what the page knows to be saved: what is missing was not deleted by anybody.
        const isEarlier = newest < known;
        // The page may have saved more than it knows.
        const from = isEarlier ? '' : (tried.find(one => one.edit === newest)?.text ?? base);
        const merged = isEarlier && text.includes(saved) ? text : mergeTexts(from, saved, text);
        if (merged !== saved) save(of, { text: merged }, now);
        if (by !== undefined && edit !== 0) pages.keep(of, by, edit, now);
        return merged;
      }),
    sent(of, text, now) {
      done.set(of, sends(of) + 1);
      const left = mergeTexts(text, read(of).text, '').trim();
      remove.run(of);
      if (left !== '') save(of, { text: left }, now);
    },
    append(of, text, now) {
      const { text: before } = read(of);
      save(of, { text: before === '' ? text : `${before}\n${text}` }, now);
    },
    forget(of) {
      remove.run(of);
      pages.forget(of);
    },
    sends,
    claim(of, known) {
      const count = begun.get(of) ?? 0;
      if (known !== undefined && known < count) throw errors['conversations/already-sent']({});
      begun.set(of, count + 1);
      return () => void begun.set(of, (begun.get(of) ?? 1) - 1);
    },
  };
}
