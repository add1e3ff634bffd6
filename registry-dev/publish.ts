import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const examples = join(import.meta.dirname, 'examples');
const npmCli = join(root, 'node_modules', 'npm', 'bin', 'npm-cli.js');

/** The result for one example: published, or its version was in the registry already. */
export interface Published {
  readonly name: string;
  readonly version: string;
  readonly was: 'published' | 'there';
}

/** npm takes a second for each, most of which it starts and waits. */
const atOnce = 3;

/** The folders of the examples. */
export function exampleFolders(): readonly string[] {
  return readdirSync(examples)
    .map(name => join(examples, name))
    .filter(folder => existsSync(join(folder, 'package.json')));
}

/**
 * Builds an example that is written in TypeScript, by stripping its types: `tsc`, which its author runs, would find the kernel's
 * sources here instead of its package, and build those too.
 */
export function buildExample(folder: string): void {
  if (!existsSync(join(folder, 'tsconfig.json'))) return;
  const [from, to] = [join(folder, 'src'), join(folder, 'dist')];
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const code = stripTypeScriptTypes(readFileSync(join(from, name), 'utf8'));
    writeFileSync(join(to, name.replace(/\.ts$/, '.js')), code.replaceAll(/(from ['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}

/** Packs and publishes every example, and `also` other folders before them, where the registry does not have their version yet. */
export async function publishExamples(registry: string, token: string, also: readonly string[] = []): Promise<readonly Published[]> {
  const place = mkdtempSync(join(tmpdir(), 'atelier-publish-'));
  const userconfig = join(place, 'npmrc');
  writeFileSync(userconfig, `registry=${registry}\n//${new URL(registry).host}/:_authToken=${token}\nupdate-notifier=false\n`, {
    mode: 0o600,
  });
  try {
    const queue = [...also, ...exampleFolders()].entries();
    const done: Published[] = [];
    const work = async () => {
      for (const [index, folder] of queue)
        done[index] = await publish(folder, registry, [`--userconfig=${userconfig}`, `--cache=${join(place, 'cache')}`]);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return done;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function publish(folder: string, registry: string, options: readonly string[]): Promise<Published> {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string };
  const known = await fetch(new URL(`${name.replace('/', '%2f')}/${version}`, registry), { headers: { connection: 'close' } });
  await known.arrayBuffer();
  if (known.ok) return { name, version, was: 'there' };
  buildExample(folder);
  const args = [npmCli, 'publish', folder, `--registry=${registry}`, '--access=public', '--ignore-scripts', ...options];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} was not published:\n${said.join('')}`);
  return { name, version, was: 'published' };
}

// As a program: publishes them and prints the result in one line of JSON.
if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      registry: { type: 'string', default: '' },
      'token-file': { type: 'string', default: '' },
      also: { type: 'string', multiple: true, default: [] },
    },
  });
  const published = await publishExamples(values.registry, readFileSync(values['token-file'], 'utf8').trim(), values.also);
  process.stdout.write(`${JSON.stringify({ published })}\n`);
}
