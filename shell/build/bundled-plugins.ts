import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** One bundled plugin, as found in its folder. */
export interface BundledPlugin {
  readonly name: string;
  readonly folder: string;
  /** Its main side. */
  readonly main: BuiltFile | undefined;
  /** The entries of its child processes, by file name. */
  readonly programs: readonly BuiltFile[];
  /** Third-party packages that it loads from node_modules. */
  readonly dependencies: readonly string[];
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** A file of a plugin that is built: where it is, and where its build goes. */
interface BuiltFile {
  readonly source: string;
  readonly built: string;
}

interface PluginManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly atelier?: { readonly main?: string };
}

/** Left out: sources and texts of the pages, files only for builds and tests, and main sides, which are bundled. */
const excluded = /(?:^|\/)(?:node_modules|ui|tsconfig\.json|README\.md)(?:\/|$)|^text\/[^/]+\/|\.tsx?$|\.snap$/;

export function bundledPlugins(root: string): readonly BundledPlugin[] {
  const parent = join(root, 'plugins');
  return readdirSync(parent).flatMap(name => {
    const file = join(parent, name, 'package.json');
    if (!existsSync(file)) return [];
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as PluginManifest;
    const source = manifest.atelier?.main;
    // What views need is bundled in the pages.
    const dependencies = Object.keys(manifest.dependencies ?? {}).filter(id => !id.startsWith('@atelier/') && id !== 'lit');
    const folder = join(parent, name);
    const main = source === undefined ? undefined : builtFile(source);
    const programs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(path => path.replaceAll('\\', '/'))
      .filter(path => !/(?:^|\/)(?:node_modules|ui)\//.test(path) && path.endsWith('-process.ts'))
      .map(builtFile);
    return [{ name, folder, main, programs, dependencies, manifest: manifest as Record<string, unknown> }];
  });
}

function builtFile(source: string): BuiltFile {
  return { source, built: source.replace(/^\.\//, '').replace(/\.ts$/, '.js') };
}

/** Writes the files of a plugin besides its main side: its manifest, texts, schemas, channels and generated validators. */
export function copyPluginFiles(plugins: readonly BundledPlugin[], outDir: string): Plugin {
  return {
    name: 'copy-plugin-files',
    closeBundle() {
      for (const { name, folder, main, manifest } of plugins) {
        const target = join(outDir, name);
        mkdirSync(dirname(target), { recursive: true });
        cpSync(folder, target, {
          recursive: true,
          filter: path => !excluded.test(relative(folder, path).replaceAll('\\', '/')),
        });
        const atelier = { ...(manifest.atelier as object), ...(main === undefined ? {} : { main: `./${main.built}` }) };
        writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...manifest, atelier }, undefined, 2)}\n`);
      }
    },
  };
}
