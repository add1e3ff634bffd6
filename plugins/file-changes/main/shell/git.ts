import { execFile, spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';

/** Switches off programs that a repository's configuration names, and locks. */
const safeArguments = [
  ...['-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, '-c', 'safe.bareRepository=explicit'],
  ...['-c', `core.attributesFile=${devNull}`, '-c', 'core.untrackedCache=keep', '--no-optional-locks'],
];
const maxOutput = 64 * 1024 * 1024;
const limitMs = 20_000;

/** Runs a read-only git command; undefined if it fails. No program that the repository names is run. */
export function askGit(
  folder: string,
  args: readonly string[],
  { input, env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  return new Promise<Buffer | undefined>(resolve => {
    const options = { cwd: folder, env: environment(env), maxBuffer: maxOutput, timeout: limitMs, encoding: 'buffer' as const };
    // `check-ignore` exits with 1 if nothing is ignored, which is a valid result.
    const child = execFile('git', [...safeArguments, ...args], options, (error, stdout) =>
      resolve(error === null || (error.code as unknown) === 1 ? stdout : undefined),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

/** Variables that switch off the filters that a repository names, because comparing a file with the index may run one. */
export async function withoutFilters(folder: string): Promise<Record<string, string>> {
  const names = zeroSeparated(await askGit(folder, ['config', '-z', '--name-only', '--get-regexp', '^filter\\.']));
  const filters = [...new Set(names.map(name => name.slice(0, name.lastIndexOf('.'))))];
  const settings = filters.flatMap(filter => [
    ...['clean', 'smudge', 'process'].map(key => [`${filter}.${key}`, '']),
    [`${filter}.required`, 'false'],
  ]);
  const variables = settings.flatMap(([key = '', value = ''], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return Object.fromEntries([['GIT_CONFIG_COUNT', String(settings.length)], ...variables]) as Record<string, string>;
}

/** The contents of objects by their ids; missing and larger objects are left out. */
export function readObjects(folder: string, ids: readonly string[], largest: number): Promise<ReadonlyMap<string, Buffer>> {
  return new Promise(resolve => {
    const found = new Map<string, Buffer>();
    if (ids.length === 0) return resolve(found);
    const child = spawn('git', [...safeArguments, 'cat-file', '--batch', '--buffer'], {
      cwd: folder,
      env: environment({}),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const pieces: Buffer[] = [];
    child.on('error', () => resolve(found));
    child.stdout.on('data', (piece: Buffer) => void pieces.push(piece));
    child.on('close', () => {
      const all = Buffer.concat(pieces);
      for (let at = 0; at < all.length; ) {
        const end = all.indexOf(10, at);
        if (end < 0) break;
        const [id = '', type, size] = all.toString('latin1', at, end).split(' ');
        at = end + 1;
        if (type === 'missing' || size === undefined) continue;
        if (type === 'blob' && Number(size) <= largest) found.set(id, all.subarray(at, at + Number(size)));
        at += Number(size) + 1;
      }
      resolve(found);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${ids.join('\n')}\n`);
  });
}

/** The real path of the work tree that a folder is in; undefined outside git. */
export async function workTreeOf(folder: string): Promise<string | undefined> {
  const top = (await askGit(folder, ['rev-parse', '--show-toplevel']))?.toString('utf8').split('\n', 1)[0];
  return top === undefined || top === '' ? undefined : await realpath(top).catch(() => undefined);
}

/** The path of the index of a folder's work tree; undefined outside git. */
export async function indexOf(folder: string): Promise<{ readonly index: string; readonly top: string } | undefined> {
  const answer = await askGit(folder, ['rev-parse', '--show-toplevel', '--git-path', 'index']);
  const [top, index] = answer?.toString('utf8').split('\n') ?? [];
  if (!top || !index) return undefined;
  return { top, index: join(index.startsWith('/') || /^[A-Za-z]:/.test(index) ? '' : folder, index) };
}

export function zeroSeparated(answer: Buffer | undefined): string[] {
  return (answer?.toString('utf8') ?? '').split('\0').filter(part => part !== '');
}

function environment(more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', SystemRoot } = process.env;
  return {
    ...{ PATH, HOME, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '0' },
    ...(SystemRoot !== undefined && { SystemRoot }),
    ...more,
  };
}
