import { type Database, fromStoredPath, toStoredPath } from '@atelier/kernel';
import { isSameContent, type State } from '../content/state.ts';

/** One file a conversation has touched. */
export interface FileRecord {
  readonly path: string;
  /** The state before the conversation first changed the file. */
  readonly base: State;
  /** The state that the conversation left. */
  readonly leftAs: State;
  /** The stamp of the file as it was left; an equal stamp means that it was not written since. */
  readonly stamp: string;
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
}

/** What one tool call did to one file. */
export interface CallFile {
  readonly path: string;
  readonly before: State;
  readonly after: State;
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
}

export interface CallRecord {
  readonly place: number;
  readonly call: string;
  /** The command; undefined for an edit. */
  readonly command: string | undefined;
  /** Whether its changes in the working folder are known. */
  readonly known: boolean;
}

export interface Records {
  folderOf(conversation: string): string | undefined;
  setFolder(conversation: string, folder: string): void;
  file(conversation: string, path: string): FileRecord | undefined;
  /** All files that were changed, by path, also those without a remaining difference. */
  files(conversation: string): FileRecord[];
  saveFile(conversation: string, file: FileRecord): void;
  addCall(conversation: string, call: { call: string; command: string | undefined; known: boolean; files: readonly CallFile[] }): void;
  /** The recorded calls among the ids, in the order in which they ran. */
  calls(conversation: string, among: readonly string[]): CallRecord[];
  filesOf(place: number): CallFile[];
  forget(conversation: string): void;
  transaction<T>(work: () => T): T;
}

/** As in the database: numbers instead of booleans, null instead of undefined. */
type Row<T> = {
  [Key in keyof T]: T[Key] extends boolean ? number : undefined extends T[Key] ? Exclude<T[Key], undefined> | null : T[Key];
};

/** Paths are stored relative to `profile`, where they are in it. */
export function openRecords(db: Database, now: () => number, profile: string): Records {
  const [stored, current] = [(path: string) => toStoredPath(profile, path), (path: string) => fromStoredPath(profile, path)];
  const selectFolder = db.prepare<{ folder: string }>('SELECT folder FROM folders WHERE conversation = ?');
  const insertFolder = db.prepare(
    'INSERT INTO folders (conversation, folder) VALUES (?, ?) ON CONFLICT DO UPDATE SET folder = excluded.folder WHERE folder <> excluded.folder',
  );
  const fileColumns = 'path, base, left_as AS leftAs, stamp, added, removed, is_binary AS isBinary';
  const selectFile = db.prepare<Row<FileRecord>>(`SELECT ${fileColumns} FROM files WHERE conversation = ? AND path = ?`);
  const selectFiles = db.prepare<Row<FileRecord>>(`SELECT ${fileColumns} FROM files WHERE conversation = ? ORDER BY path`);
  const upsertFile = db.prepare(
    'INSERT OR REPLACE INTO files (conversation, path, base, left_as, stamp, added, removed, is_binary) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertCall = db.prepare('INSERT OR REPLACE INTO calls (conversation, call, command, known, at) VALUES (?, ?, ?, ?, ?)');
  const selectCall = db.prepare<Row<CallRecord>>('SELECT place, call, command, known FROM calls WHERE conversation = ? AND call = ?');
  const insertCallFile = db.prepare(
    'INSERT OR REPLACE INTO call_files (call, path, before, after, added, removed, is_binary) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const selectCallFiles = db.prepare<Row<CallFile>>(
    'SELECT path, before, after, added, removed, is_binary AS isBinary FROM call_files WHERE call = ? ORDER BY path',
  );
  const forgetting = ['files', 'calls', 'folders', 'operations'].map(table => db.prepare(`DELETE FROM ${table} WHERE conversation = ?`));

  return {
    folderOf(conversation) {
      const row = selectFolder.get(conversation);
      return row && current(row.folder);
    },
    setFolder: (conversation, folder) => void insertFolder.run(conversation, stored(folder)),
    file(conversation, path) {
      const row = selectFile.get(conversation, stored(path));
      return row && { ...fileOf(row), path };
    },
    files: conversation => selectFiles.all(conversation).map(row => ({ ...fileOf(row), path: current(row.path) })),
    saveFile: (conversation, { path, base, leftAs, stamp, added, removed, isBinary }) =>
      void upsertFile.run(conversation, stored(path), base, leftAs, stamp, added, removed, Number(isBinary)),
    addCall(conversation, { call, command, known, files }) {
      insertCall.run(conversation, call, command ?? null, Number(known), now());
      const place = selectCall.get(conversation, call)!.place;
      for (const { path, before, after, added, removed, isBinary } of files) {
        insertCallFile.run(place, stored(path), before, after, added, removed, Number(isBinary));
      }
    },
    calls: (conversation, among) =>
      among
        .flatMap(call => selectCall.get(conversation, call) ?? [])
        .map(row => ({ ...row, command: row.command ?? undefined, known: row.known === 1 }))
        .toSorted((a, b) => a.place - b.place),
    filesOf: place => selectCallFiles.all(place).map(row => ({ ...row, path: current(row.path), isBinary: row.isBinary === 1 })),
    forget(conversation) {
      db.transaction(() => {
        for (const statement of forgetting) statement.run(conversation);
      });
    },
    transaction: work => db.transaction(work),
  };
}

function fileOf(row: Row<FileRecord>): FileRecord {
  return { ...row, isBinary: row.isBinary === 1 };
}

/** Whether the conversation's changes of a file leave a difference. */
export function isChanged({ base, leftAs }: FileRecord): boolean {
  return !isSameContent(base, leftAs);
}
