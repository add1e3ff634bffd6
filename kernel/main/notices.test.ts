import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KernelChannel } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

test('D9: a damaged file of decisions is set aside and the person notified, in their language', async () => {
  const first = await testKernel({ extensions: [extension('@test/one', () => undefined)] });
  await first.disable('@test/one');
  await first.close();
  const file = join(first.host.paths.userData, 'extensions.json');
  writeFileSync(file, '{ "extensions": { torn');
  const second = await testKernel({ profile: first.profile, locale: 'fr' });
  const state = second.statuses()[0]?.state;
  const restored = second.notices();
  await second.close();
  for (const name of ['', '.bak']) writeFileSync(`${file}${name}`, '');
  await using third = await testKernel({ profile: first.profile });
  expect({ state, restored, aside: third.notices().map(({ code, message }) => [code, message.includes('it is empty')]) }).toEqual({
    state: 'stopped',
    restored: [
      {
        id: 'notice-1',
        code: 'notice/file-restored',
        message: expect.stringMatching(/^Le fichier extensions\.json était endommagé/),
        at: expect.any(Number),
      },
    ],
    aside: [['notice/file-set-aside', true]],
  });
  expect(readdirSync(third.host.paths.userData).filter(name => name.includes('.corrupt-')).length).toBe(2);
});

test('a notice after the start also emits an event, and the page reads it in its own language', async () => {
  await using kernel = await testKernel({ extensions: [extension('@test/one', () => undefined)] });
  const heard: unknown[] = [];
  const client = kernel.client(KernelChannel);
  client.on('noticesChanged', event => heard.push(event));
  await client.call('hello', { locale: 'en' });
  writeFileSync(join(kernel.host.paths.userData, 'secrets.json'), 'no JSON');
  await kernel.secrets.read('@test/one', 'any');
  await new Promise(resolve => setImmediate(resolve));
  const listed = await client.call('listNotices', {});
  expect({ heard, listed: listed.map(({ code, message }) => [code, message.slice(0, 37)]) }).toEqual({
    heard: [{ count: 1 }],
    listed: [['notice/file-set-aside', 'The file secrets.json was damaged (it']],
  });
});

test('a failure to write the index is reported, and the start continues', async () => {
  const first = await testKernel();
  await first.close();
  const index = join(first.host.paths.userData, 'cache', 'manifests.json');
  rmSync(index, { force: true });
  mkdirSync(join(index, 'in the way'), { recursive: true });
  await using kernel = await testKernel({ profile: first.profile, extensions: [extension('@test/one', () => undefined)] });
  expect(kernel.notices().map(({ code }) => code)).toEqual(['notice/index-not-written']);
});

test('a notification that is to stay is a notice too, with what it opens and, of an extension of others, whose it is', async () => {
  const opens = { command: 'one.open', args: { rule: 'r1' } };
  const ours = extension(
    '@test/one',
    async ctx => {
      ctx.handle('one.open', async () => null);
      await ctx.notify({ title: 'Tides', body: 'It is\u202e 18:00', ...opens, keep: true });
      await ctx.notify({ title: 'Shown once' });
    },
    { activation: 'startup', rights: { notify: true }, contributes: { commands: [{ id: 'one.open', title: 'Open' }] } },
  );
  await using kernel = await testKernel({
    extensions: [
      ours,
      {
        id: '@test/other',
        installed: true,
        files: {
          'main.js': 'export default { activate(ctx) { ctx.handle("other.tell", () => ctx.notify({ title: "Yours", keep: true })); } };',
        },
        atelier: { main: './main.js', rights: { notify: true }, contributes: { commands: [{ id: 'other.tell', title: 'Tell' }] } },
      },
    ],
  });
  await kernel.grant('@test/other', { notify: true });
  await kernel.run('other.tell');
  const listed = async () => (await kernel.client(KernelChannel).call('listNotices', {})).map(({ id: _, at: __, ...notice }) => notice);
  await expect.poll(async () => (await listed()).length).toBe(2);
  expect(await listed()).toEqual([
    { code: 'notice/notified', message: expect.stringMatching(/^Tides: It is.+18:00$/), extension: '@test/one', ...opens },
    { code: 'notice/notified', message: 'Yours (@test/other)', extension: '@test/other' },
  ]);
});

