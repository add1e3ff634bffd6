import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KernelChannel } from '@atelier/kernel';
import { problemOf, type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

/** An extension that keeps words. */
function keeper(installed: boolean): TestExtension {
  return {
    id: '@test/keeper',
    installed,
    atelier: {
      main: './main.js',
      contributes: { commands: ['add', 'all', 'state'].map(name => ({ id: `keeper.${name}`, title: name })) },
    },
    files: {
      'main.js': `export default { activate(ctx) {
        const db = ctx.database([{ id: 10, name: 'create', up: db => db.exec('CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT') }]);
        ctx.handle('keeper.add', async text => db.prepare('INSERT INTO entries (text) VALUES (?)').run(text));
        ctx.handle('keeper.state', async () => db.state);
        ctx.handle('keeper.all', async () => db.prepare('SELECT text FROM entries ORDER BY id').all().map(row => row.text));
      } };`,
    },
  };
}

const backupsOf = ({ host }: TestKernel): string[] => {
  const folder = join(host.paths.userData, 'backups');
  return existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.sqlite') && name.includes('keeper')) : [];
};

const fileOf = ({ host }: TestKernel): string => join(host.paths.userData, 'data', 'test--keeper.sqlite');
const dependent: TestExtension = {
  id: '@test/dependent',
  atelier: { requires: { '@test/keeper': '^1.0.0' }, contributes: { commands: [{ id: 'dependent.echo', title: 'Echo' }] } },
  files: { 'main.js': `export default { activate: ctx => void ctx.handle('dependent.echo', async args => args) };` },
};

for (const installed of [false, true]) {
  const where = installed ? 'in a process of its own' : "in the kernel's process";

  test(`D16: a session of any length leaves a backup of what it wrote, and one that wrote nothing makes none (${where})`, async () => {
    const counts: number[] = [];
    let profile: TestKernel['profile'] | undefined;
    for (const words of ['one', undefined, 'two']) {
      const kernel = await testKernel({ extensions: [keeper(installed)], ...(profile && { profile }) });
      if (words === undefined) await kernel.run('keeper.all');
      else await kernel.run('keeper.add', words);
      await kernel.close();
      ({ profile } = kernel);
      counts.push(backupsOf(kernel).length);
      for (const name of backupsOf(kernel)) expect(statSync(join(kernel.host.paths.userData, 'backups', name)).mode & 0o777).toBe(0o600);
    }
    expect(counts).toEqual([1, 1, 2]);
  });

  test(`D16: a backup that the person chose is restored while the app runs, and what was there becomes a backup first (${where})`, async () => {
    const first = await testKernel({ extensions: [keeper(installed), dependent] });
    await first.run('keeper.add', 'one');
    await first.close();
    await using kernel = await testKernel({ extensions: [keeper(installed), dependent], profile: first.profile });
    await kernel.run('keeper.add', 'two');
    await kernel.run('dependent.echo', 1);
    const channel = kernel.client(KernelChannel);
    const [chosen] = (await channel.call('listBackups', {})).filter(({ id }) => id === '@test/keeper');
    await channel.call('restoreBackup', { id: '@test/keeper', name: chosen?.name ?? '' });
    const restored = await kernel.run('keeper.all');
    const states = kernel.statuses().map(({ id, state }) => [id, state]);
    await until(() => kernel.notices().length > 0);
    // And back: nothing is lost by a restore.
    const back = (await channel.call('listBackups', {})).find(({ at }) => at > (chosen?.at ?? 0));
    await channel.call('restoreBackup', { id: '@test/keeper', name: back?.name ?? '' });
    expect({ restored, states, notice: kernel.notices()[0]?.code, back: await kernel.run('keeper.all') }).toEqual({
      restored: ['one'],
      states: expect.arrayContaining([
        ['@test/keeper', 'active'],
        ['@test/dependent', 'active'],
      ]),
      notice: 'notice/backup-restored',
      back: ['one', 'two'],
    });
  });

  test(`a backup that is gone, damaged or of an extension that is off is refused, and nothing changes (${where})`, async () => {
    const first = await testKernel({ extensions: [keeper(installed)] });
    await first.run('keeper.add', 'one');
    await first.close();
    const [name = ''] = backupsOf(first);
    await using kernel = await testKernel({ extensions: [keeper(installed)], profile: first.profile });
    const restore = (chosen: string, id = '@test/keeper') =>
      problemOf(kernel.client(KernelChannel).call('restoreBackup', { id, name: chosen })).then(found => (found as readonly unknown[])[0]);
    const codes = [await restore('gone.sqlite'), await restore('../data/test--keeper.sqlite'), await restore(name, '@test/nobody')];
    writeFileSync(join(kernel.host.paths.userData, 'backups', name), Buffer.alloc(9000, 7));
    codes.push(await restore(name));
    await kernel.disable('@test/keeper');
    codes.push(await restore(name));
    await kernel.enable('@test/keeper');
    expect([codes, await kernel.run('keeper.all')]).toEqual([
      ['storage/no-such-backup', 'storage/no-such-backup', 'extension/unknown', 'storage/backup-damaged', 'storage/not-open'],
      ['one'],
    ]);
  });

  test(`D10: a database that vanished or is empty is no first start: its extension and the person are told, backup or not (${where})`, async () => {
    const outcomes: unknown[] = [];
    const harms: Record<string, (kernel: TestKernel) => void> = {
      'first start': () => undefined,
      gone: kernel => rmSync(fileOf(kernel)),
      'empty, no backup': kernel => {
        truncateSync(fileOf(kernel));
        for (const name of backupsOf(kernel)) rmSync(join(kernel.host.paths.userData, 'backups', name));
      },
    };
    for (const [harm, work] of Object.entries(harms)) {
      const first = await testKernel({ extensions: [keeper(installed)] });
      if (harm !== 'first start') await first.run('keeper.add', 'one');
      await first.close();
      work(first);
      await using kernel = await testKernel({ extensions: [keeper(installed)], profile: first.profile });
      const state = await kernel.run('keeper.state');
      if (harm !== 'first start') await until(() => kernel.notices().length > 0);
      outcomes.push([harm, state, await kernel.run('keeper.all'), kernel.notices().map(({ code }) => code)]);
    }
    expect(outcomes).toEqual([
      ['first start', 'ready', [], []],
      ['gone', 'ready', ['one'], ['notice/database-restored']],
      ['empty, no backup', 'lost', [], ['notice/database-begun-anew']],
    ]);
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}
