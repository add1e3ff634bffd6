import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listFolders } from './list-folders.ts';
import { linkPair } from './memory-links.ts';
import { PageRequests } from './page-requests.ts';

function connect() {
  const [kernelEnd, page] = linkPair('page-1');
  const requests = new PageRequests(
    {
      onConnection(listener) {
        listener(kernelEnd);
        return { dispose: () => undefined };
      },
    },
    { listFolders: ({ path }) => listFolders(typeof path === 'string' ? path : undefined) },
  );
  const atKernel: unknown[] = [];
  requests.links.onConnection(link => link.onMessage(message => atKernel.push(message)));
  const ask = (frame: object) =>
    new Promise<{ id: number; body: { ok: boolean; value?: unknown; error?: { code: string; message: string } } }>(resolve => {
      page.onMessage(message => resolve(message as never));
      page.send([{ v: 1, id: 7, kind: 'call', ...frame }]);
    });
  return { page, atKernel, ask };
}

function tree(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-folders-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['b10', 'b9', '.git', 'Éclair']) mkdirSync(join(root, name));
  writeFileSync(join(root, 'file'), 'not listed');
  symlinkSync(join(root, 'b9'), join(root, 'a-link'));
  symlinkSync(join(root, 'nowhere'), join(root, 'z-broken'));
  return root;
}

test('the app page gets the subfolders of a folder: real path, hidden ones marked, links followed, files left out', async () => {
  const root = tree();
  const { ask, atKernel } = connect();
  const listed = await ask({ to: 'host:listFolders', body: { path: join(root, 'b9', '..') } });
  const linked = await ask({ to: 'host:listFolders', body: { path: join(root, 'a-link') } });
  expect({ listed: listed.body, linked: linked.body.value, atKernel }).toEqual({
    listed: {
      ok: true,
      value: {
        path: root,
        parent: realpathSync(tmpdir()),
        folders: ['.git', 'a-link', 'b9', 'b10', 'Éclair'].map(name => ({ name, hidden: name === '.git', readable: true })),
        more: false,
      },
    },
    linked: { path: join(root, 'b9'), parent: root, folders: [], more: false },
    atKernel: [],
  });
});

test('without a path it lists the home folder, the root has no parent, and a folder that is not there is said to be missing', async () => {
  const { ask } = connect();
  const home = await ask({ to: 'host:listFolders' });
  const top = await ask({ to: 'host:listFolders', body: { path: '/' } });
  const bad = async (path: string, locale: string) => (await ask({ to: 'host:listFolders', body: { path, locale } })).body.error;
  expect({
    home: (home.body.value as { path: string }).path,
    parent: Object.hasOwn(top.body.value as object, 'parent'),
    missing: await bad('/nowhere/at/all', 'en'),
    relative: (await bad('../etc', 'fr'))?.code,
    long: (await bad(`/${'x'.repeat(5000)}`, 'fr'))?.code,
    zero: (await bad('/tmp\0/x', 'fr'))?.code,
  }).toEqual({
    home: realpathSync(homedir()),
    parent: false,
    missing: expect.objectContaining({
      code: 'host/folder-missing',
      message: 'There is no folder /nowhere/at/all. Check the path, or choose a folder from the list.',
    }),
    relative: 'host/folder-no-path',
    long: 'host/folder-no-path',
    zero: 'host/folder-no-path',
  });
});

test('E7: a view may not call the host, and a call that the host does not offer is refused', async () => {
  const { ask, atKernel } = connect();
  const code = async (frame: object) => (await ask(frame)).body.error?.code;
  expect([
    await code({ to: 'host:listFolders', from: '@acme/notes', body: {} }),
    await code({ to: 'host:listFolders', from: '', body: {} }),
    await code({ to: 'host:constructor', body: {} }),
    await code({ to: 'host:', body: {} }),
    atKernel,
  ]).toEqual(['host/page-only', 'host/page-only', 'host/page-only', 'host/page-only', []]);
});

test('in a message of many frames the host handles its own, and the kernel gets the rest in order', async () => {
  const { page, atKernel } = connect();
  const call = (id: number, to: string) => ({ v: 1, id, kind: 'call', to });
  page.send([call(1, 'kernel:a'), call(2, 'host:x'), { ...call(3, 'host:y'), kind: 'answer' }, call(4, 'kernel:b')]);
  await expect.poll(() => atKernel).toEqual([[call(1, 'kernel:a'), call(4, 'kernel:b')]]);
});