test('a notification that is to stay is there after a restart, in order, until the person dismisses them all', async () => {
  const tell = extension(
    '@test/one',
    ctx => {
      ctx.handle('one.tell', async args => {
        const { title } = args as { readonly title: string };
        await ctx.notify({ title, command: 'one.tell', args: { title: 'again' }, keep: true });
        return null;
      });
    },
    { rights: { notify: true }, contributes: { commands: [{ id: 'one.tell', title: 'Tell', args: { type: 'object' } }] } },
  );
  const first = await testKernel({ extensions: [tell] });
  await first.run('one.tell', { title: 'Tides' });
  await first.run('one.tell', { title: 'Moon' });
  // The kernel's own notices speak of this run, and are not written.
  const file = join(first.host.paths.userData, 'notices.json');
  await first.close();
  const again = await testKernel({ profile: first.profile, extensions: [tell] });
  const kept = again.notices().map(({ message, command, args }) => [message, command, args]);
  const ids = again.notices().map(({ id }) => id);
  await again.client(KernelChannel).call('dismissNotices', { ids });
  const dismissed = again.notices();
  await again.close();
  await using last = await testKernel({ profile: first.profile, extensions: [tell] });
  expect({ kept, dismissed, left: last.notices(), file: JSON.parse(readFileSync(file, 'utf8')) }).toEqual({
    kept: [
      ['Tides', 'one.tell', { title: 'again' }],
      ['Moon', 'one.tell', { title: 'again' }],
    ],
    dismissed: [],
    left: [],
    file: { version: 1, notices: [] },
  });
});

test('a damaged file of notifications is set aside, and one of a newer version is read and not written', async () => {
  const first = await testKernel();
  await first.close();
  const file = join(first.host.paths.userData, 'notices.json');
  writeFileSync(file, '{"version":1,"notices":[{"id":1}]}');
  const damaged = await testKernel({ profile: first.profile });
  const codes = damaged.notices().map(({ code }) => code);
  await damaged.close();
  const newer = { version: 2, notices: [{ id: 'a', at: 1, message: 'Later', extension: '@test/one' }], more: true };
  writeFileSync(file, JSON.stringify(newer));
  await using kernel = await testKernel({ profile: first.profile });
  const shown = kernel.notices().map(({ message }) => message);
  await kernel.client(KernelChannel).call('dismissNotices', { ids: ['a'] });
  expect({ codes, shown, file: JSON.parse(readFileSync(file, 'utf8')) }).toEqual({
    codes: ['notice/file-set-aside'],
    shown: ['Later'],
    file: newer,
  });
});

test('a notification that cannot be written keeps no other from being so, and one is led by only where its command still is', async () => {
  const tell = (id: string) =>
    extension(
      id,
      ctx => {
        ctx.handle(`${id.slice(6)}.tell`, async notification => {
          await ctx.notify({ title: id, keep: true, ...(notification as object) });
          return null;
        });
      },
      { rights: { notify: true }, contributes: { commands: [{ id: `${id.slice(6)}.tell`, title: 'Tell' }] } },
    );
  const first = await testKernel({ extensions: [tell('@test/one'), tell('@test/two')] });
  await first.run('one.tell', { command: 'one.tell', args: ['no object'] });
  await first.run('one.tell', { command: 'one.tell', args: { text: 'x'.repeat(10_000) } });
  await first.run('one.tell', { command: 'one.tell', args: {} });
  await first.run('two.tell', { command: 'two.tell', args: {} });
  const during = first.notices().length;
  await first.close();
  await using again = await testKernel({ profile: first.profile, extensions: [tell('@test/two')] });
  const listed = await again.client(KernelChannel).call('listNotices', {});
  const [gone] = listed;
  await again.client(KernelChannel).call('dismissNotices', { ids: [gone?.id ?? ''] });
  expect({ during, listed: listed.map(({ message, command }) => [message, command]), left: again.notices().length }).toEqual({
    during: 4,
    listed: [
      ['@test/one', undefined],
      ['@test/two', 'two.tell'],
    ],
    left: 1,
  });
});
