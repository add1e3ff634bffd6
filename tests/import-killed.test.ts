import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportArchive } from '@atelier/kernel/start';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../kernel/testing/temp-folder.ts';

vi.setConfig({ testTimeout: 600_000 });

const program = join(import.meta.dirname, 'support', 'update-killed.ts');
const version = '1.0.0';

/** A program with one plugin, which keeps the words of its profile in a database. */
function build(folder: string): string {
  const bundled = join(folder, 'bundled');
  const keeper = join(bundled, 'keeper');
  mkdirSync(keeper, { recursive: true });
  const atelier = { main: './main.js', activation: 'startup', contributes: { commands: [{ id: 'keeper.look', title: 'Look' }] } };
  writeFileSync(
    join(keeper, 'package.json'),
    JSON.stringify({ name: '@test/keeper', version, type: 'module', engines: { atelier: '^1.0.0' }, atelier }),
  );
  writeFileSync(
    join(keeper, 'main.js'),
    `export default { activate(ctx) {
      const db = ctx.database([{ id: 10, name: 'create', up: db => db.exec('CREATE TABLE words (word TEXT NOT NULL) STRICT') }]);
      if (process.env.WORD) db.prepare('INSERT INTO words VALUES (?)').run(process.env.WORD);
      ctx.handle('keeper.look', async () => db.prepare('SELECT word FROM words').all().map(row => row.word));
    } };`,
  );
  return bundled;
}

interface Said {
  readonly done?: number;
  readonly found?: readonly string[];
  readonly notices?: readonly string[];
}

async function run(root: string, bundled: string, at: number, how = 'start', word = ''): Promise<Said> {
  const args = ['--disable-warning=ExperimentalWarning', program, root, bundled, version, String(at), how];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, WORD: word } });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  await once(child, 'close');
  return stdout === '' ? {} : (JSON.parse(stdout) as Said);
}

/** A profile with a word in its database, in a file and in its decisions, and an archive of another one. */
async function prepared(folder: string) {
  const bundled = build(folder);
  const roots = { ours: join(folder, 'ours'), theirs: join(folder, 'theirs') };
  for (const [word, root] of Object.entries(roots)) {
    await run(root, bundled, -1, 'start', word);
    const userData = join(root, 'user-data');
    mkdirSync(join(userData, 'workspace/global'), { recursive: true });
    writeFileSync(join(userData, 'workspace/global/word.txt'), word);
    writeFileSync(join(userData, 'extensions.json'), JSON.stringify({ extensions: {}, keys: { 'a.b': [word] } }));
  }
  const archive = join(folder, 'ours.zip');
  const secrets = () => {
    throw new Error('there are no keys');
  };
  await exportArchive({ userData: join(roots.ours, 'user-data'), bundled, version, secrets }, { file: archive });
  const fresh = (name: string): string => {
    const copy = join(folder, name);
    rmSync(copy, { recursive: true, force: true });
    cpSync(roots.theirs, copy, { recursive: true });
    rmSync(join(copy, 'user-data', 'identity.json'), { force: true });
    return copy;
  };
  return { bundled, archive, fresh };
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** So many points of all, the first and the last among them. */
const points = (all: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => Math.round((at * (all - 1)) / (count - 1)));

/** Whose words are in the profile, place by place; and what the import left. */
function stateOf(root: string, said: Said) {
  const userData = join(root, 'user-data');
  const asides = readdirSync(join(userData, 'backups')).filter(name => name.startsWith('replaced-'));
  const aside = join(userData, 'backups', asides[0] ?? 'none');
  return {
    words: said.found,
    file: textOf(join(userData, 'workspace/global/word.txt')),
    decision: /ours|theirs/.exec(textOf(join(userData, 'extensions.json')))?.[0],
    asides: asides.length,
    keptFile: textOf(join(aside, 'workspace/global/word.txt')),
    keptDatabase: existsSync(join(aside, 'data/test--keeper.sqlite')),
    left: readdirSync(userData).filter(name => name.startsWith('incoming')),
  };
}

const theirs = { words: ['theirs'], file: 'theirs', decision: 'theirs', asides: 0, keptFile: '', keptDatabase: false, left: [] };
const ours = { words: ['ours'], file: 'ours', decision: 'ours', asides: 1, keptFile: 'theirs', keptDatabase: true, left: [] };

test('D29: a start that takes an import over and is killed before any of its writes is finished by the next one', async () => {
  using folder = tempFolder();
  const { bundled, archive, fresh } = await prepared(folder.path);
  const all = (await run(await asked(fresh('whole')), bundled, -1)).done ?? 0;

  const wrong: unknown[] = [];
  for (const at of points(Math.ceil(all / 2), 14)) {
    const root = await asked(fresh('cut'));
    const cut = await run(root, bundled, at);
    const state = stateOf(root, await run(root, bundled, -1));
    if (JSON.stringify(state) !== JSON.stringify(ours)) wrong.push({ at, cut, state });
  }
  expect({ wrong, many: all > 20 }).toEqual({ wrong: [], many: true });

  async function asked(root: string): Promise<string> {
    await run(root, bundled, -1, archive);
    return root;
  }
});

test('D29: an import that is killed before any of its writes leaves everything as it was, or all of it to the next start', async () => {
  using folder = tempFolder();
  const { bundled, archive, fresh } = await prepared(folder.path);
  const all = (await run(fresh('whole'), bundled, -1, archive)).done ?? 0;

  const states = new Map<string, number>();
  for (const at of points(all, 12)) {
    const root = fresh('cut');
    await run(root, bundled, at, archive);
    const state = stateOf(root, await run(root, bundled, -1));
    const which = [ours, theirs].findIndex(one => JSON.stringify(one) === JSON.stringify(state));
    const name = ['new', 'old'][which] ?? `${at}: ${JSON.stringify(state)}`;
    states.set(name, (states.get(name) ?? 0) + 1);
  }
  expect({ states: [...states.keys()].toSorted(), many: all > 10 }).toEqual({ states: ['new', 'old'], many: true });
});

test('D29: what an import replaced comes back whole or not at all, killed before any write of asking for it or of doing it', async () => {
  using folder = tempFolder();
  const { bundled, archive, fresh } = await prepared(folder.path);
  const back = { ...theirs, asides: 1, keptFile: 'ours', keptDatabase: true };
  const imported = async (): Promise<string> => {
    const root = fresh('cut');
    await run(root, bundled, -1, archive);
    await run(root, bundled, -1);
    return root;
  };
  const asked = async (): Promise<string> => {
    const root = await imported();
    await run(root, bundled, -1, 'back');
    return root;
  };
  const writes = {
    asking: (await run(await imported(), bundled, -1, 'back')).done ?? 0,
    doing: Math.ceil(((await run(await asked(), bundled, -1)).done ?? 0) / 2),
  };

  const states = new Set<string>();
  const cut = async (root: string, at: number, how: string, allowed: readonly (readonly [string, unknown])[]) => {
    await run(root, bundled, at, how);
    const state = JSON.stringify(stateOf(root, await run(root, bundled, -1)));
    states.add(allowed.find(([, one]) => JSON.stringify(one) === state)?.[0] ?? `${how} ${at}: ${state}`);
  };
  for (const at of points(writes.asking, 6))
    await cut(await imported(), at, 'back', [
      ['back', back],
      ['imported', ours],
    ]);
  for (const at of points(writes.doing, 10)) await cut(await asked(), at, 'start', [['back', back]]);
  expect({ states: [...states].toSorted(), many: writes.doing > 20 }).toEqual({ states: ['back', 'imported'], many: true });
});
