import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Holds the fingerprint of the installed packages. In node_modules, so that it is deleted with them. @param {string} root */
const stampFile = root => join(root, 'node_modules', '.atelier-setup.json');

/** The folders with a package.json that npm installs for: the root and every workspace. @param {string} root @returns {string[]} */
export function packageFolders(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = workspaces.flatMap((/** @type {string} */ pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    if (!existsSync(join(root, parent))) return [];
    return readdirSync(join(root, parent))
      .sort()
      .map(name => `${parent}/${name}`);
  });
  return ['', ...folders].filter(folder => existsSync(join(root, folder, 'package.json')));
}

/** A hash of all files that determine the content of node_modules. @param {string} root */
export function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\0`);
  const files = ['package-lock.json', ...packageFolders(root).map(folder => join(folder, 'package.json'))];
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} root */
export function isInstalled(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8')).fingerprint === fingerprint(root);
  } catch {
    return false;
  }
}

/** Written last: an interrupted install has none, and is repeated. @param {string} root */
export function markInstalled(root) {
  writeFileSync(stampFile(root), `${JSON.stringify({ fingerprint: fingerprint(root) })}\n`);
}
