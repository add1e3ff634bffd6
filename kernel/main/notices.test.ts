import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
