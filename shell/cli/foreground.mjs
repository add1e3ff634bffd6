import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { say } from './texts.mjs';

const notStarted = {
  en: '{command} could not be started: {reason}. Run `npm ci --ignore-scripts`, then this again.',
  fr: '{command} n’a pas pu démarrer : {reason}. Lancez `npm ci --ignore-scripts`, puis réessayez.',
};

/**
 * Runs a program with the terminal, signals and exit code of this process. `stop` sends it SIGTERM.
 * @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} env @param {string} [cwd] @param {AbortSignal} [stop]
 * @returns {Promise<number>}
 */
export function runInForeground(command, args, env, cwd, stop) {
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: 'inherit', env, cwd });
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
    // Ctrl-C arrives several times, and programs take a second signal as a request to end at once.
    let signalled = false;
    // After `stop`, the first signal of the person is not passed on.
    let endedByUs = false;
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      signalled = true;
      const isSecond = endedByUs;
      endedByUs = false;
      if (isSecond) return;
      // A terminal sends Ctrl-C to the whole process group; passing it on would deliver it twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    const end = () => {
      if (!signalled) endedByUs = child.kill('SIGTERM');
      signalled = true;
    };
    const orphaned = onOrphaned(end);
    stop?.addEventListener('abort', end);
    const ended = (/** @type {number} */ code) => {
      clearInterval(orphaned);
      stop?.removeEventListener('abort', end);
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.on('error', error => {
      say(notStarted, { command, reason: error.message });
      ended(1);
    });
    child.on('exit', (code, signal) => ended(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/**
 * Calls `end` when the parent process has ended: npm runs a script in a shell and signals only that shell, which ends without
 * passing the signal on. Not outside npm, where the parent of a background process may end first.
 * @param {() => void} end
 */
export function onOrphaned(end) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 200);
  return watch;
}
