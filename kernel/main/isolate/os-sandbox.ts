import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { runNow } from '../../children/programs.ts';

/** What a sandboxed process may access; the rest of the machine does not exist for it. */
export interface Reach {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** True if it starts no programs, so that it needs no init process above it; then no process inside can kill it either. */
  readonly isAlone?: boolean;
}

/** Wraps a command so that it runs inside the sandbox of the operating system. */
export interface OsSandbox {
  readonly program: string;
  wrap(command: readonly string[], reach: Reach): readonly string[];
}

let found: { readonly sandbox: OsSandbox | undefined } | undefined;

/** The sandbox of this machine, tested once by running it; undefined if none works. */
export function osSandbox(): OsSandbox | undefined {
  found ??= { sandbox: process.platform === 'linux' ? bubblewrap(process.env.PATH ?? '', process.cwd()) : undefined };
  return found.sandbox;
}

/** Finds a working bubblewrap on `path` outside of `cwd`; a project must not be able to supply its own. */
export function bubblewrap(path: string, cwd: string): OsSandbox | undefined {
  const program = findProgram('bwrap', [...path.split(delimiter), '/usr/bin', '/usr/local/bin'], cwd);
  if (!program) return undefined;
  const sandbox: OsSandbox = { program, wrap: (command, reach) => [program, ...sandboxArguments(reach), '--', ...command] };
  const [, ...probe] = sandbox.wrap(['/usr/bin/true'], { read: ['/usr/bin/true'], write: [], folder: '/', env: {} });
  return runNow(program, probe, 5000).code === 0 ? sandbox : undefined;
}

/** The first program of that name in absolute folders outside `cwd`, as a real path. */
export function findProgram(name: string, folders: readonly string[], cwd: string): string | undefined {
  const project = realpathSync(cwd);
  for (const folder of folders) {
    if (!isAbsolute(folder)) continue;
    try {
      const real = realpathSync(join(folder, name));
      accessSync(real, constants.X_OK);
      if (project === sep || !real.startsWith(project + sep)) return real;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

const libraries = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache'];

function sandboxArguments({ read, write, folder, env, isAlone = false }: Reach): readonly string[] {
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv', '--hostname', 'atelier'],
    ...(isAlone ? ['--as-pid-1'] : []),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...libraries.flatMap(path => ['--ro-bind-try', path, path]),
    ...read.flatMap(path => ['--ro-bind', path, path]),
    ...write.flatMap(path => ['--bind', path, path]),
    ...['--remount-ro', '/', '--chdir', folder],
  ];
}
