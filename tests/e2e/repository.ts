import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** A repository, removed with its test, whose first commit on `main` has these files. */
export function repositoryOf(files: Readonly<Record<string, string>>): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'atelier-e2e-'))), 'tide-tables');
  onTestFinished(() => rmSync(dirname(folder), { recursive: true, force: true }));
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  return folder;
}
