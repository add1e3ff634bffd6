import { type Migration, toStoredPath } from '@atelier/kernel';

const columns = [
  ['folders', 'folder'],
  ['files', 'path'],
  ['call_files', 'path'],
  ['steps', 'path'],
] as const;

/** Paths in the profile are stored relative to it: with absolute ones a copy of the profile changed the files of the original. */
export function relativePaths(profile: string): Migration {
  return {
    id: 20,
    name: 'store paths of the profile relative to it',
    up(db) {
      for (const [table, column] of columns) {
        const paths = db.prepare<{ readonly row: number; readonly path: string }>(`SELECT rowid AS row, ${column} AS path FROM ${table}`);
        const change = db.prepare(`UPDATE OR REPLACE ${table} SET ${column} = ? WHERE rowid = ?`);
        for (const { row, path } of paths.all()) {
          const stored = toStoredPath(profile, path);
          if (stored !== path) change.run(stored, row);
        }
      }
    },
  };
}
