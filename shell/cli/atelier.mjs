#!/usr/bin/env node
// Runs on Node 20 or newer, before anything is installed: plain JS, no dependencies, no API that Node 20 lacks.
import module from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInForeground } from './foreground.mjs';
import { say } from './texts.mjs';
import { wrongUse } from './wrong-use.mjs';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const args = process.argv.slice(2);
const isPrepared = process.env.ATELIER_PREPARED === '1';
delete process.env.ATELIER_PREPARED;

process.exitCode = await main();

/** @returns {Promise<number>} 0 worked, 1 failed, 2 wrong use */
async function main() {
  const [name = '--help', ...rest] = args;
  const json = rest.includes('--json');
  if (name === '--version') return print((await import('./help.mjs')).version(root));
  if (name === '--help' || name === 'help' || (rest[0] === '--help' && name !== 'extension')) {
    const { help, helpRecord } = await import('./help.mjs');
    return print(json ? JSON.stringify(helpRecord(root)) : help(root));
  }
  const wrong = wrongUse(root, name, rest);
  if (wrong !== undefined) {
    say(wrong.sentence, wrong.values);
    return 2;
  }
  if (name === 'doctor') return (await import('./doctor.mjs')).doctor(root, json);
  if (name === 'links') return (await import('./links.mjs')).links(root, rest[0] ?? '');
  return isPrepared ? runCommand(name, rest) : prepareAndRun(name, rest);
}

/** @param {string} name @param {string[]} rest */
async function prepareAndRun(name, rest) {
  const { prepare, SetupProblem } = await import('./setup.mjs');
  try {
    const node = await prepare(root);
    if (node === undefined) return await runCommand(name, rest);
    return await runInForeground(node, [fileURLToPath(import.meta.url), ...args], { ...process.env, ATELIER_PREPARED: '1' });
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** @param {string} name @param {string[]} rest @returns {Promise<number>} */
async function runCommand(name, rest) {
  process.env.NODE_COMPILE_CACHE ??= join(root, '.build', 'cache', 'node');
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  if (name === 'run') return (await import('./run-script.ts')).runScript(root, rest[0] ?? '', rest.slice(1));
  if (name === 'registry') return (await import('./registry.ts')).registry(root, rest);
  if (name === 'cloud') return (await import('./cloud.ts')).cloud(root, rest.slice(1));
  if (name === 'extension') return (await import('./extension/index.ts')).extension(root, rest);
  if (name === 'new') return (await import('./new.ts')).newPlugin(root, rest[0] ?? '');
  return (await import('./start.ts')).start(root, rest);
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
  return 0;
}
