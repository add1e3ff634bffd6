import type { Notification } from '@atelier/kernel';
import { PageLink } from '@atelier/kernel/ui';
import { expect, test } from 'vitest';
import { fakeKernel, settle } from '../../kernel/ui/fake-kernel.fixture.ts';
import { answerHostRequests, listFolders } from './host-requests.ts';

async function open() {
  const kernel = fakeKernel();
  const reported: unknown[] = [];
  const link = new PageLink({ connect: kernel.connect, wait: kernel.wait, report: error => reported.push(error) });
  await settle();
  return { kernel, link, reported };
}

test('a notification reaches the page, a folder choice or its refusal is answered, and nothing is called on the kernel', async () => {
  const { kernel, link, reported } = await open();
  const notified: Notification[] = [];
  const chosen = ['/people/me', undefined];
  const handle = answerHostRequests(link, {
    notified: notification => notified.push(notification),
    pickFolder: async () => chosen.shift(),
    run: () => undefined,
  });
  kernel.send({ v: 1, id: 0, kind: 'event', to: 'host:notified', body: { title: 'Done', command: 'a.b' } });
  for (const id of [1, 2]) {
    kernel.send({ v: 1, id, kind: 'call', to: 'host:pickFolder', body: {} });
    await settle();
  }
  await handle.dispose();
  kernel.send({ v: 1, id: 0, kind: 'event', to: 'host:notified', body: { title: 'Too late' } });
  expect({ notified, reported, sent: kernel.take() }).toEqual({
    notified: [{ title: 'Done', command: 'a.b' }],
    reported: [],
    sent: [
      ['answer', 'host:pickFolder', { ok: true, value: '/people/me' }],
      ['answer', 'host:pickFolder', { ok: true, value: null }],
    ],
  });
});

test('folders are listed in the person’s language, and the host’s error message is passed on', async () => {
  const { kernel, link } = await open();
  const home = listFolders(link, undefined, 'fr');
  const value = { path: '/people/me', parent: '/people', folders: [], more: false };
  kernel.answerLast({ ok: true, value });
  const missing = listFolders(link, '/x', 'en').catch((error: { message: string }) => error.message);
  kernel.answerLast({ ok: false, error: { code: 'host/folder-unreadable', message: 'No.', details: {} } });
  expect({ home: await home, missing: await missing, sent: kernel.take() }).toEqual({
    home: value,
    missing: 'No.',
    sent: [
      ['call', 'host:listFolders', { locale: 'fr' }],
      ['call', 'host:listFolders', { path: '/x', locale: 'en' }],
    ],
  });
});
