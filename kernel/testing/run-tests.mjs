#!/usr/bin/env node
// `atelier-test` of the published package: the tests of an extension, on a Node that the kernel runs on. Itself runs on Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const needed = 24;
const texts = {
  noVitest: {
    en: 'The tests cannot run: vitest is not installed in {folder}. Run npm install there; it belongs to "devDependencies" in package.json.',
    fr: 'Les tests ne peuvent pas démarrer : vitest n’est pas installé dans {folder}. Lancez-y npm install ; il a sa place sous "devDependencies" dans package.json.',
  },
  noNode: {
    en: 'The tests cannot run: the kernel needs Node {needed}, this is {have}, and none came with @atelier/kernel. Run npm install without --omit=optional, or install Node {needed} from https://nodejs.org.',
    fr: 'Les tests ne peuvent pas démarrer : le noyau demande Node {needed}, celui-ci est {have}, et @atelier/kernel n’en a pas apporté. Lancez npm install sans --omit=optional, ou installez Node {needed} depuis https://nodejs.org.',
  },
};

const here = dirname(fileURLToPath(import.meta.url));
process.exitCode = run();

/** @returns {number} */
function run() {
  const vitest = folderOf('vitest');
  if (vitest === undefined) return failed(texts.noVitest, { folder: process.cwd() });
  const node = suitableNode();
  if (node === undefined) return failed(texts.noNode, { needed: String(needed), have: process.version });
  const args = process.argv.slice(2);
  const { status, signal } = spawnSync(node, [join(vitest, 'vitest.mjs'), ...(args.length > 0 ? args : ['run'])], {
    stdio: 'inherit',
  });
  return signal === null ? (status ?? 1) : 1;
}

/** This Node, or the one that npm installed along with the kernel. @returns {string | undefined} */
function suitableNode() {
  if (Number.parseInt(process.versions.node, 10) >= needed) return process.execPath;
  const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const name of Object.keys(own.optionalDependencies ?? {})) {
    const folder = folderOf(name);
    if (folder === undefined) continue;
    const node = join(folder, 'bin', file);
    if (spawnSync(node, ['--version']).status === 0) return node;
  }
  return undefined;
}

/** Where a package is, for the extension or for the kernel. @param {string} name @returns {string | undefined} */
function folderOf(name) {
  for (const start of [process.cwd(), here])
    for (let folder = start; ; folder = dirname(folder)) {
      const found = join(folder, 'node_modules', name);
      if (existsSync(join(found, 'package.json'))) return found;
      if (folder === dirname(folder)) break;
    }
  return undefined;
}

/** @param {{ readonly en: string, readonly fr: string }} sentence @param {Readonly<Record<string, string>>} values @returns {number} */
function failed(sentence, values) {
  const language = process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '';
  const text = language.toLowerCase().startsWith('fr') ? sentence.fr : sentence.en;
  process.stderr.write(`${text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')}\n`);
  return 1;
}
