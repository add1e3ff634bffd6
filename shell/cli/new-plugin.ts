import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInstalled, markInstalled } from './stamp.mjs';

/** A word that can be a folder, a package, a channel and the start of an element's name. */
export function isPluginName(name: string): boolean {
  // 48 for the whole id (manifest.schema.json), less "@atelier/".
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 39;
}

/** Copies a plugin's folder with its name replaced in every text and every path. */
function copyPlugin(root: string, from: string, to: string): void {
  const source = join(root, 'plugins', from);
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!lstatSync(join(source, path)).isFile()) continue;
    const target = join(root, 'plugins', to, renamed(path, from, to));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, renamed(readFileSync(join(source, path), 'utf8'), from, to));
  }
}

/** Adds a plugin made from another and makes npm, the compiler and node_modules know it, without asking a registry. */
export function addPlugin(root: string, from: string, name: string): void {
  // Asked first: a package.json more makes any install stale.
  const wasInstalled = isInstalled(root);
  copyPlugin(root, from, name);
  const folder = `plugins/${name}`;
  reference(root, 'tsconfig.json', '', [folder]);
  reference(root, 'tests/tsconfig.json', '../', [`${folder}/contract`, `${folder}/main`, `${folder}/ui`]);
  lock(root, folder);
  if (!wasInstalled) return;
  symlinkSync(join('..', '..', folder), join(root, 'node_modules', '@atelier', name), 'junction');
  markInstalled(root);
}

interface ProjectFile {
  references: { path: string }[];
}

function reference(root: string, file: string, up: string, folders: readonly string[]): void {
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
function lock(root: string, folder: string): void {
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
