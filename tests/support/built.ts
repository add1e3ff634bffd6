import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, sourceHash } from '../../shell/cli/build.ts';
import { withLock } from '../../shell/cli/setup-lock.mjs';

const repo = join(import.meta.dirname, '..', '..');

/** All sources that a test page may be built from. */
const sources = ['kernel', 'plugins', 'schemas/generated', 'shell', 'tests/support', 'tests/bench', 'package-lock.json'];

/** The folders of the app's page and of the extension frame page, built the same way as at a start of the app. */
export async function builtApp(): Promise<{ readonly page: string; readonly frame: string }> {
  if ((await ensureBuilt(repo)) !== 0) throw new Error('The app could not be built.');
  return { page: join(repo, '.build', 'ui'), frame: join(repo, '.build', 'frame') };
}

/** The output folder of `vite build` with these arguments; rebuilt only if a source has changed. */
export async function builtPage(...args: readonly string[]): Promise<string> {
  const folder = join(repo, '.build', 'tests', createHash('sha256').update(args.join('\0')).digest('hex').slice(0, 16));
  const stamp = `${folder}.stamp`;
  const state = sourceHash(repo, sources);
  const isBuilt = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === state;
  if (isBuilt()) return folder;
  // Test files run in parallel and may need the same page.
  await withLock(
    folder,
    () => undefined,
    async () => {
      if (isBuilt()) return;
      rmSync(stamp, { force: true });
      mkdirSync(folder, { recursive: true });
      const vite = join(repo, 'node_modules', 'vite', 'bin', 'vite.js');
      // In a process of its own, because a build inside a test run would be a development build.
      execFileSync(process.execPath, [vite, 'build', ...args, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'], {
        cwd: repo,
        env: { ...process.env, NODE_ENV: 'production' },
      });
      writeFileSync(stamp, state);
    },
  );
  return folder;
}
