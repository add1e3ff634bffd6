import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { bundledPlugins } from './bundled-plugins.ts';
import { kernelExternals } from './kernel-externals.ts';

/** The target machine of a package. */
export interface Target {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/** The build folders, which are included whole. */
const builtFolders = ['.build/electron', '.build/ui', '.build/frame'];

/** Programs whose source the kernel passes to child processes; it reads them and their imports. */
const childPrograms = ['kernel/main/isolate/isolate-child.ts', 'kernel/main/isolate/isolate-store.ts'];

const kernelPackage = 'node_modules/@atelier/kernel';

/**
 * Every file of the program's archive, by its path there, with its origin: the builds, the kernel's sources that are
 * passed to child processes, and the packages that are loaded at run time. Nothing else is included.
 */
export function packageFiles(root: string, target: Target): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (path: string, from = path) => files.set(path, join(root, from));
  for (const folder of builtFolders) for (const path of filesUnder(root, folder)) add(path);
  for (const path of importedFrom(root, childPrograms)) add(path);
  add(`${kernelPackage}/package.json`, 'kernel/package.json');
  for (const path of importedFrom(root, ['kernel/api/index.ts'])) add(`${kernelPackage}/${relative('kernel', path)}`, path);
  const plugins = bundledPlugins(root).flatMap(({ dependencies }) => dependencies);
  for (const name of packagesNeeded(root, [...kernelExternals, ...plugins], target)) {
    for (const path of filesUnder(root, `node_modules/${name}`)) if (isRun(path, target)) add(path);
  }
  return files;
}

function filesUnder(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

/** A file and all that it imports by a path. */
function importedFrom(root: string, entries: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const source = readFileSync(join(root, path), 'utf8').replaceAll(/^(?:import|export) type [^;]*;$/gm, '');
    for (const [, specifier = ''] of source.matchAll(/\b(?:from|import) '(\.[^']+)'/g)) {
      visit(relative(root, resolve(root, dirname(path), specifier)).replaceAll('\\', '/'));
    }
  };
  for (const entry of entries) visit(entry);
  return [...found].toSorted();
}

/** Packages and all they depend on, as npm has installed them side by side; of native parts by system that of the target. */
function packagesNeeded(root: string, names: readonly string[], { platform, arch }: Target): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    // It only has headers for a build of better-sqlite3, which comes prebuilt.
    if (found.has(name) || name === 'node-addon-api') return;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
    ) as { readonly dependencies?: Record<string, string>; readonly optionalDependencies?: Record<string, string> };
    const native = `${name}-${platform}-${arch}`;
    const parts = Object.hasOwn(optionalDependencies, native) && existsSync(join(root, 'node_modules', native)) ? [native] : [];
    for (const dependency of [...Object.keys(dependencies), ...parts]) visit(dependency);
  };
  for (const name of names) visit(name);
  return [...found].toSorted();
}

/** Whether a file of a package is needed on the target: no sources of native code, no tests, no documentation, no other machine's binaries. */
function isRun(path: string, { platform, arch }: Target): boolean {
  const prebuilt = /\/prebuilds\/([^/]+?)(?:\.node$|\/)/.exec(path)?.[1];
  if (prebuilt !== undefined) return prebuilt === `${platform}-${arch}`;
  // Files left in a package by an editor or a tool; the files of a build folder are kept, whatever their name.
  const steps = path.split('/');
  if (steps.some((step, at) => step.startsWith('.') && (at < steps.length - 1 || !steps.includes('dist')))) return false;
  if (/\/(?:deps|src|test|tests|docs|examples|spec|benchmark|\.github)\//.test(path.replace(/^node_modules\/(?:@[^/]+\/)?[^/]+/, '')))
    return false;
  return /\.(?:c?js|mjs|json|node|wasm)$|\/LICEN[CS]E[^/]*$/i.test(path) && !/\.(?:test|spec)\.|tsconfig/.test(path);
}
