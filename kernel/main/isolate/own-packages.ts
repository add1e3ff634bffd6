import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folders of the npm packages that a bundled extension depends on and that are installed above its folder, and of what they
 * depend on. An installed extension has its packages inside its own folder.
 */
export function packagesAbove(packageFolder: string): readonly string[] {
  const folders = new Set<string>();
  collect(packageFolder, packageFolder, folders);
  return [...folders];
}

function collect(folder: string, asking: string, folders: Set<string>): void {
  for (const name of dependenciesOf(folder)) {
    // What other extensions offer is passed with the program instead.
    if (name.startsWith('@atelier/')) continue;
    const found = installed(name, folder);
    if (found === undefined || found.startsWith(`${asking}/`) || folders.has(found)) continue;
    folders.add(found);
    collect(found, asking, folders);
  }
}

function dependenciesOf(folder: string): readonly string[] {
  try {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies?: object };
    return Object.keys(dependencies);
  } catch {
    return [];
  }
}

function installed(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(folder)) return realpathSync(folder);
    if (at === dirname(at)) return undefined;
  }
}
