import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runProgram } from '@atelier/kernel/children';
import { errors } from './errors.ts';
import type { RegistryEndpoint } from './registry/request.ts';

/** Security flags of every `npm install`. */
export const hardeningFlags: readonly string[] = [
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

/** The Node that runs npm, and npm's folders. */
export interface NpmPaths {
  readonly node: string;
  readonly cache: string;
  /** Holds the settings file of each run, which is deleted after the run. */
  readonly temp: string;
}

export interface NpmRun {
  readonly folder: string;
  /** The default registry, for packages without an entry in `scopes`. */
  readonly registry: RegistryEndpoint;
  readonly scopes?: ReadonlyMap<string, RegistryEndpoint>;
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

export interface NpmResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const maxBytes = 2 * 1024 * 1024;
/** How many npm run with each cache. */
const running = new Map<string, number>();

/** Whether an npm that this process started uses the cache. */
export function isRunning(cache: string): boolean {
  return (running.get(cache) ?? 0) > 0;
}

/**
 * K8: npm follows redirects, with the token where only port or scheme differ, and with a package that is published. Runs before npm:
 * to other origins than those of the registries, nothing but a GET without a token is sent.
 */
const redirectGuard = `
  import http from 'node:http';
  import https from 'node:https';
  const own = JSON.parse(process.env.ATELIER_REGISTRIES).map(url => new URL(url));
  for (const module of [http, https]) {
    const { request } = module;
    module.request = (options, ...rest) => {
      const asked = new URL(options.protocol + '//' + options.host);
      const isSecret = options.method !== 'GET' || Object.keys(options.headers).some(name => name.toLowerCase() === 'authorization');
      if (isSecret && !own.some(({ origin }) => origin === asked.origin))
        throw new Error(own[0].host + ' redirects to another host, ' + asked.host + '. Nothing was sent there.');
      return request(options, ...rest);
    };
  }`;

/** Runs the npm that comes with the app. Tokens are passed in a file that only this user can read, and that is deleted afterwards. */
export async function npm({ node, cache, temp }: NpmPaths, args: readonly string[], run: NpmRun): Promise<NpmResult> {
  const runFolder = join(temp, `npm-${randomUUID()}`);
  running.set(cache, (running.get(cache) ?? 0) + 1);
  try {
    await mkdir(runFolder, { recursive: true, mode: 0o700 });
    const userconfig = join(runFolder, 'npmrc');
    await writeFile(userconfig, settingsOf(run), { mode: 0o600 });
    // Passed as flags too, because flags override the folder's own .npmrc.
    const registryFlags = [
      `--registry=${run.registry.url}/`,
      ...[...(run.scopes ?? [])].map(([scope, { url }]) => `--${scope}:registry=${url}/`),
    ];
    const configFlags = [...registryFlags, `--userconfig=${userconfig}`, `--globalconfig=${join(runFolder, 'none')}`, `--cache=${cache}`];
    const outputFlags = ['--no-audit', '--no-fund', '--no-update-notifier', '--no-progress', '--loglevel=error', '--json'];
    return await spawnNpm(
      node,
      [
        `--import=data:text/javascript,${encodeURIComponent(redirectGuard)}`,
        join(npmFolder(node), 'bin', 'npm-cli.js'),
        ...args,
        ...configFlags,
        ...outputFlags,
      ],
      { home: runFolder, compileCache: join(cache, 'compiled') },
      run,
    );
  } finally {
    running.set(cache, (running.get(cache) ?? 1) - 1);
    await rm(runFolder, { recursive: true, force: true });
  }
}

interface NpmFolders {
  readonly home: string;
  /** Node's compile cache for npm; without it, compiling takes half of each run. */
  readonly compileCache: string;
}

async function spawnNpm(
  node: string,
  argv: readonly string[],
  { home, compileCache }: NpmFolders,
  { folder, registry, scopes, signal, limitMs }: NpmRun,
): Promise<NpmResult> {
  // PATH has only Node's folder, so npm finds no other program of the person.
  const env = {
    PATH: dirname(node),
    HOME: home,
    TMPDIR: home,
    NODE_COMPILE_CACHE: compileCache,
    npm_config_logs_max: '0',
    ATELIER_REGISTRIES: JSON.stringify([registry, ...(scopes?.values() ?? [])].map(({ url }) => url)),
    ...certificates(),
  };
  const { code, stdout, stderr, failure, isLate } = await runProgram(node, argv, { cwd: folder, env, signal, limitMs, maxBytes });
  if (isLate) throw new Error(`npm did not finish within ${limitMs / 1000} s`);
  if (failure) throw failure;
  return { code: code ?? 1, stdout, stderr };
}

function settingsOf({ registry, scopes = new Map() }: NpmRun): string {
  const tokens = [registry, ...scopes.values()].filter(one => one.token !== undefined);
  return [
    `registry=${registry.url}/`,
    ...[...scopes].map(([scope, { url }]) => `${scope}:registry=${url}/`),
    ...tokens.map(({ url, token }) => `${url.replace(/^https?:/, '')}/:_authToken=${token}`),
    'fetch-retries=1',
    'fetch-retry-mintimeout=1000',
    'fetch-timeout=20000',
    '',
  ].join('\n');
}

function certificates(): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: extra } = process.env;
  return extra === undefined ? {} : { NODE_EXTRA_CA_CERTS: extra };
}

/** The npm next to its Node: in node_modules of the repository, in the resources of the packaged app. */
export function npmFolder(node: string): string {
  const sibling = join(dirname(realpathSync(node)), '..', '..', 'npm');
  if (existsSync(join(sibling, 'package.json'))) return sibling;
  try {
    return dirname(createRequire(import.meta.url).resolve('npm/package.json'));
  } catch (error) {
    throw errors['extensions/npm-missing']({}, error);
  }
}

interface Definitions {
  readonly definitions: { readonly registry: { readonly default: string } };
}

interface TufSeeds {
  readonly [source: string]: { readonly targets?: Readonly<Record<string, string>> };
}

/** The TUF targets that ship with npm, by name. Their signatures were verified when this npm was released. */
export function npmTufTargets(node: string): ReadonlyMap<string, string> {
  const path = join(npmFolder(node), 'node_modules', '@sigstore', 'tuf', 'seeds.json');
  const seeds = JSON.parse(readFileSync(path, 'utf8')) as TufSeeds;
  const targets = Object.values(seeds).flatMap(({ targets = {} }) => Object.entries(targets));
  return new Map(targets.map(([name, content]) => [decodeURIComponent(name), Buffer.from(content, 'base64').toString('utf8')]));
}

/** npm's default registry, without a trailing slash. */
export function npmDefaultRegistry(node: string): string {
  const npmRequire = createRequire(join(npmFolder(node), 'package.json'));
  const { definitions } = npmRequire('@npmcli/config/lib/definitions') as Definitions;
  return definitions.registry.default.replace(/(?<!\/)\/+$/, '');
}
