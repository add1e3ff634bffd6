import type { Migration } from '@atelier/kernel';

const sessions = './.agent/agent/sessions/';
const worktrees = './.agent/agent/worktrees/';

/**
 * Paths of the profile are stored relative to it: with absolute ones a copy of the profile worked on the files of the original. The
 * last part of a path decides, because the profile may have been copied before this migration.
 */
export const relativePaths: Migration = {
  id: 110,
  name: 'store paths of the profile relative to it',
  up(db) {
    const files = db.prepare<{ readonly conversation: string; readonly file: string }>(
      'SELECT conversation, session_file AS file FROM runtimes WHERE session_file IS NOT NULL',
    );
    const setFile = db.prepare('UPDATE runtimes SET session_file = ? WHERE conversation = ?');
    for (const { conversation, file } of files.all()) setFile.run(sessions + (file.split(/[/\\]/).at(-1) ?? ''), conversation);

    const paths = db.prepare<{ readonly path: string }>('SELECT path FROM worktrees');
    const setPath = db.prepare('UPDATE OR REPLACE worktrees SET path = ? WHERE path = ?');
    for (const { path } of paths.all()) {
      const [, within] = /[/\\]\.agent[/\\]agent[/\\]worktrees[/\\](.+)$/.exec(path) ?? [];
      if (within !== undefined) setPath.run(worktrees + within.replaceAll('\\', '/'), path);
    }
  },
};
