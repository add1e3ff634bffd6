import type { AccessMode, ThinkingLevel } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import { errors } from '../errors.ts';
import type { Splice } from './changes.ts';
import { openDraftPages } from './draft-pages.ts';
import { DraftText } from './draft-text.ts';

export interface DraftRecord {
  readonly text: string;
  readonly model: string | undefined;
  readonly thinkingLevel: ThinkingLevel | undefined;
  readonly accessMode: AccessMode | undefined;
  /** The conversation that begins with it is private. */
  readonly private: boolean;
}

export interface DraftChange {
  readonly text?: string | undefined;
  readonly model?: string | null | undefined;
  readonly thinkingLevel?: ThinkingLevel | undefined;
  readonly accessMode?: AccessMode | undefined;
  readonly private?: boolean | undefined;
}

/** One save of a page. */
export interface Step {
  readonly edit: number;
  readonly text: string;
  /** What made this text of the one before. */
  readonly splices?: readonly Splice[] | undefined;
}

/** What a page has written, and what it began as. */
export interface Written {
  readonly text: string;
  readonly base: string;
  readonly splices?: readonly Splice[] | undefined;
  /** The number of this save of the page. */
  readonly edit?: number | undefined;
  /** What the page saved between the base and this text, without hearing an answer. */
  readonly tried?: readonly Step[] | undefined;
  /** The newest save of the page that was answered. */
  readonly known?: number | undefined;
  /** The page. */
  readonly by?: string | undefined;
}

/** A message that is being sent out of a draft. */
export interface Outgoing {
  readonly text: string;
  /** The page that sends it, and where it stands in what that page saved last. */
  readonly by?: string | undefined;
  readonly at?: number | undefined;
}

/** A draft that somebody is sending. */
export interface Claim {
  /** It was not sent. */
  release(): void;
  /** It was: deletes the settings, and the message where it stands; what other windows wrote stays. */
  sent(now: number): void;
}

/** A text that was appended to a draft. */
export interface Appended {
  /** Takes it out again, unless it was changed or is gone; returns whether it did. */
  takeBack(now: number): boolean;
}

export interface Drafts {
  read(of: string): DraftRecord;
  /** Reads a draft for a page, which may then save what became of it. */
  show(of: string): DraftRecord;
  /** Saves the given fields; a draft without any content is deleted. */
  save(of: string, change: DraftChange, now: number): void;
  /** Saves a text together with what others saved since its base; returns what is saved now. */
  merge(of: string, written: Written, now: number): string;
  /** Appends a text on a new line. */
  append(of: string, text: string, now: number): void;
  /** The same, for a text that may go again. */
  putBack(of: string, text: string, now: number): Appended;
  /** Deletes a draft, and those of a conversation’s edited messages with it. */
  forget(of: string): void;
  /** The entry of the message of a conversation that was edited last, and neither sent nor given up. */
  edited(conversation: string): string | undefined;
  /** How often a draft was sent since the start; a window that knows a smaller number has a draft that another window already sent. */
  sends(of: string): number;
  /** Claims a draft for sending. */
  claim(of: string, sends: number | undefined, message: Outgoing): Claim;
}

interface Columns {
  readonly text: string;
  readonly model: string | null;
  readonly thinking_level: ThinkingLevel | null;
  readonly access_mode: AccessMode | null;
  readonly private: number;
}

/** So many drafts have their texts in memory. */
const maxTexts = 64;

const empty: DraftRecord = { text: '', model: undefined, thinkingLevel: undefined, accessMode: undefined, private: false };

