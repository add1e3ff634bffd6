import { type Database, fromStoredPath, toStoredPath } from '@atelier/kernel';
import type { WorktreeRecords } from '../engine/git/worktrees.ts';

/** The worktrees that were created for conversations, in the agent's database, relative to the profile. */
export function openWorktrees(db: Database, profile: string): WorktreeRecords {
  const insert = db.prepare('INSERT OR REPLACE INTO worktrees (path, repository) VALUES (?, ?)');
  const select = db.prepare<{ readonly repository: string }>('SELECT repository FROM worktrees WHERE path = ?');
  const remove = db.prepare('DELETE FROM worktrees WHERE path = ?');
  const all = db.prepare<{ readonly path: string }>('SELECT path FROM worktrees');
  return {
    all: () => all.all().map(({ path }) => fromStoredPath(profile, path)),
    add: (path, repository) => void insert.run(toStoredPath(profile, path), repository),
    repositoryOf: path => select.get(toStoredPath(profile, path))?.repository,
    forget: path => void remove.run(toStoredPath(profile, path)),
  };
}
