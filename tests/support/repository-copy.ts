import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { markInstalled, packageFolders } from '../../shell/cli/stamp.mjs';
import { markValidatorsBuilt } from '../../shell/cli/validators.mjs';
import { repositoryFiles } from './tree.ts';

/** A copy of this repository that a test may change; `using` removes it. */
export interface RepositoryCopy extends Disposable {
  readonly root: string;
}

/** Copies the sources with their validators and links node_modules, so that nothing has to be installed or generated. */
export function copyRepository(): RepositoryCopy {
  // The compiler compares real paths, and a temporary folder may lie behind a link.
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-copy-')));
  const validators = globSync('{schemas,kernel,plugins}/**/*.validate.{js,d.ts}', { exclude: path => path.endsWith('node_modules') });
  for (const path of [...repositoryFiles(), ...validators]) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    copyFileSync(path, join(root, path));
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  const packages = join(root, 'node_modules');
  mkdirSync(join(packages, '@atelier'), { recursive: true });
  for (const name of readdirSync('node_modules')) {
    if (!['@atelier', '.atelier-setup.json', '.vite', '.cache'].includes(name))
      symlinkSync(join(process.cwd(), 'node_modules', name), join(packages, name));
  }
  for (const folder of packageFolders(root).filter(name => name !== '')) {
    symlinkSync(join(root, folder), join(packages, '@atelier', folder.slice(folder.lastIndexOf('/') + 1)));
  }
  markInstalled(root);
  markValidatorsBuilt(root);
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}
