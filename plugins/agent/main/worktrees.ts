import { type Database, toStoredPath } from '@atelier/kernel';
import type { WorktreeRecords } from '../engine/git/worktrees.ts';

/** The worktrees that were created for conversations, in the agent's database, relative to the profile. */
export function openWorktrees(db: Database, profile: string): WorktreeRecords {
  const insert = db.prepare('INSERT OR REPLACE INTO worktrees (path, repository) VALUES (?, ?)');
  const select = db.prepare<{ readonly repository: string }>('SELECT repository FROM worktrees WHERE path = ?');
  const remove = db.prepare('DELETE FROM worktrees WHERE path = ?');
  return {
    add: (path, repository) => void insert.run(toStoredPath(profile, path), repository),
    repositoryOf: path => select.get(toStoredPath(profile, path))?.repository,
    forget: path => void remove.run(toStoredPath(profile, path)),
  };
}
