import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runNode } from './run-node.ts';
import { runScript } from './run-script.ts';
import { isInstalled, markInstalled } from './stamp.mjs';
import { say } from './texts.mjs';

/** `new <name>`: creates a plugin that passes every check. */
export async function newPlugin(root: string, name: string): Promise<number> {
  const folder = `plugins/${name}`;
  if (existsSync(join(root, folder)) && readdirSync(join(root, folder)).length > 0) {
    say({ en: '{folder} already exists. Choose another name.', fr: '{folder} existe déjà. Choisissez un autre nom.' }, { folder });
    return 1;
  }
  addPlugin(root, 'template', name);
  // A name that sorts elsewhere changes the order of imports.
  await runNode(root, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', folder]);
  if ((await runScript(root, 'generate', [])) !== 0) return 1;
  say(
    {
      en: '{folder} is ready. Its README.md says what it does; start with contract/, then `npm test` and `npm run check`.',
      fr: '{folder} est prêt. Son README.md dit ce qu’il fait ; commencez par contract/, puis `npm test` et `npm run check`.',
    },
    { folder },
  );
  return 0;
}

/** Copies a plugin's folder, and replaces the name in every file and path. */
function copyPlugin(root: string, from: string, to: string): void {
  const source = join(root, 'plugins', from);
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!lstatSync(join(source, path)).isFile()) continue;
    const target = join(root, 'plugins', to, renamed(path, from, to));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, renamed(readFileSync(join(source, path), 'utf8'), from, to));
  }
}

/** Copies a plugin, and adds the copy to the lockfile, the compiler's projects and node_modules without a request to a registry. */
function addPlugin(root: string, from: string, name: string): void {
  // Read first: another package.json makes any install stale.
  const wasInstalled = isInstalled(root);
  copyPlugin(root, from, name);
  const folder = `plugins/${name}`;
  addReferences(root, 'tsconfig.json', '', [folder]);
  addReferences(root, 'tests/tsconfig.json', '../', [`${folder}/contract`, `${folder}/main`, `${folder}/ui`]);
  addToLockfile(root, folder);
  if (!wasInstalled) return;
  symlinkSync(join('..', '..', folder), join(root, 'node_modules', '@atelier', name), 'junction');
  markInstalled(root);
}

interface ProjectFile {
  references: { path: string }[];
}

function addReferences(root: string, file: string, up: string, folders: readonly string[]): void {
  const path = join(root, file);
  const project = JSON.parse(readFileSync(path, 'utf8')) as ProjectFile;
  const paths = new Set([...project.references.map(each => each.path), ...folders.map(folder => up + folder)]);
  project.references = [...paths].toSorted().map(each => ({ path: each }));
  writeFileSync(path, `${JSON.stringify(project, undefined, 2)}\n`);
}

interface Lockfile {
  packages: Record<string, object>;
}

interface PackageFile {
  name: string;
  version: string;
  license?: string;
  dependencies?: object;
  engines?: object;
}

/** The two entries that `npm install` would add, so that `npm ci` accepts the lockfile. */
function addToLockfile(root: string, folder: string): void {
  const path = join(root, 'package-lock.json');
  const file = JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
  const { name, version, license, dependencies, engines } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as PackageFile;
  file.packages[`node_modules/${name}`] = { resolved: folder, link: true };
  file.packages[folder] = { name, version, license, dependencies, engines };
  const sorted = Object.entries(file.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  file.packages = Object.fromEntries(sorted);
  writeFileSync(path, `${JSON.stringify(file, undefined, 2)}\n`);
}

/** `template-notes`, `TemplateNotes` and `template.addNote` become `word-count-notes`, `WordCountNotes` and `word-count.addNote`. */
function renamed(text: string, from: string, to: string): string {
  return text.replaceAll(from, to).replaceAll(pascal(from), pascal(to));
}

function pascal(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
