import type * as ChildProcess from 'node:child_process';

/**
 * K9: a value of the agent's files that begins with `!` is a command to the engine, which would run it for a key or a header. It runs
 * such commands with these two functions only; they refuse, and the engine reports a value that it could not resolve. To be called
 * before the engine is loaded.
 */
export function refuseConfigCommands(childProcess: typeof ChildProcess, syncBuiltinESMExports: () => void): void {
  const { spawnSync } = childProcess;
  const refused = new Error('Atelier runs no command of the agent’s files.');
  const isShell = (args: unknown, options: unknown) =>
    Array.isArray(args) && (args.includes('-c') || Object.hasOwn(Object(options), 'input'));
  Object.assign(childProcess, {
    execSync() {
      throw refused;
    },
    spawnSync: (program: string, args?: readonly string[], options?: object) =>
      isShell(args, options) ? { error: refused, status: null, stdout: '', stderr: '' } : spawnSync(program, args, options),
  });
  syncBuiltinESMExports();
}

/** The same as a module, for Node's `--import`: the engine's own command line is started by us, too. */
export const refusingModule = `data:text/javascript,${encodeURIComponent(
  `import childProcess from 'node:child_process';
  import { syncBuiltinESMExports } from 'node:module';
  (${refuseConfigCommands})(childProcess, syncBuiltinESMExports);`,
)}`;
