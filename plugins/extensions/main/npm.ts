import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errors } from './errors.ts';
import type { Asked } from './registry/request.ts';

/** What npm is never left to decide for itself. */
export const hardening: readonly string[] = [
  '--ignore-scripts',
  '--allow-git=none',
  '--allow-remote=none',
  '--allow-file=none',
  '--allow-directory=none',
  '--no-bin-links',
  '--engine-strict',
  '--omit=dev',
  '--omit=peer',
];

/** How npm is run: on which Node, and where it keeps what it fetched. */
export interface NpmPlaces {
  readonly node: string;
  readonly cache: string;
  /** Holds the settings of one run; removed with it. */
  readonly temp: string;
}

export interface NpmRun {
  readonly folder: string;
  /** Asked for what no scope leads elsewhere. */
  readonly registry: Asked;
  readonly scopes?: ReadonlyMap<string, Asked>;
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

export interface NpmAnswer {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

const mostOutput = 2 * 1024 * 1024;

/** Runs the npm that comes with the app. Tokens reach it in a file that only this user may read, and that is gone afterwards. */
export async function npm({ node, cache, temp }: NpmPlaces, args: readonly string[], run: NpmRun): Promise<NpmAnswer> {
  const place = join(temp, `npm-${randomUUID()}`);
  await mkdir(place, { recursive: true, mode: 0o700 });
  try {
    const userconfig = join(place, 'npmrc');
    await writeFile(userconfig, settingsOf(run), { mode: 0o600 });
    // As flags too: they outweigh what a folder says of itself.
    const fixed = [`--registry=${run.registry.url}/`, ...[...(run.scopes ?? [])].map(([scope, { url }]) => `--${scope}:registry=${url}/`)];
    const own = [...fixed, `--userconfig=${userconfig}`, `--globalconfig=${join(place, 'none')}`, `--cache=${cache}`];
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--no-progress', '--loglevel=error', '--json'];
    return await spawned(
      node,
      [join(npmFolder(node), 'bin', 'npm-cli.js'), ...args, ...own, ...quiet],
      { home: place, compiled: join(cache, 'compiled') },
      run,
    );
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

interface Around {
  readonly home: string;
  /** What Node has compiled of npm, which otherwise is half of a run. */
  readonly compiled: string;
}

function spawned(
  node: string,
  argv: readonly string[],
  { home, compiled }: Around,
  { folder, signal, limitMs }: NpmRun,
): Promise<NpmAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<NpmAnswer>();
  // A folder for PATH that holds nothing but Node: no program of the person's is npm's to find.
  const env = { PATH: dirname(node), HOME: home, TMPDIR: home, NODE_COMPILE_CACHE: compiled, npm_config_logs_max: '0', ...certificates() };
  const child = spawn(node, argv, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  });
  const parts = { out: '', said: '' };
  for (const [stream, name] of [[child.stdout, 'out'] as const, [child.stderr, 'said'] as const]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (parts[name].length < mostOutput) parts[name] += text;
    });
  }
  child.on('error', reject);
  child.on('close', code => resolve({ code: code ?? 1, ...parts }));
  return promise;
}

function settingsOf({ registry, scopes = new Map() }: NpmRun): string {
  const tokens = [registry, ...scopes.values()].filter(one => one.token !== undefined);
  return [
    `registry=${registry.url}/`,
    ...[...scopes].map(([scope, { url }]) => `${scope}:registry=${url}/`),
    ...tokens.map(({ url, token }) => `${url.replace(/^https?:/, '')}/:_authToken=${token}`),
    'fetch-retries=1',
    'fetch-timeout=20000',
    '',
  ].join('\n');
}

function certificates(): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: extra } = process.env;
  return extra === undefined ? {} : { NODE_EXTRA_CA_CERTS: extra };
}

/** The npm that lies beside the Node it runs on: in node_modules of the repository, and in the resources of the packaged app. */
export function npmFolder(node: string): string {
  const beside = join(dirname(realpathSync(node)), '..', '..', 'npm');
  if (existsSync(join(beside, 'package.json'))) return beside;
  try {
    return dirname(createRequire(import.meta.url).resolve('npm/package.json'));
  } catch (error) {
    throw errors['extensions/npm-missing']({}, error);
  }
}

interface Definitions {
  readonly definitions: { readonly registry: { readonly default: string } };
}

interface Seeds {
  readonly [source: string]: { readonly targets?: Readonly<Record<string, string>> };
}

/** The files that npm trusts from the start, by their name; their signatures were checked when this npm was made. */
export function seedsOfNpm(node: string): ReadonlyMap<string, string> {
  const path = join(npmFolder(node), 'node_modules', '@sigstore', 'tuf', 'seeds.json');
  const seeds = JSON.parse(readFileSync(path, 'utf8')) as Seeds;
  const targets = Object.values(seeds).flatMap(({ targets = {} }) => Object.entries(targets));
  return new Map(targets.map(([name, content]) => [decodeURIComponent(name), Buffer.from(content, 'base64').toString('utf8')]));
}

/** The registry that npm asks where nobody told it another, without a slash at its end. */
export function npmOwnRegistry(node: string): string {
  const own = createRequire(join(npmFolder(node), 'package.json'));
  const { definitions } = own('@npmcli/config/lib/definitions') as Definitions;
  return definitions.registry.default.replace(/\/+$/, '');
}
