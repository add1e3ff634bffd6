import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type About, type ExtensionContext, type InspectionService, isAppError, type Locale } from '@atelier/kernel';
import type { Check } from '../../contract/index.ts';
import { errors } from '../errors.ts';

/** What the agent says of itself. */
export interface AgentLook {
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly why?: string }[];
}

export interface Checking {
  readonly inspection: Pick<InspectionService, 'checkDatabases'>;
  readonly paths: Pick<ExtensionContext['paths'], 'profile'>;
  readonly about: About;
  /** Answers undefined where there is no agent. */
  readonly agent: () => Promise<AgentLook | undefined>;
  readonly locale: Locale;
  readonly now: number;
}

/** In order, it says at most a version or a figure; otherwise it throws who, what, why and what to do. */
export type CheckWork = () => Promise<string | undefined>;

/** What the program can do without, if less well. */
const optional = new Set(['git', 'cli', 'npm', 'sandbox', 'isolation', 'secrets', 'clock']);

/** Checks everything. No check waits for another, none throws, and the order is always the same. */
export async function checkAll({ inspection, paths, about, agent, locale, now }: Checking): Promise<readonly Check[]> {
  const own: Readonly<Record<string, CheckWork>> = {
    profile: async () => await checkFolders(['profile', 'data', 'logs'].map(row => paths.profile(row))),
    choices: async () => await checkChoices(paths.profile('choices')),
    databases: () => checkDatabases(inspection),
    clock: async () => await checkClock(paths.profile('data'), now),
    npm: checkNpm,
    isolation: async () => {
      if (about.isolation === 'permissions') throw errors['diagnostics/isolation']({});
      return undefined;
    },
    secrets: async () => {
      // The browser host has no key store to offer, and says so in its own place.
      if (about.host === 'electron' && about.secrets === 'file') throw errors['diagnostics/secrets-in-file']({});
      return undefined;
    },
  };
  const [ours, theirs] = await Promise.all([
    Promise.all(Object.entries(own).map(async ([name, work]) => await outcome(name, work, locale))),
    agent().then(checksOf, (error: unknown) => [failed('engine', error, locale)]),
  ]);
  return [...theirs, ...ours];
}

async function outcome(name: string, work: CheckWork, locale: Locale): Promise<Check> {
  try {
    const found = await work();
    return { name, state: 'ok', ...(found !== undefined && { found }) };
  } catch (error) {
    return failed(name, error, locale);
  }
}

function failed(name: string, error: unknown, locale: Locale): Check {
  const told = isAppError(error)
    ? error
    : errors['diagnostics/check-failed']({ reason: error instanceof Error ? error.message : String(error) });
  return { name, state: optional.has(name) ? 'warn' : 'failed', why: told.in(locale) };
}

function checksOf(look: AgentLook | undefined): readonly Check[] {
  return (look?.checks ?? []).map(({ name, ok, why }) => {
    if (ok) return { name, state: 'ok', ...(why !== undefined && { found: why }) };
    return { name, state: optional.has(name) ? 'warn' : 'failed', ...(why !== undefined && { why }) };
  });
}

async function checkDatabases(inspection: Checking['inspection']): Promise<string> {
  const databases = await inspection.checkDatabases();
  const damaged = databases.find(({ found }) => found !== 'ok');
  if (damaged !== undefined) throw errors['diagnostics/database']({ owner: damaged.owner, reason: damaged.found });
  return String(databases.length);
}

/** Clocks are set a little all the time. */
const toleratedMs = 10 * 60 * 1000;

/** A file of the program from the future: the clock stood wrong when it was written, or does now. */
async function checkClock(folder: string, now: number): Promise<undefined> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const written = (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0;
    if (written - now <= toleratedMs) continue;
    const shown = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
    throw errors['diagnostics/clock']({ now: shown(now), later: shown(written), file: name });
  }
  return undefined;
}

const patienceMs = 20_000;
const run = promisify(execFile);

/** The npm that came with the program, never one of the machine's. */
async function checkNpm(): Promise<string> {
  const node = process.env.ATELIER_NODE ?? process.execPath;
  try {
    const env = { PATH: dirname(node), HOME: tmpdir(), npm_config_update_notifier: 'false' };
    const { stdout } = await run(node, [npmProgram(node), '--version'], { cwd: tmpdir(), env, timeout: patienceMs });
    return stdout.trim();
  } catch (error) {
    throw errors['diagnostics/npm']({ reason: reasonOf(error) }, error);
  }
}

/** Beside the program's Node where it is packed, in node_modules where it is not. */
function npmProgram(node: string): string {
  const beside = join(dirname(realpathSync(node)), '..', '..', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return beside;
  return join(dirname(createRequire(import.meta.url).resolve('npm/package.json')), 'bin', 'npm-cli.js');
}

/** Writes into each of these folders of the profile, and takes it away again. */
async function checkFolders(folders: readonly string[]): Promise<undefined> {
  for (const path of folders) {
    const probe = join(path, `.probe-${randomUUID()}`);
    try {
      await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw errors['diagnostics/folder']({ path, reason: reasonOf(error) }, error);
    } finally {
      await rm(probe, { force: true }).catch(() => undefined);
    }
  }
  return undefined;
}

/** What the person switched off and allowed; a profile that is new has no such file. */
async function checkChoices(path: string): Promise<undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof content !== 'object' || content === null) throw errors['diagnostics/choices']({ path, reason: typeof content });
  } catch (error) {
    const code = reasonOf(error);
    if (code === 'ENOENT') return undefined;
    // A message of the parser quotes the file.
    throw errors['diagnostics/choices']({ path, reason: error instanceof SyntaxError ? 'JSON' : code }, error);
  }
  return undefined;
}

/** The shortest that tells one failure from another. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code ?? error.message;
}
