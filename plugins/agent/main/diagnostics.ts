import { randomUUID } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AppError, isAppError, type Locale } from '@atelier/kernel';
import { readRegular } from '@atelier/kernel/children';
import type { AgentChannel } from '../contract/index.ts';
import type { GitProgram } from '../engine/git/run-git.ts';
import { redactStored } from '../engine/redact.ts';
import { type AgentCli, agentEnvironment, enginePackage } from './cli.ts';
import { diagnosticErrors } from './diagnostic-errors.ts';
import { run } from './run-program.ts';

export type Diagnostics = NonNullable<(typeof AgentChannel)['shape']>['calls']['diagnostics']['result'];

export interface DiagnosticsOptions {
  readonly directory: string;
  readonly node: string;
  readonly cli: AgentCli;
  readonly git: Pick<GitProgram, 'version'>;
  readonly sandbox: Diagnostics['sandbox'];
  readonly locale: Locale;
  readonly signal?: AbortSignal;
  /** The URL of the module from which the engine's package is resolved; this module by default. */
  readonly from?: string;
}

/** Resolves to a version, a figure or nothing; rejects with an error that says who, what, why and what to do. */
type Check = () => Promise<string | undefined>;

const neededMegabytes = 500;
const timeoutMs = 20_000;

/** Checks everything that the agent needs. The checks run at the same time; a failed check is a result and is not thrown. */
export async function diagnose(options: DiagnosticsOptions): Promise<Diagnostics> {
  const { directory, cli, sandbox, locale } = options;
  const [settingsFile, modelsFile, authFile] = ['settings.json', 'models.json', 'auth.json'].map(name => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const checks: Readonly<Record<string, Check>> = {
    node: () => checkNode(options),
    engine: () => checkEngine(options),
    cli: () => checkCli(cli),
    directory: () => checkDirectory(directory),
    'settings.json': () => checkFile(settingsFile),
    'models.json': () => checkFile(modelsFile, true),
    'auth.json': () => checkFile(authFile, true),
    git: () => checkGit(options),
    disk: () => checkDisk(directory, locale),
    sandbox: () => checkSandbox(sandbox),
  };
  const results = Object.entries(checks).map(async ([name, check]) => {
    try {
      const why = await check();
      return { name, ok: true, ...(why !== undefined && { why }) };
    } catch (error) {
      return { name, ok: false, why: redactStored(isAppError(error) ? error.in(locale) : reasonOf(error), directory) };
    }
  });
  return { directory, cli: cli.getAgentBinaryPath(), settingsFile, modelsFile, sandbox, checks: await Promise.all(results) };
}

async function checkNode(options: DiagnosticsOptions): Promise<string> {
  const { node } = options;
  const found = await output(options, node, ['--version']).catch(reasonOf);
  if (Number(/^v(\d+)\./.exec(found)?.[1] ?? 0) < 24) throw diagnosticErrors['agent/check-node']({ path: node, found });
  return found;
}

/** Loads the engine in a process of its own, because it is too large for this one. */
async function checkEngine(options: DiagnosticsOptions): Promise<undefined> {
  const engine = enginePackage(options.from);
  if (engine === undefined) throw diagnosticErrors['agent/check-engine']({ reason: '@earendil-works/pi-coding-agent: ENOENT.' });
  const entry = pathToFileURL(join(engine, 'dist', 'index.js')).href;
  const load = `await import(${JSON.stringify(entry)}); process.exit(0);`;
  await output(options, options.node, ['--input-type=module', '--eval', load]).catch((error: unknown) => {
    throw diagnosticErrors['agent/check-engine']({ reason: sentence(reasonOf(error)) }, error);
  });
  return undefined;
}

async function checkCli(cli: AgentCli): Promise<string> {
  const { code, stdout, stderr } = await cli.runAgentExec(['--version']).catch((error: AppError) => {
    throw diagnosticErrors['agent/check-cli']({ reason: isAppError(error) ? inBothLanguages(error) : sentence(reasonOf(error)) }, error);
  });
  if (code !== 0) throw diagnosticErrors['agent/check-cli']({ reason: sentence(`${errorLine(stderr)} (${code})`) });
  return stdout.trim();
}

async function checkDirectory(path: string): Promise<undefined> {
  const probe = join(path, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw diagnosticErrors['agent/check-directory']({ path, reason: reasonOf(error) }, error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  await checkPrivate(path);
  return undefined;
}

async function checkFile(path: string, isSecret = false): Promise<undefined> {
  const text = await readRegular(path).catch((error: NodeJS.ErrnoException) => {
    const code = error.code === 'ENOENT' ? 'agent/check-file-missing' : 'agent/check-file-unreadable';
    throw diagnosticErrors[code]({ path, reason: reasonOf(error) }, error);
  });
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    // The parser's message quotes the file, which may hold keys, so only the position is reported.
    const place = /line (\d+) column (\d+)/.exec(reasonOf(error));
    throw diagnosticErrors['agent/check-file-broken']({ path, place: place ? ` (${place[1]}:${place[2]})` : '' });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw diagnosticErrors['agent/check-file-broken']({ path, place: '' });
  }
  if (isSecret) await checkPrivate(path);
  return undefined;
}

async function checkPrivate(path: string): Promise<void> {
  // On Windows the mode says nothing about other accounts, and a profile is private to its owner by default.
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0)
    throw diagnosticErrors['agent/check-open-to-others']({ path });
}

async function checkGit({ git }: DiagnosticsOptions): Promise<string> {
  const version = await git.version();
  if (version === undefined) throw diagnosticErrors['agent/check-git']({});
  return version;
}

async function checkDisk(directory: string, locale: Locale): Promise<string> {
  const { bavail, bsize } = await statfs(directory);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  if (free < neededMegabytes) throw diagnosticErrors['agent/check-disk']({ free, needed: neededMegabytes });
  return `${Math.floor(free / 1_000)} ${locale === 'fr' ? 'Go' : 'GB'}`;
}

async function checkSandbox(sandbox: Diagnostics['sandbox']): Promise<string> {
  if (sandbox === 'none') throw diagnosticErrors['agent/check-sandbox']({});
  return sandbox;
}

/** Returns what a program prints, trimmed; throws the line that names its error if it fails. */
async function output({ directory, node, signal }: DiagnosticsOptions, program: string, args: readonly string[]): Promise<string> {
  const ran = await run(program, args, {
    // Not the managed directory, which may be missing.
    cwd: process.cwd(),
    env: agentEnvironment(process.env, directory, node),
    timeoutMs,
    signal,
    clean: text => redactStored(text, directory),
  });
  if (ran.ended !== 'itself') throw new Error(`${timeoutMs / 1_000} s`);
  if (ran.code !== 0) throw new Error(errorLine(ran.stderr));
  return ran.stdout.trim();
}

/** The line that names the error, because programs print their stack below it; otherwise the last line. */
function errorLine(text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return (lines.find(line => /\b\w*Error\b/.test(line)) ?? lines.at(-1) ?? '?').trim().slice(0, 300);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code ?? error.message;
}

function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** The text of an error in both languages, to be placed inside the text of another error. */
function inBothLanguages(error: AppError): { readonly fr: string; readonly en: string } {
  return { fr: error.in('fr'), en: error.in('en') };
}
