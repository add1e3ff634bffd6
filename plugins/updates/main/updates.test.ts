import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '@atelier/kernel';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { SettingsChannel } from '@atelier/settings/contract';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { type Status, UpdatesChannel } from '../contract/index.ts';
import { type ReleaseServer, releaseServer } from './release-server.fixture.ts';

const plugins = ['@atelier/updates', '@atelier/settings'];

/** A kernel of version 1.0.0 that checks this server. */
async function openUpdates(server: ReleaseServer, program: Program, set: Readonly<Record<string, string>> = {}) {
  const kernel = await testKernel({ plugins, program });
  const section = { from: '@atelier/updates', section: 'updates-options' };
  for (const [id, value] of Object.entries({ feed: server.url, key: server.key, ...set })) {
    await kernel.client(SettingsChannel).call('saveSetting', { ...section, id, value });
  }
  const client = kernel.client(UpdatesChannel);
  return { kernel, client, check: () => client.call('check', {}) };
}

const deb: Program = { version: '1.0.0', installed: 'deb' };

/** Downloads; resolves to the status when the download has ended. */
async function downloaded({
  kernel,
  client,
}: {
  kernel: TestKernel;
  client: Awaited<ReturnType<typeof openUpdates>>['client'];
}): Promise<Status> {
  const ended = Promise.withResolvers<Status>();
  const handle = kernel.client(UpdatesChannel).on('statusChanged', status => {
    if (status.state !== 'downloading') ended.resolve(status);
  });
  await client.call('download', {});
  const status = await ended.promise;
  await handle.dispose();
  return status;
}

const folderOf = (kernel: TestKernel): string => join(kernel.host.paths.userData, 'data', 'atelier--updates', 'download');
const kept = (kernel: TestKernel): readonly string[] => (existsSync(folderOf(kernel)) ? readdirSync(folderOf(kernel)) : []);

test('the newest version of the wanted channel is offered, in both languages, and an older one never', async () => {
  await using server = await releaseServer();
  const bytes = randomBytes(1000);
  const releases = ['0.9.0', '1.2.0', '1.10.0', '1.9.0'].map(version => server.release(version, bytes));
  const beta = server.release('2.0.0-beta.1', bytes, { channel: 'beta' });
  server.publish([...releases, beta]);
  const stable = await openUpdates(server, deb);
  await using _stable = stable.kernel;
  const first = await stable.check();
  server.publish([server.release('0.9.0', bytes)]);
  const older = await stable.check();
  server.publish([...releases, beta]);
  const betas = await openUpdates(server, deb, { channel: 'beta' });
  await using _betas = betas.kernel;
  expect(
    [first, older, await betas.check()].map(({ state, offer, problem }) => ({
      state,
      version: offer?.version,
      notes: offer?.notes,
      problem,
    })),
  ).toEqual([
    { state: 'available', version: '1.10.0', notes: { fr: '# Nouveautés de 1.10.0', en: '# New in 1.10.0' }, problem: undefined },
    { state: 'current', version: undefined, notes: undefined, problem: undefined },
    {
      state: 'available',
      version: '2.0.0-beta.1',
      notes: { fr: '# Nouveautés de 2.0.0-beta.1', en: '# New in 2.0.0-beta.1' },
      problem: undefined,
    },
  ]);
});

test('an invalid, forged or old feed is refused with the reason, and the previous offer stays', async () => {
  await using server = await releaseServer();
  const bytes = randomBytes(1000);
  const release = server.release('1.1.0', bytes);
  server.publish([release], 5000);
  const { kernel, check } = await openUpdates(server, deb);
  await using _kernel = kernel;
  await check();
  const said: unknown[] = [];
  const look = async () => {
    const { problem, offer } = await check();
    said.push([problem?.code, offer?.version]);
  };
  server.faults.otherFeed = 'no JSON';
  await look();
  server.faults.otherFeed = JSON.stringify({ feed: '{}', signature: 'x' });
  await look();
  server.faults.otherFeed = 'x'.repeat(1_200_000);
  await look();
  delete server.faults.otherFeed;
  server.faults.forged = true;
  await look();
  delete server.faults.forged;
  server.publish([release], 4999);
  await look();
  server.publish([{ ...release, version: '../../etc' }], 6000);
  await look();
  server.publish([{ ...release, files: [{ ...release.files[0]!, name: '../evil' }] }], 6001);
  await look();
  server.publish([{ ...release, files: [{ ...release.files[0]!, url: 'http://example.org/atelier' }] }], 6002);
  await look();
  expect(said).toEqual([
    ['updates/feed-unfit', '1.1.0'],
    ['updates/feed-unfit', '1.1.0'],
    ['updates/feed-unfit', '1.1.0'],
    ['updates/feed-forged', '1.1.0'],
    ['updates/feed-older', '1.1.0'],
    ['updates/feed-unfit', '1.1.0'],
    ['updates/feed-unfit', '1.1.0'],
    ['updates/address-unsafe', '1.1.0'],
  ]);
});

test('a feed over http from another machine, an invalid key and a missing feed are reported with the state', async () => {
  await using server = await releaseServer();
  const outcomes: unknown[] = [];
  const sets: readonly Readonly<Record<string, string>>[] = [
    { feed: 'http://example.org/feed.json' },
    { key: 'bm90IGEga2V5' },
    { feed: '' },
  ];
  for (const set of sets) {
    const { kernel, check } = await openUpdates(server, deb, set);
    await using _kernel = kernel;
    const { state, problem } = await check();
    outcomes.push([state, problem?.code]);
  }
  expect(outcomes).toEqual([
    ['idle', 'updates/address-unsafe'],
    ['idle', 'updates/key-unfit'],
    ['unset', 'updates/no-feed'],
  ]);
});

