import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareFirstStart } from '../kernel/main/first-start/first-start.ts';
import { keptLog } from '../kernel/testing/kept-log.ts';
import { tempFolder } from '../kernel/testing/temp-folder.ts';

const program = join(import.meta.dirname, 'support', 'update-killed.ts');
const rows = 400;

/** The folder of one version of a program with one extension, whose migrations are these. */
function build(folder: string, version: string, steps: readonly string[]): string {
  const bundled = join(folder, `build-${version}`);
  const keeper = join(bundled, 'keeper');
  mkdirSync(keeper, { recursive: true });
  const manifest = {
    name: '@test/keeper',
    version,
    type: 'module',
    engines: { atelier: '^1.0.0' },
    atelier: { main: './main.js', activation: 'startup', contributes: { commands: [{ id: 'keeper.look', title: 'Look' }] } },
  };
  writeFileSync(join(keeper, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(keeper, 'main.js'),
    `export default { activate(ctx) {
      const db = ctx.database([${steps.map((up, at) => `{ id: ${(at + 1) * 10}, name: 'step', up: db => { ${up} } }`).join(', ')}]);
      ctx.handle('keeper.look', async () => {
        const table = db.prepare("SELECT name FROM sqlite_schema WHERE name IN ('notes', 'pages')").get().name;
        return { table, ...db.prepare('SELECT count(*) AS rows, sum(length(text)) AS letters FROM ' + table).get() };
      });
    } };`,
  );
  return bundled;
}

const first = `db.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO notes (text) VALUES (?)');
  for (let at = 0; at < ${rows}; at += 1) insert.run('x'.repeat(500));`;
const second = `db.exec("UPDATE notes SET text = text || '!'"); globalThis.inMigration?.(); db.exec('ALTER TABLE notes RENAME TO pages');`;
const broken = `db.exec("UPDATE notes SET text = ''"); db.exec('SELECT nothing FROM nowhere');`;

const whole = { a: { table: 'notes', rows, letters: rows * 500 }, b: { table: 'pages', rows, letters: rows * 501 } };

interface Said {
  readonly done?: number;
  readonly version?: string;
  readonly found?: unknown;
  readonly refused?: string;
  readonly notices?: readonly string[];
  readonly back?: string;
}

async function run(
  root: string,
  bundled: string,
  version: string,
  at: number | 'migration' | 'rehearsal' = -1,
  how = 'start',
): Promise<Said> {
  const args = ['--disable-warning=ExperimentalWarning', program, root, bundled, version, String(at), how];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  await once(child, 'close');
  return stdout === '' ? {} : (JSON.parse(stdout) as Said);
}

/** A profile that version 1 has left, with a key in it, and both builds. */
async function profileOfFirst(folder: string, next: readonly string[] = [first, second]) {
  const builds = { a: build(folder, '1.0.0', [first]), b: build(folder, '2.0.0', next) };
  const root = join(folder, 'profile');
  await run(root, builds.a, '1.0.0');
  writeFileSync(join(root, 'user-data', 'secrets.json'), '{"kept":"sealed"}', { mode: 0o600 });
  const fresh = (name: string): string => {
    const copy = join(folder, name);
    cpSync(root, copy, { recursive: true });
    // Another profile, not one that is noticed to be a copy.
    rmSync(join(copy, 'user-data', 'identity.json'), { force: true });
    return copy;
  };
  return { ...builds, fresh };
}

/** So many points of all, the first and the last among them. */
const points = (all: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => Math.round((at * (all - 1)) / (count - 1)));

test('D4: an update copies the data, migrates them, and keeps the copy without what holds keys', async () => {
  using folder = tempFolder();
  const { b, fresh } = await profileOfFirst(folder.path);
  const root = fresh('one');
  const said = [await run(root, b, '2.0.0'), await run(root, b, '2.0.0')].map(({ done: _done, ...rest }) => rest);
  const userData = join(root, 'user-data');
  const copy = join(userData, 'backups', 'before-2.0.0');
  const { version, files } = JSON.parse(readFileSync(join(copy, 'copy.json'), 'utf8'));
  expect({
    said,
    record: JSON.parse(readFileSync(join(userData, 'version.json'), 'utf8')),
    copy: [version, files.map(({ path }: { path: string }) => path)],
    keys: existsSync(join(copy, 'secrets.json')),
    kept: readFileSync(join(userData, 'secrets.json'), 'utf8'),
    stage: existsSync(join(userData, 'rehearsal')),
  }).toEqual({
    said: [1, 2].map(() => ({ version: '2.0.0', found: whole.b, notices: [] })),
    record: { version: '2.0.0' },
    copy: ['1.0.0', ['data/test--keeper.sqlite']],
    keys: false,
    kept: '{"kept":"sealed"}',
    stage: false,
  });
});

test('D4: a migration that fails is met on the copy: nothing of the data is touched, and the old version goes on', async () => {
  using folder = tempFolder();
  const { a, b, fresh } = await profileOfFirst(folder.path, [first, broken]);
  const root = fresh('one');
  const before = readFileSync(join(root, 'user-data', 'data', 'test--keeper.sqlite'));
  const { refused } = await run(root, b, '2.0.0');
  const after = readFileSync(join(root, 'user-data', 'data', 'test--keeper.sqlite'));
  const { found, notices } = await run(root, a, '1.0.0');
  expect({
    refused,
    same: after.equals(before),
    found,
    notices,
    record: JSON.parse(readFileSync(join(root, 'user-data', 'version.json'), 'utf8')),
  }).toEqual({
    refused: 'update/rehearsal-failed',
    same: true,
    found: whole.a,
    notices: [],
    record: { version: '1.0.0' },
  });
});

test('D4: killed at any point of the first start, both the new version and the old one find the data whole', async () => {
  using folder = tempFolder();
  const { a, b, fresh } = await profileOfFirst(folder.path);
  const { done = 0 } = await run(fresh('counted'), b, '2.0.0');
  const outcomes: unknown[] = [];
  const deaths = [...points(done, 7), 'rehearsal', 'migration'] as const;
  for (const at of deaths) {
    for (const [then, version] of [[b, '2.0.0'] as const, [a, '1.0.0'] as const]) {
      const root = fresh(`${at}-${version}`);
      const killed = await run(root, b, '2.0.0', at);
      const { found, refused, version: came } = await run(root, then, version);
      // After the last thing the data were the new version's already; the old one then leaves them closed.
      const isSettled =
        JSON.parse(readFileSync(join(root, 'user-data', 'version.json'), 'utf8')).version === '2.0.0' && version === '1.0.0';
      outcomes.push(isSettled ? 'settled' : { at, killed, came, found, refused });
    }
  }
  const wanted = deaths.flatMap(at => [
    { at, killed: {}, came: '2.0.0', found: whole.b, refused: undefined },
    { at, killed: {}, came: '1.0.0', found: whole.a, refused: undefined },
  ]);
  expect(outcomes.map((outcome, at) => (outcome === 'settled' ? wanted[at] : outcome))).toEqual(wanted);
  expect(outcomes.filter(outcome => outcome === 'settled').length).toBeLessThan(3);
});

test('D16: a version that never comes up is not tried a third time, and the way back puts the data where they were', async () => {
  using folder = tempFolder();
  const { a, b, fresh } = await profileOfFirst(folder.path);
  const root = fresh('one');
  await run(root, b, '2.0.0', 'migration');
  await run(root, b, '2.0.0', 'migration');
  const { pending } = JSON.parse(readFileSync(join(root, 'user-data', 'version.json'), 'utf8'));
  const offered = await run(root, b, '2.0.0');
  const back = await run(root, b, '2.0.0', -1, 'restore');
  const again = await run(root, a, '1.0.0');
  expect({ pending, offered: offered.refused, back: back.back, found: again.found }).toEqual({
    pending: { to: '2.0.0', step: 'started', tries: 2 },
    offered: 'update/start-failed',
    back: '1.0.0',
    found: whole.a,
  });
});

test('D16: a restore that is killed at any point is finished by the next start, with the data whole and the newer ones kept aside', async () => {
  using folder = tempFolder();
  const { a, b, fresh } = await profileOfFirst(folder.path);
  const updated = fresh('updated');
  await run(updated, b, '2.0.0');
  const copyOf = (name: string): string => {
    cpSync(updated, join(folder.path, name), { recursive: true });
    return join(folder.path, name);
  };
  const { done = 0 } = await run(copyOf('counted'), b, '2.0.0', -1, 'restore');
  const outcomes: unknown[] = [];
  for (const at of points(done, 7)) {
    const root = copyOf(`restore-${at}`);
    await run(root, b, '2.0.0', at, 'restore');
    const isBegun = JSON.parse(readFileSync(join(root, 'user-data', 'version.json'), 'utf8')).version === '1.0.0';
    const { found } = await run(root, isBegun ? a : b, isBegun ? '1.0.0' : '2.0.0');
    const backups = readdirSync(join(root, 'user-data', 'backups'));
    outcomes.push({ found, aside: isBegun === backups.includes('after-2.0.0'), begun: isBegun });
  }
  const begun = outcomes.filter(outcome => (outcome as { begun: boolean }).begun).length;
  expect({ outcomes, someOfEach: begun > 0 && begun < outcomes.length }).toEqual({
    outcomes: outcomes.map(outcome => {
      const { begun: isBegun } = outcome as { begun: boolean };
      return { found: isBegun ? whole.a : whole.b, aside: true, begun: isBegun };
    }),
    someOfEach: true,
  });
});

test('D7: a disk without room for the copy is named with what it needs, before anything is touched', async () => {
  using folder = tempFolder();
  const { fresh } = await profileOfFirst(folder.path);
  const userData = join(fresh('one'), 'user-data');
  const listed = readdirSync(userData, { recursive: true }).sort();
  const start = prepareFirstStart({
    userData,
    version: '2.0.0',
    log: keptLog(),
    rehearse: async () => undefined,
    freeOf: () => 1024 * 1024,
  });
  await expect(start).rejects.toMatchObject({ code: 'update/no-space', details: { to: '2.0.0', free: 1, need: 65 } });
  expect(readdirSync(userData, { recursive: true }).sort()).toEqual(listed);
});

test('D9: a record that cannot be read stops the start in a sentence, and is left as it is', async () => {
  using folder = tempFolder();
  for (const content of ['{"version": 7}', '', '{"vers']) {
    writeFileSync(join(folder.path, 'version.json'), content);
    const start = prepareFirstStart({ userData: folder.path, version: '2.0.0', log: keptLog(), rehearse: async () => undefined });
    await expect(start).rejects.toMatchObject({ code: 'update/record-unreadable', details: { reason: { en: 'it is damaged' } } });
    expect(readFileSync(join(folder.path, 'version.json'), 'utf8')).toBe(content);
  }
});
