import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hash of the files at `paths` and below: it changes when a file is added, removed or written. File contents are not read.
 * @param {string} root @param {readonly string[]} paths from the root @param {(path: string) => boolean} includes which files count
 */
export function fileState(root, paths, includes) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const visit = path => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) if (name !== 'node_modules') visit(`${path}/${name}`);
    } else if (stat !== undefined && includes(path)) {
      hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\0`);
    }
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}