/** The drafts of conversations and projects. */
export function openDrafts(db: Database): Drafts {
  const one = db.prepare<Columns>('SELECT text, model, thinking_level, access_mode, private FROM drafts WHERE of = ?');
  const write = db.prepare(
    'INSERT INTO drafts (of, text, model, thinking_level, access_mode, private, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (of) DO UPDATE SET text = excluded.text, model = excluded.model, thinking_level = excluded.thinking_level, access_mode = excluded.access_mode, private = excluded.private, saved_at = excluded.saved_at',
  );
  const remove = db.prepare('DELETE FROM drafts WHERE of = ?');
  const edits = db.prepare<{ of: string }>("SELECT of FROM drafts WHERE of > ? AND of < ? AND text <> '' ORDER BY saved_at DESC");
  const editsOf = (conversation: string) => edits.all(`edit:${conversation}:`, `edit:${conversation};`).map(({ of }) => of);
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
      private: row.private === 1,
    };
  };
  const texts = new Map<string, DraftText>();
  const textOf = (of: string): DraftText => {
    const { text } = read(of);
    const found = texts.get(of) ?? new DraftText(text);
    found.replace(text);
    texts.delete(of);
    texts.set(of, found);
    for (const [oldest, { isHeld }] of texts) if (texts.size > maxTexts && !isHeld) texts.delete(oldest);
    return found;
  };
  const save = (of: string, change: DraftChange, now: number): void => {
    const before = read(of);
    const text = change.text ?? before.text;
    const model = change.model === null ? undefined : (change.model ?? before.model);
    const thinkingLevel = change.thinkingLevel ?? before.thinkingLevel;
    const accessMode = change.accessMode ?? before.accessMode;
    const isPrivate = change.private ?? before.private;
    if (text === '' && model === undefined && thinkingLevel === undefined && accessMode === undefined && !isPrivate) remove.run(of);
    else write.run(of, text, model ?? null, thinkingLevel ?? null, accessMode ?? null, isPrivate ? 1 : 0, now);
  };
  return {
    read,
    save,
    show(of) {
      textOf(of).shown();
      return read(of);
    },
    merge: (of, { text, base, splices, edit = 0, tried = [], known, by }, now) =>
      db.transaction(() => {
        const draft = textOf(of);
        const { text: saved } = draft;
        const newest = by === undefined ? 0 : pages.newest(of, by);
        if (edit !== 0 && newest >= edit) return saved;
        // An import or a restored backup took away what the page knows to be saved: what is missing was not deleted by anybody.
        const isEarlier = newest < (known ?? 0);
        // The page may have saved more than it knows, also so long ago that it does not say any more what it was.
        const isAhead = known !== undefined && newest > known;
        const stepped = tried.find(one => one.edit === newest)?.text;
        const from = stepped ?? (isAhead ? draft.newestOf(by) : base);
        if (isEarlier || from === undefined) draft.regain(by, text);
        else draft.write(by, from, text, isAhead && stepped === undefined ? undefined : stepsAfter(newest, tried, splices));
        if (draft.text !== saved) save(of, { text: draft.text }, now);
        if (draft.text !== text) draft.shown();
        if (by !== undefined && edit !== 0) pages.keep(of, by, edit, now);
        return draft.text;
      }),
    append(of, text, now) {
      const draft = textOf(of);
      draft.release(draft.append(text));
      save(of, { text: draft.text }, now);
    },
    putBack(of, text, now) {
      const draft = textOf(of);
      const held = draft.append(text);
      save(of, { text: draft.text }, now);
      return {
        takeBack(when) {
          draft.replace(read(of).text);
          if (!draft.takeUnchanged(held)) return false;
          save(of, { text: draft.text }, when);
          return true;
        },
      };
    },
    forget(of) {
      for (const key of [of, ...editsOf(of)]) {
        remove.run(key);
        pages.forget(key);
        texts.delete(key);
      }
    },
    edited: conversation => editsOf(conversation)[0]?.split(':').at(-1),
    sends,
    claim(of, known, { text, by, at }) {
      const count = begun.get(of) ?? 0;
      if (known !== undefined && known < count) throw errors['conversations/already-sent']({});
      begun.set(of, count + 1);
      const draft = textOf(of);
      const held = draft.hold(text, by, at);
      return {
        release() {
          begun.set(of, (begun.get(of) ?? 1) - 1);
          draft.release(held);
        },
        sent(when) {
          done.set(of, sends(of) + 1);
          draft.replace(read(of).text);
          draft.take(held);
          remove.run(of);
          if (draft.text !== '') save(of, { text: draft.text }, when);
        },
      };
    },
  };
}

/** How the page made its text of the save that is the newest here; undefined where it does not say. */
function stepsAfter(newest: number, tried: readonly Step[], last: Written['splices']): readonly Splice[] | undefined {
  // From the base, or from a text that was tried.
  const steps = [...tried.filter(({ edit }) => edit > newest).map(({ splices }) => splices), last];
  return steps.every(splices => splices !== undefined) ? steps.flat() : undefined;
}
