import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportArchive } from '@atelier/kernel/start';
import { randomFrom } from './kill.ts';
import type { Outcome } from './rounds.ts';

const program = join(import.meta.dirname, '..', 'support', 'update-killed.ts');
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

export async function run(root: string, bundled: string, at: number, how = 'start', word = '', killMs?: number): Promise<Said> {
  const args = ['--disable-warning=ExperimentalWarning', program, root, bundled, version, String(at), how];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, WORD: word } });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  const kill = killMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killMs);
  await once(child, 'close');
  clearTimeout(kill);
  return stdout === '' ? {} : (JSON.parse(stdout) as Said);
}

/** A profile with a word in its database, in a file and in its decisions, and an archive of another one. */
export async function prepared(folder: string) {
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

/** Whose words are in the profile, place by place; and what the import left. */
export function stateOf(root: string, said: Said) {
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

export const theirs = { words: ['theirs'], file: 'theirs', decision: 'theirs', asides: 0, keptFile: '', keptDatabase: false, left: [] };
export const ours = { words: ['ours'], file: 'ours', decision: 'ours', asides: 1, keptFile: 'theirs', keptDatabase: true, left: [] };

/** Kills an import at any moment, and in every second round the start that takes it over, and looks whose profile the next start has. */
export async function importKills(rounds: number, seed: number): Promise<Outcome> {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  let acknowledged = 0;
  const folder = mkdtempSync(join(tmpdir(), 'atelier-imports-'));
  try {
    const { bundled, archive, fresh } = await prepared(folder);
    const begun = performance.now();
    await run(fresh('whole'), bundled, -1, archive);
    const importMs = performance.now() - begun;
    await run(join(folder, 'whole'), bundled, -1);
    const startMs = performance.now() - begun - importMs;
    for (let round = 0; round < rounds; round += 1) {
      const root = fresh('cut');
      const isStart = round % 2 === 1;
      const said = await run(root, bundled, -1, archive, '', isStart ? undefined : random() * importMs * 1.1);
      const isDone = said.done !== undefined;
      if (isDone) acknowledged += 1;
      if (isStart) await run(root, bundled, -1, 'start', '', random() * startMs * 1.1);
      const state = JSON.stringify(stateOf(root, await run(root, bundled, -1)));
      if (state !== JSON.stringify(ours) && (isDone || state !== JSON.stringify(theirs)))
        wrong.push(`import round ${round}, seed ${seed}: ${isDone ? 'it was acknowledged' : 'it was killed'}, and then there is ${state}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { kind: 'import of a whole profile', kills: rounds, acknowledged, wrong };
}
