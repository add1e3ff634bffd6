import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { isAppError } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freeReserve, keepReserve } from '../kernel/main/storage/disk-reserve.ts';
import { JsonFile } from '../kernel/main/storage/json-file.ts';
import { openDatabase } from '../kernel/main/storage/storage.ts';
import { keptLog } from '../kernel/testing/kept-log.ts';
import { type TempFolder, tempFolder } from '../kernel/testing/temp-folder.ts';
import { killWriter, randomFrom } from './faults/kill.ts';
import { killRounds, kinds } from './faults/rounds.ts';
import { counterFile, oldSteps } from './faults/subjects.ts';

// A new seed every run finds more than one seed ever could; a failure names it. `npm run faults` kills thousands of times.
const seed = Date.now() % 1_000_000;

test('D31: kills in the midst of rewinds and redos leave files and conversation as one', async () => {
  expect((await killRounds('rewind', 2, seed)).wrong).toEqual([]);
});

test('C16: kills at any moment of a capture leave every conversation captured once', async () => {
  expect((await killRounds('capture', 3, seed)).wrong).toEqual([]);
});

test('C17: kills at any moment of a run of a rule leave one receipt for each time, and nothing is done twice', async () => {
  expect((await killRounds('automation', 3, seed)).wrong).toEqual([]);
});

test('C19: kills at any moment leave every message of a channel that was taken with one answer, in order, and none with two', async () => {
  expect((await killRounds('channels', 3, seed)).wrong).toEqual([]);
});

test('kills while a skill is installed, switched, updated and removed leave what the agent loads and what the person is shown the same', async () => {
  expect((await killRounds('skills', 3, seed)).wrong).toEqual([]);
});

test.each(kinds.filter(kind => !['rewind', 'capture', 'automation', 'channels', 'skills'].includes(kind)))(
  'D1, D4, D16: kills of a %s writer lose nothing that was acknowledged',
  async kind => {
    const { wrong } = await killRounds(kind, kind === 'rebuild' ? 1 : 2, seed);
    expect(wrong).toEqual([]);
  },
);

test('D12: a database whose writer was killed inside a transaction opens at once, without that transaction', async () => {
  using folder = tempFolder();
  await killWriter('lock', folder.path, 1, 0);
  const database = openDatabase(folder.file('faults.sqlite'), oldSteps, {
    owner: '@test/faults',
    backups: folder.file('backups'),
    log: keptLog(),
  });
  const { count } = database.prepare<{ count: number }>('SELECT count(*) AS count FROM entries').get() ?? {};
  database.close();
  expect([count, database.recovered]).toEqual([0, undefined]);
});

test('D14: two processes that update one file at the same time lose no update', async () => {
  using folder = tempFolder();
  const writers = await Promise.all(Array.from({ length: 2 }, () => killWriter('beside', folder.path, Number.POSITIVE_INFINITY, 0)));
  const { state, value } = await counterFile(folder.path, keptLog()).read();
  expect([writers, state, value.count]).toEqual([Array(2).fill({ acknowledged: 10, complaint: '' }), 'ok', 20]);
});

test('D10: damage anywhere in the file is found after an unclean exit, and the backup restored', async () => {
  const random = randomFrom(seed);
  const outcomes: unknown[] = [];
  for (const harm of ['header', 'page', 'cut'] as const) {
    using folder = tempFolder();
    const open = () =>
      openDatabase(folder.file('d.sqlite'), oldSteps, { owner: '@test/faults', backups: folder.file('backups'), log: keptLog() });
    const first = open();
    first.transaction(() => {
      for (let id = 1; id <= 300; id += 1) first.prepare("INSERT INTO entries VALUES (?, 'one', ?)").run(id, 'x'.repeat(500));
    });
    await first.backUp();
    first.close();
    const bytes = readFileSync(first.file);
    const pages = bytes.length / 4096;
    const page = 1 + Math.floor(random() * (pages - 2));
    if (harm === 'header') bytes.fill(0, 0, 100);
    if (harm === 'page') bytes.fill(Math.floor(1 + random() * 255), page * 4096, (page + 1) * 4096);
    writeFileSync(first.file, harm === 'cut' ? bytes.subarray(0, page * 4096) : bytes);
    // What a process that was killed leaves; SQLite finds no valid frame in it.
    writeFileSync(`${first.file}-wal`, 'torn');
    const second = open();
    outcomes.push([harm, second.recovered?.why, second.prepare<{ n: number }>('SELECT count(*) AS n FROM entries').get()?.n]);
    second.close();
  }
  expect(outcomes, `seed ${seed}`).toEqual([
    ['header', 'damaged', 300],
    ['page', 'damaged', 300],
    ['cut', 'damaged', 300],
  ]);
});

