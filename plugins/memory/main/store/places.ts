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
  const join = db.prepare('INSERT OR IGNORE INTO project_keys (project, also) VALUES (?, ?)');

  const keysOf = (project: string): string[] => closure.all(project).map(row => row.project);
  return {
    /** A project's own key, and those that it had before. */
    keysOf,
    /** The same as a set; of what holds everywhere, only that. */
    placesOf: (project: string | null): ReadonlySet<string | null> => new Set(project === null ? [null] : keysOf(project)),
    /** Whether a folder has the memories of its remote: the first one that names it has, each other one only if the person agreed. */
    isShared({ project, folder, identity }: KnownFolder): boolean {
      const before = last.get(folder);
      if (project === folder || (before?.identity === identity && before.project === project)) return true;
      return ofOthers.get({ project, folder }) === undefined;
    },
    /**
     * Notes which key a folder has. Of the former key only this project is given the memories: another one that began as a copy of the same
     * repository is not.
     */
    seen({ project, folder, identity }: KnownFolder): void {
      const before = last.get(folder);
      if (before?.identity === identity && before.project === project) return;
      db.transaction(() => {
        const isSame = before === undefined || before.identity === identity;
        for (const also of isSame ? [folder, before?.project ?? project] : []) if (also !== project) join.run(project, also);
        put.run(folder, identity, project);
      });
    },
  };
}
