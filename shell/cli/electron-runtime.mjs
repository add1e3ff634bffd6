import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Electron's executable, if npm's `electron` package has fetched it. @param {string} root @returns {string | undefined} */
export function electronRuntime(root) {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist');
  const file = join(dist, readFileSync(pathFile, 'utf8').trim());
  return existsSync(file) ? file : undefined;
}
