#!/usr/bin/env node
// Runs on any Node from 20, before anything is installed: plain JS, no dependency, and nothing newer than 20 offers.
import module from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandsOf, scriptsOf } from './commands.mjs';
import { spawnThrough } from './spawn-through.mjs';
import { say } from './texts.mjs';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const args = process.argv.slice(2);
const again = process.env.ATELIER_PREPARED === '1';
delete process.env.ATELIER_PREPARED;

process.exitCode = await main();

/** @returns {Promise<number>} 0 worked, 1 failed, 2 wrong use */
async function main() {
  const [name = '--help', ...rest] = args;
  const json = rest.includes('--json');
  if (name === '--version') return print((await import('./help.mjs')).version(root));
  if (name === '--help' || name === 'help' || rest[0] === '--help') {
    const { help, helpRecord } = await import('./help.mjs');
    return print(json ? JSON.stringify(helpRecord(root)) : help(root));
  }
  const wrong = wrongUse(name, rest[0]);
  if (wrong !== undefined) {
    say(wrong, {
      name,
      script: rest[0] ?? '',
      known: (name === 'run' ? scriptsOf(root) : commandsOf(root)).map(each => each.name).join(', '),
    });
    return 2;
  }
  if (name === 'doctor') return (await import('./doctor.mjs')).doctor(root, rest);
  return again ? inNode24(name, rest) : prepared(name, rest);
}

/** @param {string} name @param {string[]} rest */
async function prepared(name, rest) {
  const { prepare, SetupProblem } = await import('./setup.mjs');
  try {
    const node = await prepare(root);
    if (node === undefined) return await inNode24(name, rest);
    return await spawnThrough(node, [fileURLToPath(import.meta.url), ...args], { ...process.env, ATELIER_PREPARED: '1' });
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** @param {string} name @param {string[]} rest @returns {Promise<number>} */
async function inNode24(name, rest) {
  process.env.NODE_COMPILE_CACHE ??= join(root, '.build', 'cache', 'node');
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  const { dispatch } = await import('./dispatch.ts');
  return dispatch(root, name, rest);
}

/** @param {string} name @param {string | undefined} script */
function wrongUse(name, script) {
  if (!commandsOf(root).some(each => each.name === name)) {
    return { en: 'There is no command "{name}". Use one of: {known}.', fr: 'Il n’y a pas de commande « {name} ». Utilisez : {known}.' };
  }
  if (name === 'run' && !scriptsOf(root).some(each => each.name === script)) {
    return { en: 'There is no script "{script}". Use one of: {known}.', fr: 'Il n’y a pas de script « {script} ». Utilisez : {known}.' };
  }
  return undefined;
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
  return 0;
}