const small = canMount();

describe('on a disk that is full', () => {
  let folder: TempFolder;
  let disk = '';
  beforeEach(context => context.skip(!small, 'a small disk needs root and mount'));
  beforeAll(() => {
    if (!small) return;
    folder = tempFolder();
    disk = folder.file('disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]);
  });
  afterAll(() => {
    if (!small) return;
    execFileSync('umount', [disk]);
    folder[Symbol.dispose]();
  });

  const free = () => statfsSync(disk).bavail * statfsSync(disk).bsize;
  const code = (work: () => unknown) => {
    try {
      work();
      return 'nothing was thrown';
    } catch (error) {
      return isAppError(error) ? error.code : `not an AppError: ${error}`;
    }
  };

  test('D30: that the disk is full is kept, once for a while, when a plugin’s write finds it', async () => {
    const filler = extension(
      '@test/filler',
      ctx => {
        const insert = ctx.database(oldSteps).prepare('INSERT INTO entries VALUES (?, ?, ?)');
        ctx.handle('filler.fill', async id => void insert.run(id, 'one', 'x'.repeat(500_000)));
      },
      { contributes: { commands: [{ id: 'filler.fill', title: 'Fill', args: {} }] } },
    );
    const profile = `${disk}/profile`;
    await using kernel = await testKernel({ profile, extensions: [filler] });
    for (let id = 1, met = 0; met < 3; id += 1) await kernel.run('filler.fill', id).catch(() => (met += 1));
    const text = readFileSync(pathIn(`${profile}/user-data`, 'blackBox', { turn: '0' }), 'utf8');
    expect(text.match(/"is":"disk-full"[^\n]*/g)).toEqual(['"is":"disk-full","of":"@test/filler"}']);
  });

  test('D7: a write says that the disk is full, what was written can be read, and the reserve lets the person delete', async () => {
    const kept = await keepReserve(disk);
    const log = keptLog();
    let full = 0;
    const options = { owner: '@test/faults', backups: folder.file('backups'), log, full: () => (full += 1) };
    const open = () => openDatabase(`${disk}/full.sqlite`, oldSteps, options);
    const database = open();
    const insert = database.prepare('INSERT INTO entries VALUES (?, ?, ?)');
    let written = 0;
    const filled = code(() => {
      for (;;) {
        insert.run(written + 1, 'one', 'x'.repeat(200_000));
        written += 1;
      }
    });
    const readable = database.prepare<{ n: number }>('SELECT count(*) AS n FROM entries').get()?.n;
    const deleted = code(() => database.exec('DELETE FROM entries WHERE id > 10'));
    database.close();
    const again = open();
    const left = again.prepare<{ n: number }>('SELECT count(*) AS n FROM entries').get()?.n;
    again.close();
    expect({
      kept,
      filled,
      readable: readable === written,
      deleted,
      left,
      recovered: again.recovered,
      told: log.lines.filter(line => line.level === 'warn').length,
      full,
    }).toEqual({
      kept: true,
      filled: 'storage/full',
      readable: true,
      deleted: 'nothing was thrown',
      left: 10,
      recovered: undefined,
      told: 1,
      full: 1,
    });
    expect(freeReserve(disk)).toBe(false);
  });

  test('D7: a JSON file is the old one or the new one, never half of it', async () => {
    const file = new JsonFile<string[]>({
      path: `${disk}/json/list.json`,
      fallback: [],
      log: keptLog(),
      validate: value => ({ ok: true, value: value as string[] }),
    });
    await file.update(() => ['first']);
    writeFileSync(`${disk}/filler`, Buffer.alloc(free() - 64 * 1024));
    const refused = await file.update(() => ['x'.repeat(500_000)]).catch((error: unknown) => (isAppError(error) ? error.code : error));
    const reopened = new JsonFile<string[]>({
      path: file.path,
      fallback: [],
      log: keptLog(),
      validate: value => ({ ok: true, value: value as string[] }),
    });
    expect([refused, await reopened.read()]).toEqual(['storage/full', { state: 'ok', value: ['first'] }]);
  });
});

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  using folder = tempFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder.path], { stdio: 'ignore' });
    execFileSync('umount', [folder.path]);
    return true;
  } catch {
    return false;
  }
}
