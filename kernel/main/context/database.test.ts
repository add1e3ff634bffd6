import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemOf, type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { connect } from '../storage/storage.ts';

vi.setConfig({ testTimeout: 60_000 });

const createEntries = `{ id: 10, name: 'create entries', up: db => db.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT') }`;
const failing = `{ id: 20, name: 'half way', up: db => { db.exec('ALTER TABLE entries ADD COLUMN extra TEXT'); throw new Error('out of luck'); } }`;
const second = `{ id: 20, name: 'extra', up: db => db.exec('ALTER TABLE entries ADD COLUMN extra TEXT') }`;

let made = 0;

/** An extension with a database at the given steps. */
function keeper(installed: boolean, ...steps: readonly string[]): TestExtension {
  return {
    id: '@test/keeper',
    installed,
    // A new name each time, because this process caches loaded modules.
    atelier: {
      main: `./main-${++made}.js`,
      contributes: { commands: ['add', 'all'].map(name => ({ id: `keeper.${name}`, title: name })) },
    },
    files: {
      [`main-${made}.js`]: `export default { activate(ctx) {
        const db = ctx.database([${steps.join(', ')}]);
        ctx.handle('keeper.add', async text => db.prepare('INSERT INTO entries (text) VALUES (?)').run(text));
        ctx.handle('keeper.all', async () => db.prepare('SELECT text FROM entries ORDER BY id').all().map(row => row.text));
      } };`,
    },
  };
}
const other: TestExtension = {
  id: '@test/other',
  atelier: { contributes: { commands: [{ id: 'other.echo', title: 'Echo' }] } },
  files: { 'main.js': `export default { activate: ctx => void ctx.handle('other.echo', async args => args) };` },
};
const fileOf = (kernel: TestKernel) => join(kernel.host.paths.userData, 'data', 'test--keeper.sqlite');

/** Runs the extension once with one entry, closes it and returns its profile. */
async function profileWith(installed: boolean, ...steps: readonly string[]): Promise<TestKernel> {
  const kernel = await testKernel({ extensions: [keeper(installed, ...steps), other] });
  await kernel.run('keeper.add', 'kept');
  await kernel.close();
  expect(existsSync(`${fileOf(kernel)}-wal`)).toBe(false);
  return kernel;
}

for (const installed of [false, true]) {
  const where = installed ? 'in a process of its own' : "in the kernel's process";

  test(`D5: a migration that throws leaves the old schema, and only its own extension fails, with an error that names it (${where})`, async () => {
    const first = await profileWith(installed, createEntries);
    await using kernel = await testKernel({ extensions: [keeper(installed, createEntries, failing), other], profile: first.profile });
    const failed = await problemOf(kernel.run('keeper.all'));
    const state = kernel.statuses().find(one => one.id === '@test/keeper')?.state;
    const look = connect(fileOf(kernel), 'read');
    const schema = [look.pragma('user_version', { simple: true }), look.prepare('SELECT * FROM entries').all()];
    look.close();
    expect({ failed, state, schema, other: await kernel.run('other.echo', 1) }).toEqual({
      failed: [
        'storage/migration-failed',
        'The data of @test/keeper could not be migrated to step 20 (half way): out of luck. They are unchanged; go back to the previous version of @test/keeper, or update it.',
      ],
      state: 'failed',
      schema: [10, [{ id: 1, text: 'kept' }]],
      other: 1,
    });
  });

  // The rows of our own plugins can be read (tests/newer-databases.test.ts); what others do with theirs is not known.
  test(`D6: an older version ${installed ? 'refuses' : 'only reads'} a newer database and changes no byte, and other extensions run (${where})`, async () => {
    const first = await profileWith(installed, createEntries, second);
    const before = readFileSync(fileOf(first));
    await using kernel = await testKernel({ extensions: [keeper(installed, createEntries), other], profile: first.profile });
    const read = await problemOf(kernel.run('keeper.all'));
    const failed = await problemOf(kernel.run('keeper.add', 'refused'));
    expect({ read, failed, same: readFileSync(fileOf(kernel)).equals(before), other: await kernel.run('other.echo', 1) }).toEqual({
      read: installed ? ['storage/newer-database', expect.stringContaining('@test/keeper')] : { value: ['kept'] },
      failed: [installed ? 'storage/newer-database' : 'storage/read-only', expect.stringContaining('@test/keeper')],
      same: true,
      other: 1,
    });
  });

  test(`D10: a damaged database is set aside, its backup restored, and the person notified (${where})`, async () => {
    const first = await profileWith(installed, createEntries);
    // The next migration makes a backup, and the end of the session another.
    const next = await testKernel({ extensions: [keeper(installed, createEntries, second), other], profile: first.profile });
    await next.run('keeper.add', 'before the damage');
    await next.close();
    writeFileSync(fileOf(next), Buffer.alloc(9000, 7));
    await using kernel = await testKernel({ extensions: [keeper(installed, createEntries, second), other], profile: first.profile });
    const rows = await kernel.run('keeper.all');
    await until(() => kernel.notices().length > 0);
    const [notice] = kernel.notices();
    const aside = /in (\S+\.corrupt-\d{8}T\d{9}Z)/.exec(notice?.message ?? '')?.[1] ?? '';
    expect({ rows, notice, aside: existsSync(aside) && readFileSync(aside).equals(Buffer.alloc(9000, 7)) }).toEqual({
      rows: ['kept', 'before the damage'],
      notice: {
        id: 'notice-1',
        code: 'notice/database-restored',
        message: expect.stringContaining('The data of @test/keeper were damaged and the backup of'),
        at: expect.any(Number),
        extension: '@test/keeper',
      },
      aside: true,
    });
  });

  test(`the error for a database that another program has locked says so (${where})`, async () => {
    const first = await profileWith(installed, createEntries);
    const holder = connect(fileOf(first), 'write');
    holder.exec('BEGIN EXCLUSIVE');
    await using kernel = await testKernel({ extensions: [keeper(installed, createEntries, second), other], profile: first.profile });
    const failed = await problemOf(kernel.run('keeper.all'));
    holder.close();
    expect(failed).toEqual(['storage/locked', expect.stringContaining('Another program has kept the database of @test/keeper locked')]);
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}
