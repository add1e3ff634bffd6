import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

interface PluginManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const importedTs = /(from ['"]\.[^'"]+?)(?<!\.d)\.ts(['"])/g;

/**
 * Makes a package of the contract of each of our plugins, in `target`, for authors of extensions: its types, its tokens, points, hooks
 * and channels, and its schemas. The plugin itself comes with the app. Returns the folders.
 */
export function makeContractPackages(root: string, target: string, ids?: readonly string[]): readonly string[] {
  const plugins = readdirSync(join(root, 'plugins'))
    .map(name => ({ name, manifest: manifestOf(join(root, 'plugins', name)) }))
    .filter(({ manifest }) => manifest?.exports?.['./contract'] !== undefined && (ids === undefined || ids.includes(manifest.name)));
  compile(
    root,
    plugins.map(({ name }) => `plugins/${name}/contract`),
  );
  rmSync(target, { recursive: true, force: true });
  return plugins.map(({ name, manifest }) => makePackage(root, name, manifest!, join(target, name)));
}

function makePackage(root: string, plugin: string, manifest: PluginManifest, folder: string): string {
  const [from, types, to] = [
    join(root, 'plugins', plugin, 'contract'),
    join(root, '.build/types/plugins', plugin, 'contract'),
    join(folder, 'contract'),
  ];
  mkdirSync(to, { recursive: true });
  const imported = new Set<string>();
  for (const file of readdirSync(from)) {
    if (/\.(?:channel|schema)\.json$/.test(file)) cpSync(join(from, file), join(to, file));
    if (!file.endsWith('.ts') || /\.(?:test|d)\.ts$/.test(file)) continue;
    const code = readFileSync(join(from, file), 'utf8');
    for (const [, id = ''] of code.matchAll(/from '(@atelier\/[a-z-]+)/g)) imported.add(id);
    writeFileSync(join(to, file.replace(/\.ts$/, '.js')), stripTypeScriptTypes(code).replaceAll(importedTs, '$1.js$2'));
    const declarations = file.replace(/\.ts$/, '.d.ts');
    writeFileSync(join(to, declarations), readFileSync(join(types, declarations), 'utf8').replaceAll(importedTs, '$1.js$2'));
  }
  const { name, version, license, dependencies = {} } = manifest;
  const others = [...imported].filter(id => id !== '@atelier/kernel');
  const published = {
    ...{ name, version, license, type: 'module', sideEffects: false },
    description: `The contract of ${name}, for extensions of Atelier. The plugin itself comes with the app.`,
    exports: { './contract': { types: './contract/index.d.ts', default: './contract/index.js' }, './package.json': './package.json' },
    peerDependencies: { '@atelier/kernel': `^${dependencies['@atelier/kernel'] ?? '1.0.0'}` },
    dependencies: Object.fromEntries(others.map(id => [id, dependencies[id] ?? '*'])),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
  writeFileSync(
    join(folder, 'README.md'),
    `# ${name}\n\nWhat extensions of Atelier import from \`${name}/contract\`: types, services, points, hooks and channels. In \`package.json\`, list \`${name}\`\nunder \`atelier.requires\` or \`atelier.optional\`, and under \`devDependencies\`: where an extension runs, the plugin comes with the app.\n`,
  );
  return folder;
}

function manifestOf(folder: string): PluginManifest | undefined {
  const file = join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PluginManifest) : undefined;
}

function compile(root: string, projects: readonly string[]): void {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-b', ...projects, '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The contracts do not compile:\n${stdout}`);
}

// As a program: makes all of them, and prints their folders.
if (import.meta.filename === process.argv[1]) {
  const root = join(import.meta.dirname, '..', '..');
  process.stdout.write(`${JSON.stringify({ folders: makeContractPackages(root, join(root, '.build', 'contract-packages')) })}\n`);
}
