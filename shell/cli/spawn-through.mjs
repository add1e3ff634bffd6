import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { say } from './texts.mjs';

const notStarted = {
  en: '{command} could not be started: {reason}. Run `npm ci --ignore-scripts`, then this again.',
  fr: '{command} n’a pas pu démarrer : {reason}. Lancez `npm ci --ignore-scripts`, puis recommencez.',
};

/**
 * Runs a program in our place: same terminal, same signals, same exit code.
 * @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} env @param {string} [cwd] @returns {Promise<number>}
 */
export function spawnThrough(command, args, env, cwd) {
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: 'inherit', env, cwd });
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      // A terminal sends Ctrl-C to the whole group; passing it on would make one press two.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, forward);
    const end = (/** @type {number} */ code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.on('error', error => {
      say(notStarted, { command, reason: error.message });
      end(1);
    });
    child.on('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
