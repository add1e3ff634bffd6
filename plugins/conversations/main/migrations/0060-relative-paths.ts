import type { Migration } from '@atelier/kernel';

const sessions = './.agent/agent/sessions/';
const worktrees = './.agent/agent/worktrees/';

/** Paths of the profile are stored relative to it: with absolute ones a copy of the profile worked on the files of the original. */
export const relativePaths: Migration = {
  id: 60,
  name: 'store paths of the profile relative to it',
  up(db) {
    const files = db.prepare<{ readonly conversation: number; readonly file: string }>(
      'SELECT conversation, file FROM indexed WHERE file IS NOT NULL',
    );
    const setFile = db.prepare('UPDATE indexed SET file = ? WHERE conversation = ?');
    for (const { conversation, file } of files.all()) setFile.run(sessions + (file.split(/[/\\]/).at(-1) ?? ''), conversation);

    const paths = db.prepare<{ readonly id: string; readonly path: string }>(
      'SELECT id, worktree_path AS path FROM conversations WHERE worktree_path IS NOT NULL',
    );
    const setPath = db.prepare('UPDATE conversations SET worktree_path = ? WHERE id = ?');
    for (const { id, path } of paths.all()) {
      const [, within] = /[/\\]\.agent[/\\]agent[/\\]worktrees[/\\](.+)$/.exec(path) ?? [];
      if (within !== undefined) setPath.run(worktrees + within.replaceAll('\\', '/'), id);
    }
  },
};
