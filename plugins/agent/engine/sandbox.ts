import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { BashOperations } from '@earendil-works/pi-coding-agent';
import { openEnvironment, programFolders, secureEnvironment } from './clean-environment.ts';
import { gitIdentity } from './git-folders.ts';
import { macosProfile } from './macos-profile.ts';
import { holdPlaceholders, removeUnwanted } from './placeholders.ts';
import {
  type CommandLimits,
  type CommandOptions,
  commandLimits,
  filterDescriptor,
  type Launch,
  runCommand,
  statusDescriptor,
} from './run-command.ts';
import { type Confinement, type SandboxTraits, sandboxArguments } from './sandbox-arguments.ts';
import { systemCallFilter } from './system-call-filter.ts';

export interface CommandSettings extends Omit<Confinement, 'network'> {
  /** A function is called for each command, because the person may change the setting at any time. */
  readonly network: boolean | (() => boolean);
  /** The program of the sandbox; undefined if this machine has none. */
  readonly sandbox: string | undefined;
  readonly limits?: Partial<CommandLimits>;
  /** By default a secure command without a sandbox is refused. `approved`: the caller has asked the person about each command. */
  readonly unsandboxed?: 'approved';
}

/** Runs the commands of the engine's bash tool in the sandbox and within limits. No process of a command is left when it ends. */
export function bashOperations(settings: CommandSettings): BashOperations {
  const limits = { ...commandLimits, ...settings.limits };
  return {
    exec: async (command, cwd, { onData, signal, timeout, env }) => {
      const network = typeof settings.network === 'function' ? settings.network() : settings.network;
      const confinement = { ...settings, network, cwd: settings.mode === 'secure' ? settings.cwd : cwd };
      if (!statSync(confinement.cwd, { throwIfNoEntry: false })?.isDirectory()) {
        throw new Error(`The command was not run, because its working directory ${confinement.cwd} does not exist.`);
      }
      const commandOptions: CommandOptions = { onData, signal, timeout };
      const { sandbox } = settings;
      if (sandbox === undefined) return runUnsandboxed(command, confinement, settings.unsandboxed, env, commandOptions, limits);
      if (basename(sandbox) === 'sandbox-exec') {
        const argv = [sandbox, '-p', macosProfile(confinement, homedir()), ...shell(command, limits)];
        return runCommand({ ...unsandboxedLaunch(confinement, env), argv }, commandOptions, limits);
      }
      return runInBubblewrap(sandbox, shell(command, limits), confinement, env, commandOptions, limits);
    },
  };
}

/** Runs a program in bubblewrap. A sandbox that does not start is an error; the program is never run without it. */
export async function runInBubblewrap(
  sandbox: string,
  argv: readonly string[],
  confinement: Confinement,
  env: NodeJS.ProcessEnv | undefined,
  commandOptions: CommandOptions,
  limits: CommandLimits = commandLimits,
): Promise<{ exitCode: number }> {
  const { args, env: clean, placeholders, unwanted } = sandboxArguments(confinement, traitsOf(sandbox), env ?? process.env);
  const filter = confinement.mode === 'secure' ? systemCallFilter(confinement.network) : undefined;
  const descriptors = [...(filter ? ['--seccomp', String(filterDescriptor)] : []), '--json-status-fd', String(statusDescriptor)];
  const launch: Launch = { argv: [sandbox, ...args, ...descriptors, '--', ...argv], cwd: '/', env: clean, contained: true, filter };
  const hold = holdPlaceholders(placeholders);
  try {
    return await runCommand(launch, commandOptions, limits);
  } finally {
    hold.release();
    const removed = removeUnwanted(unwanted);
    if (removed.length > 0) commandOptions.onData(Buffer.from(`\n[removed from .git, since git would obey it: ${removed.join(', ')}]\n`));
  }
}

function runUnsandboxed(
  command: string,
  confinement: Confinement,
  unsandboxed: 'approved' | undefined,
  env: NodeJS.ProcessEnv | undefined,
  commandOptions: CommandOptions,
  limits: CommandLimits,
): Promise<{ exitCode: number }> {
  if (confinement.mode === 'secure' && unsandboxed !== 'approved') {
    throw new Error('The command was not run, because secure mode has no sandbox on this machine and nobody approved it.');
  }
  return runCommand({ ...unsandboxedLaunch(confinement, env), argv: shell(command, limits) }, commandOptions, limits);
}

function unsandboxedLaunch({ mode, cwd }: Confinement, env: NodeJS.ProcessEnv = process.env): Omit<Launch, 'argv'> {
  const path = programFolders(env.PATH, cwd).join(':');
  const clean = mode === 'secure' ? secureEnvironment(env, path, homedir(), gitIdentity()) : openEnvironment(env);
  return { cwd, env: clean, contained: false };
}

/** The shell sets the limits for itself; none of them can be raised again. */
function shell(command: string, { processes, memoryBytes }: CommandLimits): readonly string[] {
  const limited = 'ulimit -c 0; ulimit -u "$1" 2>/dev/null; ulimit -d "$2" 2>/dev/null; exec /bin/bash -c "$3"';
  return ['/bin/bash', '-c', limited, 'bash', String(processes), String(Math.floor(memoryBytes / 1024)), command];
}

const traits = new Map<string, SandboxTraits>();

/** The features of this bubblewrap, read once from its help. */
function traitsOf(sandbox: string): SandboxTraits {
  const known = traits.get(sandbox);
  if (known) return known;
  const help = spawnSync(sandbox, ['--help'], { encoding: 'utf8', timeout: 5_000, env: {}, cwd: '/' });
  const found = { disablesUserNamespaces: `${help.stdout}${help.stderr}`.includes('--disable-userns') };
  traits.set(sandbox, found);
  return found;
}
