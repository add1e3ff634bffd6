import type { Database } from '@atelier/kernel';

/** What a file is by its bytes; how it is sent also depends on the access mode. */
export type Nature = 'image' | 'text' | 'other';

export interface AttachmentRecord {
  readonly id: string;
  readonly of: string;
  readonly name: string;
  readonly nature: Nature;
  readonly size: number;
  readonly mimeType: string;
  readonly lines: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly hash: string;
  /** The picture as the model gets it, if the original is too large. */
  readonly smaller: { readonly hash: string; readonly mimeType: string } | undefined;
}

interface Columns {
  readonly id: string;
  readonly of: string;
  readonly name: string;
  readonly nature: Nature;
  readonly size: number;
  readonly mime_type: string;
  readonly lines: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly hash: string;
  readonly smaller_hash: string | null;
  readonly smaller_mime_type: string | null;
}

/** The rows of attached files; their bytes are in the store under their hash. */
export interface AttachmentRecords {
  find(id: string): AttachmentRecord | undefined;
  /** The files of a draft that are not sent yet, in the order in which they were added. */
  ofDraft(of: string): readonly AttachmentRecord[];
  add(record: AttachmentRecord, now: number): void;
  setSmaller(id: string, hash: string, mimeType: string): void;
  /** Returns the hashes that no row refers to any more. */
  remove(id: string): readonly string[];
  sent(of: string, conversation: string): void;
  /** Returns the removed ids, and the hashes that no row refers to any more. */
  forget(of: string): { readonly ids: readonly string[]; readonly hashes: readonly string[] };
  isKept(hash: string): boolean;
}

export function openAttachmentRecords(db: Database): AttachmentRecords {
  const one = db.prepare<Columns>('SELECT * FROM attachments WHERE id = ?');
  const ofDraft = db.prepare<Columns>('SELECT * FROM attachments WHERE of = ? AND sent = 0 ORDER BY created_at, rowid');
  const all = db.prepare<Columns>('SELECT * FROM attachments WHERE of = ?');
  const insert = db.prepare(
    'INSERT INTO attachments (id, of, name, nature, size, mime_type, lines, width, height, hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const smaller = db.prepare('UPDATE attachments SET smaller_hash = ?, smaller_mime_type = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM attachments WHERE id = ?');
  const removeAll = db.prepare('DELETE FROM attachments WHERE of = ?');
  const sent = db.prepare('UPDATE attachments SET of = ?, sent = 1 WHERE of = ? AND sent = 0');
  const kept = db.prepare<{ one: number }>('SELECT 1 AS one FROM attachments WHERE hash = ? OR smaller_hash = ? LIMIT 1');
  const isKept = (hash: string) => kept.get(hash, hash) !== undefined;
  const free = (rows: readonly Columns[]) => {
    const hashes = rows.flatMap(({ hash, smaller_hash }) => (smaller_hash === null ? [hash] : [hash, smaller_hash]));
    return [...new Set(hashes)].filter(hash => !isKept(hash));
  };
  return {
    find(id) {
      const row = one.get(id);
      return row && recordOf(row);
    },
    ofDraft: of => ofDraft.all(of).map(recordOf),
    add({ id, of, name, nature, size, mimeType, lines, width, height, hash }, now) {
      insert.run(id, of, name, nature, size, mimeType, lines ?? null, width ?? null, height ?? null, hash, now);
    },
    setSmaller: (id, hash, mimeType) => void smaller.run(hash, mimeType, id),
    remove(id) {
      const row = one.get(id);
      remove.run(id);
      return row === undefined ? [] : free([row]);
    },
    sent: (of, conversation) => void sent.run(conversation, of),
    forget(of) {
      const rows = all.all(of);
      removeAll.run(of);
      return { ids: rows.map(({ id }) => id), hashes: free(rows) };
    },
    isKept,
  };
}

function recordOf(row: Columns): AttachmentRecord {
  const { id, of, name, nature, size, hash, smaller_hash, smaller_mime_type } = row;
  return {
    id,
    of,
    name,
    nature,
    size,
    hash,
    mimeType: row.mime_type,
    lines: row.lines ?? undefined,
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    smaller: smaller_hash === null || smaller_mime_type === null ? undefined : { hash: smaller_hash, mimeType: smaller_mime_type },
  };
}
