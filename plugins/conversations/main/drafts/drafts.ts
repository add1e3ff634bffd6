import type { AccessMode, ThinkingLevel } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import { errors } from '../errors.ts';

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

export interface Drafts {
  read(of: string): DraftRecord;
  /** Saves the given fields; a draft without any content is deleted. */
  save(of: string, change: DraftChange, now: number): void;
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
  const counts = new Map<string, number>();
  const sends = (of: string) => counts.get(of) ?? 0;
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
    append(of, text, now) {
      const { text: before } = read(of);
      save(of, { text: before === '' ? text : `${before}\n${text}` }, now);
    },
    forget: of => void remove.run(of),
    sends,
    claim(of, known) {
      const now = sends(of);
      if (known !== undefined && known < now) throw errors['conversations/already-sent']({});
      counts.set(of, now + 1);
      return () => void counts.set(of, sends(of) - 1);
    },
  };
}
