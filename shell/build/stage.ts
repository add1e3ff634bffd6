import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stagedManifest } from './builder-config.ts';
import { packageFiles, type Target } from './package-files.ts';

/** Copies the files of the archive into one folder, and returns their number. */
export function stage(root: string, staged: string, target: Target): number {
  rmSync(staged, { recursive: true, force: true });
  const files = packageFiles(root, target);
  for (const [path, from] of files) {
    mkdirSync(dirname(join(staged, path)), { recursive: true });
    copyFileSync(from, join(staged, path));
  }
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(stagedManifest(version ?? '', description ?? ''), undefined, 2)}\n`);
  return files.size + 1;
}
