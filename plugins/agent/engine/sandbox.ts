import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, relative } from 'node:path';
import { type CommandMarks, commandMarks, runNow } from '@atelier/kernel/children';
import type { BashOperations } from '@earendil-works/pi-coding-agent';
import { withoutAppPrograms } from './app-programs.ts';
import { openEnvironment, secureEnvironment } from './clean-environment.ts';
import { programFolders } from './find-program.ts';
import { obeyedFiles } from './git/obeyed-files.ts';
import { gitIdentity } from './git-folders.ts';
import { guardNames, type SetAside } from './guard-names.ts';
import { macosProfile } from './macos-profile.ts';
import {
  type CommandLimits,
  type CommandOptions,
  commandLimits,
  filterDescriptor,
  type Launch,
  runCommand,
  statusDescriptor,
} from './run-command.ts';
import { type Confinement, type SandboxCommand, type SandboxTraits, sandboxArguments } from './sandbox-arguments.ts';
import { systemCallFilter } from './system-call-filter.ts';

export interface CommandSettings extends Omit<Confinement, 'network'> {
  /** A function is called for each command, because the person may change the setting at any time. */
  readonly network: boolean | (() => boolean);
  /** The program of the sandbox; undefined if this machine has none. */
  readonly sandbox: string | undefined;
  readonly limits?: Partial<CommandLimits>;
  /** By default a secure command without a sandbox is refused. `approved`: the caller has asked the person about each command. */
  readonly unsandboxed?: 'approved';
  /** The marks of commands that run without bubblewrap; those of this process by default. */
  readonly marks?: CommandMarks;
}

/** Runs the commands of the engine's bash tool in the sandbox and within limits. No process of a command is left when it ends. */
export function bashOperations(settings: CommandSettings): BashOperations {
  const limits = { ...commandLimits, ...settings.limits };
  return {
    exec: async (command, cwd, { onData, signal, timeout, env: given = process.env }) => {
      const env = withoutAppPrograms(given, settings.forbidden);
      const network = typeof settings.network === 'function' ? settings.network() : settings.network;
      const confinement = { ...settings, network, cwd: settings.mode === 'secure' ? settings.cwd : cwd };
      if (!statSync(confinement.cwd, { throwIfNoEntry: false })?.isDirectory()) {
        throw new Error(`The command was not run, because its working directory ${confinement.cwd} does not exist.`);
      }
      const commandOptions: CommandOptions = { onData, signal, timeout };
      const { sandbox, marks = ownMarks } = settings;
      if (sandbox === undefined && settings.mode === 'secure' && settings.unsandboxed !== 'approved') {
        throw new Error('The command was not run, because secure mode has no sandbox on this machine and nobody approved it.');
      }
      if (sandbox !== undefined && basename(sandbox) !== 'sandbox-exec') {
        return runInBubblewrap(sandbox, shell(command, limits), confinement, env, commandOptions, limits);
      }
      const mark = marks.next();
      const obeyed = sandbox === undefined ? [] : await obeyedFiles(confinement.cwd);
      const profile = sandbox === undefined ? [] : [sandbox, '-p', macosProfile({ ...confinement, obeyed }, homedir())];
      const launch = { argv: [...profile, ...shell(command, limits, mark)], ...unsandboxed(confinement, env), mark };
      return runCommand(launch, commandOptions, limits);
    },
  };
}

const ownMarks = commandMarks();

/**
 * Runs a program in bubblewrap. A sandbox that does not start is an error; the program is never run without it. A command is ended when
 * a name appears in the project that other programs obey.
 */
async function runInBubblewrap(
  sandbox: string,
  argv: readonly string[],
  confinement: Confinement,
  env: NodeJS.ProcessEnv,
  options: CommandOptions,
  limits: CommandLimits,
): Promise<{ exitCode: number }> {
  const obeyed = confinement.mode === 'secure' ? await obeyedFiles(confinement.cwd) : [];
  const command = sandboxArguments({ ...confinement, obeyed }, traitsOf(sandbox), env);
  const stop = new AbortController();
  const guard = await guardNames(command.guarded, () => stop.abort());
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
  const running = runCommand(bubblewrapLaunch(sandbox, argv, command, confinement), { ...options, signal }, limits);
  const [outcome] = await Promise.allSettled([running]);
  const appeared = await guard.end();
  if (appeared.length > 0) throw new NameAppeared(appeared, realpathSync(confinement.cwd));
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** How bubblewrap is started with a program. */
export function bubblewrapLaunch(
  sandbox: string,
  argv: readonly string[],
  { args, env }: SandboxCommand,
  { mode, network }: Pick<Confinement, 'mode' | 'network'>,
): Launch {
  // In open mode the sockets of the machine are within reach, and would carry out of a network of its own.
  const filter = mode === 'secure' ? systemCallFilter(network) : network ? undefined : systemCallFilter(true);
  const descriptors = [...(filter ? ['--seccomp', String(filterDescriptor)] : []), '--json-status-fd', String(statusDescriptor)];
  return { argv: [sandbox, ...args, ...descriptors, '--', ...argv], cwd: '/', env, mark: undefined, filter };
}

/** A command was ended, because it made a name that other programs obey. */
export class NameAppeared extends Error {
  readonly names: string;
  /** Where what had the names is now. */
  readonly moved: string;

  constructor(appeared: readonly SetAside[], cwd: string) {
    const named = (paths: readonly string[]) => [...new Set(paths.map(path => relative(cwd, path)))].join(', ');
    const names = named(appeared.map(({ path }) => path));
    const moved = named(appeared.map(({ to }) => to));
    super(
      `The command was ended, because ${names} appeared in the project while it ran. Other programs run what it says, so nothing may have this name that a command of secure mode made. It was moved to ${moved}. If the task needs it, ask the person to make it, or to use open mode; if the person made it just now, they can move it back.`,
    );
    this.names = names;
    this.moved = moved;
  }
}

function unsandboxed({ mode, cwd, variables }: Confinement, env: NodeJS.ProcessEnv): Pick<Launch, 'cwd' | 'env'> {
  const path = programFolders(env.PATH, cwd).join(':');
  const inherited = mode === 'secure' ? secureEnvironment(env, path, homedir(), gitIdentity()) : openEnvironment(env);
  return { cwd, env: { ...inherited, ...variables } };
}

/** The shell sets the limits for itself; none of them can be raised again. */
function shell(command: string, { processes, memoryBytes }: CommandLimits, mark?: number): readonly string[] {
  const limits = [['c', 0], ['u', processes], ['d', Math.floor(memoryBytes / 1024)], ...(mark === undefined ? [] : [['x', mark]])];
  const set = limits.map(([name, value]) => `ulimit -${name} ${value} 2>/dev/null; `).join('');
  return ['/bin/bash', '-c', `${set}exec /bin/bash -c "$1"`, 'bash', command];
}

const traits = new Map<string, SandboxTraits>();

/** The features of this bubblewrap, read once from its help. */
export function traitsOf(sandbox: string): SandboxTraits {
  const known = traits.get(sandbox);
  if (known) return known;
  const found = { disablesUserNamespaces: runNow(sandbox, ['--help'], 5_000).output.includes('--disable-userns') };
  traits.set(sandbox, found);
  return found;
}
