import { accessSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IsolateLimits } from './isolate-limits.ts';
import { programFrom } from './isolate-program.ts';
import type { OsSandbox, Reach } from './os-sandbox.ts';

/** How a child is started: its program, its arguments and its whole environment. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

const shell = '/bin/sh';
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The command of an extension's process: permission flags always, the sandbox of the system where there is one. */
export function extensionCommand(
  node: string,
  [packageFolder, ...packages]: readonly [string, ...string[]],
  dataFolder: string,
  sandbox: OsSandbox | undefined,
  limits: IsolateLimits,
): Command {
  const flags = [
    ...['--permission', '--no-experimental-sqlite', `--max-old-space-size=${limits.heapMegabytes}`, '--no-warnings'],
    '--enable-source-maps',
    ...[packageFolder, ...packages, dataFolder].map(path => `--allow-fs-read=${path}`),
    `--allow-fs-write=${dataFolder}`,
  ];
  // The program is passed over a pipe, not as a file or an argument: no file of the kernel must be readable in the sandbox, and
  // some systems allow no argument that long.
  return nodeCommand(
    node,
    [...flags, '-e', programFrom(0)],
    { read: [packageFolder, ...packages], write: [dataFolder], folder: dataFolder, isAlone: true },
    sandbox,
    limits.totalMegabytes,
  );
}

/** The same without sandbox and permission flags, with the kernel's environment: only for bundled plugins in tests of the API. */
export function bareCommand(node: string, dataFolder: string): Command {
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
  return { program: node, args: ['--no-warnings', '-e', programFrom(0)], env, folder: dataFolder };
}

/** The parts of a server's command. */
export interface ServerCommand {
  readonly node: string;
  readonly main: string;
  readonly args: readonly string[];
  readonly packageFolder: string;
  readonly dataFolder: string;
  readonly socketFolder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly lifelineFd: number;
  readonly sandbox: OsSandbox | undefined;
  readonly limits: IsolateLimits;
}

/** The command of a server that an extension runs: like the extension's own process, with a folder for its socket. */
export function serverCommand(server: ServerCommand): Command {
  const { node, main, packageFolder, dataFolder, socketFolder, env, lifelineFd, sandbox, limits } = server;
  const flags = [
    ...['--permission', '--no-experimental-sqlite', `--max-old-space-size=${limits.heapMegabytes}`, '--no-warnings'],
    ...[packageFolder, dataFolder, socketFolder].map(path => `--allow-fs-read=${path}`),
    ...[dataFolder, socketFolder].map(path => `--allow-fs-write=${path}`),
    // The other end is closed, or its process was killed: the server ends too.
    '--import',
    `data:text/javascript,import{Socket}from'node:net';new Socket({fd:${lifelineFd}}).on('error',()=>{}).on('close',()=>process.exit()).resume().unref()`,
  ];
  const reach = { read: [packageFolder], write: [dataFolder, socketFolder], folder: dataFolder };
  const { program, args, ...rest } = nodeCommand(node, flags, reach, sandbox, limits.totalMegabytes, env);
  return { program, args: [...args, main, ...server.args], ...rest };
}

/** The command of a store: kernel code with the driver, limited to the folders of the database and its backups if there is a sandbox. */
export function storeCommand(
  node: string,
  folders: readonly [string, ...string[]],
  argument: string,
  sandbox: OsSandbox | undefined,
  limits: IsolateLimits,
): Command {
  const driver = resolve(new URL(import.meta.resolve('better-sqlite3')).pathname, '../../..');
  const flags = ['--no-warnings', '-e', programFrom(3)];
  const reach = { read: [driver], write: folders, folder: folders[0] };
  const { program, args, ...rest } = nodeCommand(node, flags, reach, sandbox, limits.storeMegabytes);
  return { program, args: [...args, argument], ...rest };
}

function nodeCommand(
  node: string,
  flags: readonly string[],
  reach: Omit<Reach, 'env'>,
  sandbox: OsSandbox | undefined,
  megabytes: number,
  more: Readonly<Record<string, string>> = {},
): Command {
  const env = { TZ: zone, ...more };
  const real = realpathSync(node);
  const bare = [real, ...flags];
  const inside = sandbox ? sandbox.wrap(bare, { ...reach, read: [real, ...reach.read], env }) : bare;
  const [program = real, ...args] = withinMemory(inside, megabytes);
  return { program, args, env: sandbox ? {} : env, folder: reach.folder };
}

/** The heap flag limits JavaScript objects only; buffers are outside of the heap and are limited by the system. */
function withinMemory(command: readonly string[], megabytes: number): readonly string[] {
  if (process.platform !== 'linux' || !there(shell)) return command;
  return [shell, '-c', `ulimit -d ${Math.round(megabytes * 1024)}; exec "$@"`, shell, ...command];
}

function there(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}