test('an interrupted or paused download is resumed, and is accepted only if it is the file that the signed feed names', async () => {
  await using server = await releaseServer();
  const bytes = randomBytes(2_000_000);
  server.publish([server.release('1.1.0', bytes, {}, 'deb')]);
  const opened = await openUpdates(server, deb);
  await using kernel = opened.kernel;
  await opened.check();
  server.faults.cutAt = 1000;
  const cut = await downloaded(opened);
  server.faults.holdAt = 900_000;
  let isStopped = false;
  const coming = opened.client.on('statusChanged', ({ received, state }) => {
    if (isStopped || state !== 'downloading' || received <= 300_000) return;
    isStopped = true;
    void opened.client.call('pause', {});
  });
  const stopped = await downloaded(opened);
  await coming.dispose();
  const whole = await downloaded(opened);
  const applied = await opened.client.call('apply', {});
  expect({
    cut: cut.problem?.code,
    stopped: [stopped.state, stopped.problem, stopped.received > 300_000 && stopped.received < 910_000],
    range: server.ranges.at(-1),
    whole: [whole.state, whole.problem, whole.received],
    same: readFileSync(join(folderOf(kernel), 'atelier-1.1.0.deb')).equals(bytes),
    applied: [applied, kernel.host.opened],
  }).toEqual({
    cut: 'updates/unreachable',
    stopped: ['paused', undefined, true],
    range: `bytes=${stopped.received}-`,
    whole: ['ready', undefined, 2_000_000],
    same: true,
    applied: [{ done: 'shown' }, [folderOf(kernel)]],
  });
});

test('if the server ignores the range, the download is complete; if it sends too much or other bytes, they are deleted and nothing is run', async () => {
  await using server = await releaseServer();
  const bytes = randomBytes(300_000);
  server.publish([server.release('1.1.0', bytes, {}, 'deb')]);
  const opened = await openUpdates(server, deb);
  await using kernel = opened.kernel;
  await opened.check();
  const outcomes: unknown[] = [];
  server.faults.otherBytes = randomBytes(300_000);
  outcomes.push((await downloaded(opened)).problem?.code, kept(kernel));
  server.faults.otherBytes = randomBytes(400_000);
  outcomes.push((await downloaded(opened)).problem?.code, kept(kernel));
  delete server.faults.otherBytes;
  server.faults.cutAt = 100_000;
  await downloaded(opened);
  server.faults.wholeOnly = true;
  outcomes.push((await downloaded(opened)).state, kept(kernel));
  expect({ outcomes, opened: kernel.host.opened, restarts: kernel.host.restarts }).toEqual({
    outcomes: ['updates/tampered', [], 'updates/tampered', [], 'ready', ['atelier-1.1.0.deb']],
    opened: [],
    restarts: 0,
  });
});

test('an AppImage is replaced atomically, the old one is kept beside it, and the app restarts', async () => {
  await using server = await releaseServer();
  using folder = tempFolder();
  const file = join(folder.path, 'Atelier.AppImage');
  writeFileSync(file, 'old', { mode: 0o755 });
  const bytes = randomBytes(50_000);
  server.publish([server.release('1.1.0', bytes)]);
  const opened = await openUpdates(server, { version: '1.0.0', installed: 'appimage', file });
  await using kernel = opened.kernel;
  await opened.check();
  await downloaded(opened);
  const { done } = await opened.client.call('apply', {});
  const { state, offer } = await opened.client.call('read', {});
  expect({
    done,
    state,
    offer,
    new: readFileSync(file).equals(bytes),
    previous: readFileSync(`${file}.previous`, 'utf8'),
    files: readdirSync(folder.path).sort(),
    restarts: kernel.host.restarts,
  }).toEqual({
    done: 'restarts',
    state: 'swapped',
    offer: undefined,
    new: true,
    previous: 'old',
    files: ['Atelier.AppImage', 'Atelier.AppImage.previous'],
    restarts: 1,
  });
});

test('a missing installer is explained: none for this machine, a deleted one, a modified one, and a program that runs from its sources', async () => {
  await using server = await releaseServer();
  const bytes = randomBytes(50_000);
  const release = server.release('1.1.0', bytes, {}, 'deb');
  server.publish([{ ...release, files: [{ ...release.files[0]!, kind: 'rpm' }] }]);
  const opened = await openUpdates(server, deb);
  await using kernel = opened.kernel;
  const said: unknown[] = [];
  const tried = (work: Promise<unknown>) =>
    work.then(
      value => said.push(value),
      (error: { code: string }) => said.push(error.code),
    );
  await opened.check();
  await tried(opened.client.call('download', {}));
  await tried(opened.client.call('apply', {}));
  server.publish([release]);
  await opened.check();
  await downloaded(opened);
  writeFileSync(join(folderOf(kernel), 'atelier-1.1.0.deb'), randomBytes(50_000));
  await tried(opened.client.call('apply', {}));
  await downloaded(opened);
  await opened.check();
  const { state } = await opened.client.call('read', {});
  const source = await openUpdates(server, { version: '1.0.0', installed: 'source' });
  await using _source = source.kernel;
  await source.check();
  await tried(source.client.call('download', {}));
  expect({ said, state }).toEqual({
    said: ['updates/no-file', 'updates/nothing-ready', 'updates/tampered', 'updates/from-source'],
    state: 'ready',
  });
});

test('the changelog is read in both languages', async () => {
  await using server = await releaseServer();
  const { kernel, client } = await openUpdates(server, deb);
  await using _kernel = kernel;
  const read = await Promise.all((['fr', 'en'] as const).map(locale => client.call('changelog', { locale })));
  expect(read.map(({ text, builtIn }) => [builtIn, text.startsWith('## 0.1.0')])).toEqual([
    [false, true],
    [false, true],
  ]);
});
