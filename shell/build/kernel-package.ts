import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** The layers of the kernel, each compiled by its own project. Authors may import only the exports below. */
const layers = ['api', 'children', 'host', 'main', 'ui', 'testing'];
const excluded = /(?:\.test|\.fixture)\.|tsconfig\.json$|\.tsbuildinfo$|(?<!\.d)\.ts$/;

/** What authors import: types and pure functions, what views use, the design kit, and the real kernel for their tests. */
const exported = {
  '.': './api/index.js',
  './ui': './ui/index.js',
  './kit': './ui/elements/index.js',
  './testing': './testing/index.js',
  './theme.css': './ui/theme.css',
  './extension-package.schema.json': './extension-package.schema.json',
  './package.json': './package.json',
};

/** Import names used inside the kernel only; in the package they become paths, so that authors cannot import them. */
const inside: Readonly<Record<string, string>> = {
  '@atelier/kernel/children': 'children/index.js',
  '@atelier/kernel/host': 'host/index.js',
  '@atelier/kernel/start': 'main/start.js',
  '@atelier/kernel/authoring': 'main/authoring.js',
};

/** Compiles the kernel into a package for authors, in `target`, and returns its version. */
export function makeKernelPackage(root: string, target: string): string {
  rmSync(target, { recursive: true, force: true });
  compile(root, ['-b', 'kernel/testing', 'schemas']);
  for (const layer of layers) {
    emit(root, `kernel/${layer}`, join(target, layer));
    copyRest(join(root, 'kernel', layer), join(target, layer));
  }
  const schemas = join(target, '.schemas');
  emit(root, 'schemas', schemas);
  renameSync(join(schemas, 'generated'), join(target, 'schemas'));
  renameSync(join(schemas, 'profile'), join(target, 'schemas', 'profile'));
  rmSync(schemas, { recursive: true });
  copyRest(join(root, 'schemas', 'generated'), join(target, 'schemas'));
  for (const file of filesIn(target).filter(path => /\.(?:js|d\.ts)$/.test(path))) rewrite(target, file);
  renameSync(join(target, 'schemas', 'extension-package.schema.json'), join(target, 'extension-package.schema.json'));
  for (const name of ['README.md']) cpSync(join(root, 'kernel', name), join(target, name));
  return writeManifest(root, target);
}

function emit(root: string, project: string, target: string): void {
  const how = [
    '--composite',
    'false',
    '--incremental',
    'false',
    '--emitDeclarationOnly',
    'false',
    '--noCheck',
    '--rewriteRelativeImportExtensions',
  ];
  compile(root, ['-p', project, '--outDir', target, ...how]);
  for (const file of filesIn(target).filter(path => /\.(?:test|fixture)\.(?:js|d\.ts)$/.test(path))) rmSync(join(target, file));
}

function compile(root: string, args: readonly string[]): void {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...args, '--pretty', 'false'], { cwd: root, encoding: 'utf8' });
  const problems = stdout
    .split('\n')
    // Paths between layers are rewritten below, for one package.
    .filter(line => line.includes(': error TS') && !line.includes('error TS2878'));
  if (problems.length > 0 || (status !== 0 && stdout.trim() === ''))
    throw new Error(`The kernel does not compile:\n${problems.join('\n')}`);
}

/** Schemas, styles and generated validators, which the compiler does not copy. */
function copyRest(source: string, target: string): void {
  for (const path of filesIn(source).filter(file => !excluded.test(file))) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(source, path), join(target, path));
  }
}

/** Makes every path name the compiled file, and turns every internal import name into a path. */
function rewrite(target: string, file: string): void {
  const text = readFileSync(join(target, file), 'utf8');
  const from = (path: string) => {
    const relative = posix.relative(posix.dirname(file), path);
    return relative.startsWith('.') ? relative : `./${relative}`;
  };
  const written = text
    .replaceAll(/(['"])(\.{1,2}\/[^'"\n]+?)(?<!\.d)\.ts(\?[\w&]+)?\1/g, '$1$2.js$3$1')
    .replaceAll(
      /(['"])@atelier\/schemas\/([^'"\n]+?)\.(ts|js|mjs)\1/g,
      (_, quote: string, path: string, kind: string) => `${quote}${from(`schemas/${path}.${kind === 'mjs' ? 'mjs' : 'js'}`)}${quote}`,
    )
    .replaceAll(
      /(['"])(@atelier\/kernel\/(?:children|host|start|authoring))\1/g,
      (_, quote: string, name: string) => `${quote}${from(inside[name] ?? name)}${quote}`,
    );
  if (written !== text) writeFileSync(join(target, file), written);
}

function writeManifest(root: string, target: string): string {
  const { name, version, license, description, dependencies } = JSON.parse(readFileSync(join(root, 'kernel', 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license: string;
    description: string;
    dependencies: Record<string, string>;
  };
  const { '@atelier/schemas': _, ...others } = dependencies;
  const manifest = {
    ...{ name, version, description, license, type: 'module', sideEffects: false, engines: { node: '>=20' }, exports: exported },
    bin: { 'atelier-test': './testing/run-tests.mjs' },
    dependencies: others,
    // The kernel runs on Node 24, an author's machine may have an older one.
    optionalDependencies: nodesOf(root),
    peerDependencies: { vitest: '>=5' },
    peerDependenciesMeta: { vitest: { optional: true } },
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return version;
}

/** The packages that hold a Node 24, one for each kind of machine. */
function nodesOf(root: string): Readonly<Record<string, string>> {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Readonly<Record<string, string>>;
  };
  return Object.fromEntries(Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-')));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => posix.join(entry.parentPath.slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''), entry.name));
}

// As a program: compiles into the given folder, and prints the result.
if (import.meta.filename === process.argv[1]) {
  const root = join(import.meta.dirname, '..', '..');
  const target = join(root, '.build', 'kernel-package');
  const version = makeKernelPackage(root, target);
  process.stdout.write(`${JSON.stringify({ folder: target, version })}\n`);
}
