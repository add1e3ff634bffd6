import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { type About, type ExtensionContext, type InspectionService, isAppError, type Locale } from '@atelier/kernel';
import { plainNode, readRegular, runProgram } from '@atelier/kernel/children';
import type { Check } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { checkTitle } from './check-names.ts';

/** The checks of the agent itself. */
export interface AgentChecks {
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly why?: string }[];
}

export interface CheckOptions {
  readonly inspection: Pick<InspectionService, 'checkDatabases'>;
  readonly paths: Pick<ExtensionContext['paths'], 'profile'>;
  readonly about: About;
  /** Resolves to undefined without the agent. */
  readonly agent: () => Promise<AgentChecks | undefined>;
  readonly locale: Locale;
  readonly now: number;
}

/** Resolves to a version or a number to show, or to nothing; throws an error with the reason and the remedy. */
export type CheckFunction = () => Promise<string | undefined>;

/** Checks whose failure is a warning, because the program works without them. */
const optional = new Set(['git', 'cli', 'npm', 'sandbox', 'isolation', 'secrets', 'clock']);

/** Runs all checks concurrently. A failed check does not reject, and the order of results is fixed. */
export async function checkAll({ inspection, paths, about, agent, locale, now }: CheckOptions): Promise<readonly Check[]> {
  const own: Readonly<Record<string, CheckFunction>> = {
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
      // The browser host never has a key store; its versions say so.
      if (about.host === 'electron' && about.secrets === 'file') throw errors['diagnostics/secrets-in-file']({});
      return undefined;
    },
  };
  const [ownChecks, agentChecks] = await Promise.all([
    Promise.all(Object.entries(own).map(async ([name, work]) => await outcome(name, work, locale))),
    agent().then(checksOf, (error: unknown) => [failed('engine', error, locale)]),
  ]);
  return [...agentChecks, ...ownChecks].map(check => ({ ...check, title: checkTitle(check.name, locale) }));
}

type Outcome = Omit<Check, 'title'>;

async function outcome(name: string, work: CheckFunction, locale: Locale): Promise<Outcome> {
  try {
    const found = await work();
    return { name, state: 'ok', ...(found !== undefined && { found }) };
  } catch (error) {
    return failed(name, error, locale);
  }
}

function failed(name: string, error: unknown, locale: Locale): Outcome {
  const problem = isAppError(error)
    ? error
    : errors['diagnostics/check-failed']({ reason: error instanceof Error ? error.message : String(error) });
  return { name, state: optional.has(name) ? 'warn' : 'failed', why: problem.in(locale) };
}

function checksOf(agent: AgentChecks | undefined): readonly Outcome[] {
  return (agent?.checks ?? []).map(({ name, ok, why }) => {
    if (ok) return { name, state: 'ok', ...(why !== undefined && { found: why }) };
    return { name, state: optional.has(name) ? 'warn' : 'failed', ...(why !== undefined && { why }) };
  });
}

async function checkDatabases(inspection: CheckOptions['inspection']): Promise<string> {
  const databases = await inspection.checkDatabases();
  const damaged = databases.find(({ found }) => found !== 'ok');
  if (damaged !== undefined) throw errors['diagnostics/database']({ owner: damaged.owner, reason: damaged.found });
  return String(databases.length);
}

/** Small corrections of the clock are normal. */
const toleratedMs = 10 * 60 * 1000;

/** Fails if a file of the profile was written in the future: the clock was wrong then, or is now. */
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

const limitMs = 20_000;
const maxBytes = 64 * 1024;

/** Runs the bundled npm, never one that is installed on the machine. */
async function checkNpm(): Promise<string> {
  const node = plainNode();
  try {
    // No folder that others may write into: npm reads settings from its home and from where it works.
    const [home, npm] = [dirname(node), npmProgram(node)];
    const env = { PATH: home, HOME: home, npm_config_userconfig: devNull, npm_config_update_notifier: 'false' };
    const { code, failure, stdout, stderr } = await runProgram(node, [npm, '--version'], {
      cwd: dirname(npm),
      env,
      limitMs,
      maxBytes,
    });
    if (code !== 0) throw failure ?? new Error(stderr.trim().slice(0, 500) || `it ended with ${code}`);
    return stdout.trim();
  } catch (error) {
    throw errors['diagnostics/npm']({ reason: reasonOf(error) }, error);
  }
}

/** The path of the bundled npm: beside Node in a packaged program, otherwise in node_modules. */
function npmProgram(node: string): string {
  const beside = join(dirname(realpathSync(node)), '..', '..', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return beside;
  return join(dirname(createRequire(import.meta.url).resolve('npm/package.json')), 'bin', 'npm-cli.js');
}

/** Writes a temporary file to each of these folders of the profile. */
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

/** The file of disabled extensions and granted rights; a new profile has none. */
async function checkChoices(path: string): Promise<undefined> {
  try {
    const content: unknown = JSON.parse(await readRegular(path));
    if (typeof content !== 'object' || content === null) throw errors['diagnostics/choices']({ path, reason: typeof content });
  } catch (error) {
    const code = reasonOf(error);
    if (code === 'ENOENT') return undefined;
    // The message of a syntax error may quote the file.
    throw errors['diagnostics/choices']({ path, reason: error instanceof SyntaxError ? 'JSON' : code }, error);
  }
  return undefined;
}

/** The error code if there is one, otherwise the message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code ?? error.message;
}
