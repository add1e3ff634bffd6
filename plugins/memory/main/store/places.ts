import type { Database } from '@atelier/kernel';

/** How the folder of a project is known. */
export interface KnownFolder {
  /** The key that it has now: the address of its remote, or `folder`. */
  readonly project: string;
  /** The hash of its path. */
  readonly folder: string;
  /** What tells it from another folder that stands at its path later. */
  readonly identity: string;
}

/** The keys under which a project was known: a memory follows it when its remote is added, renamed or removed. */
export type Places = ReturnType<typeof openPlaces>;

export function openPlaces(db: Database) {
  const closure = db.prepare<{ project: string }>(
    `WITH RECURSIVE known(project) AS (SELECT ? UNION SELECT also FROM project_keys JOIN known USING (project)) SELECT project FROM known`,
  );
  const last = db.prepare<{ identity: string; project: string }>('SELECT identity, project FROM folders WHERE folder = ?');
  const put = db.prepare('INSERT OR REPLACE INTO folders (folder, identity, project) VALUES (?, ?, ?)');
  const ofOthers = db.prepare(
    'SELECT 1 FROM folders WHERE project = :project AND folder <> :folder UNION ALL SELECT 1 FROM memories WHERE project = :project LIMIT 1',
  );
  const ofIdentity = db.prepare<{ folder: string; project: string }>(
    'SELECT folder, project FROM folders WHERE identity = ? AND folder <> ?',
  );
  const gone = db.prepare('DELETE FROM folders WHERE folder = ?');
  const join = db.prepare('INSERT OR IGNORE INTO project_keys (project, also) VALUES (?, ?)');

  /** Where the same folder stood before it was moved: a copy is another one, and nothing else has its number and the moment it was made. */
  const movedFrom = ({ folder, identity }: KnownFolder) =>
    last.get(folder) !== undefined || !/^\d+ [1-9]/.test(identity) ? [] : ofIdentity.all(identity, folder);
  const keysOf = (project: string): string[] => closure.all(project).map(row => row.project);
  return {
    /** A project's own key, and those that it had before. */
    keysOf,
    /** The same as a set; of what holds everywhere, only that. */
    placesOf: (project: string | null): ReadonlySet<string | null> => new Set(project === null ? [null] : keysOf(project)),
    /** Whether a folder has the memories of its remote: the first one that names it has, each other one only if the person agreed. */
    isShared(known: KnownFolder): boolean {
      const { project, folder, identity } = known;
      const before = last.get(folder);
      if (project === folder || (before?.identity === identity && before.project === project)) return true;
      return ofOthers.get({ project, folder }) === undefined || movedFrom(known).some(one => one.project === project);
    },
    /**
     * Notes which key a folder has. Of the former key only this project is given the memories: another one that began as a copy of the same
     * repository is not.
     */
    seen(known: KnownFolder): void {
      const { project, folder, identity } = known;
      const before = last.get(folder);
      if (before?.identity === identity && before.project === project) return;
      db.transaction(() => {
        const isSame = before === undefined || before.identity === identity;
        const moved = movedFrom(known);
        const former = isSame ? [folder, before?.project ?? project, ...moved.flatMap(one => [one.folder, one.project])] : [];
        for (const also of former) if (also !== project) join.run(project, also);
        for (const one of moved) gone.run(one.folder);
        put.run(folder, identity, project);
      });
    },
  };
}
