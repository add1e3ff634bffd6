import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, parse } from 'node:path';
import { isInside } from './containment.ts';

/** The folders of PATH in which programs may be found: absolute ones outside of a folder and outside of `node_modules`. */
export function programFolders(path: string | undefined, outside: string): readonly string[] {
  const folders = [...(path ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/bin'];
  return [...new Set(folders)].filter(folder => isAbsolute(folder) && !folder.includes('node_modules') && !lies(folder, outside));
}

/** The programs of a name as real paths, in the order of PATH. None is relative to, or inside, the folder, not even through a link. */
export function findPrograms(name: string, path: string | undefined, outside: string): readonly string[] {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const found = programFolders(path, outside).flatMap(folder => {
    try {
      const real = realpathSync(join(folder, file));
      accessSync(real, constants.X_OK);
      return lies(real, realpathSync(outside)) ? [] : [real];
    } catch {
      return [];
    }
  });
  return [...new Set(found)];
}

/** Everything lies in the root of a disk, in which an app that a desktop starts often works; that excludes nothing. */
function lies(path: string, folder: string): boolean {
  return folder !== parse(folder).root && isInside(path, folder, true);
}
