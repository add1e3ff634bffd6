import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { isAppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { npm } from './npm.ts';
import { clearCache, clearLeft } from './npm-cache.ts';

test('the downloaded packages stay while npm runs, and are deleted wholly once it has ended', async () => {
  using folder = tempFolder();
  const paths = { node: process.execPath, cache: folder.file('cache'), temp: folder.file('temp') };
  mkdirSync(paths.cache);
  writeFileSync(folder.file('cache/package.tgz'), 'kept');
  const clear = () =>
    clearCache(paths).then(
      () => 'cleared',
      (error: unknown) => (isAppError(error) ? error.code : String(error)),
    );
  const registry = { name: 'Test', url: 'http://127.0.0.1:9', token: undefined };
  const running = npm(paths, ['--version'], { folder: folder.path, registry, signal: new AbortController().signal, limitMs: 60_000 });
  const [during, kept] = [await clear(), readdirSync(paths.cache).includes('package.tgz')];
  await running;
  const after = [await clear(), await clear()];
  expect({ during, kept, after, left: readdirSync(paths.temp), cache: readdirSync(folder.path).includes('cache') }).toEqual({
    during: 'extensions/cache-in-use',
    kept: true,
    after: ['cleared', 'cleared'],
    left: [],
    cache: false,
  });
});

const codeOf = (work: Promise<void>) =>
  work.then(
    () => 'cleared',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

test('an npm that begins while the cache is about to be deleted keeps it', async () => {
  using folder = tempFolder();
  const paths = { node: process.execPath, cache: folder.file('cache'), temp: folder.file('temp') };
  mkdirSync(paths.cache);
  writeFileSync(folder.file('cache/package.tgz'), 'kept');
  const clearing = codeOf(clearCache(paths));
  const registry = { name: 'Test', url: 'http://127.0.0.1:9', token: undefined };
  const running = npm(paths, ['--version'], { folder: folder.path, registry, signal: new AbortController().signal, limitMs: 60_000 });
  const cleared = await clearing;
  expect([cleared, readdirSync(paths.cache).includes('package.tgz')]).toEqual(['extensions/cache-in-use', true]);
  await running;
});

test('a link in the place of the cache is taken away, and what it leads to stays; a folder that cannot be written is said', async () => {
  using folder = tempFolder();
  const paths = { cache: folder.file('cache'), temp: folder.file('temp') };
  mkdirSync(folder.file('mine'));
  writeFileSync(folder.file('mine/letter'), 'mine');
  symlinkSync(folder.file('mine'), paths.cache);
  const linked = await codeOf(clearCache(paths));
  writeFileSync(folder.file('file'), '');
  const unwritable = await codeOf(clearCache({ cache: folder.file('mine'), temp: folder.file('file/temp') }));
  expect([linked, unwritable, readdirSync(folder.path).includes('cache'), readFileSync(folder.file('mine/letter'), 'utf8')]).toEqual([
    ...['cleared', 'extensions/cache-not-cleared', false, 'mine'],
  ]);
});

test('what a killed app has left goes at the next start, and what begins meanwhile stays', async () => {
  using folder = tempFolder();
  const temp = folder.file('temp');
  await clearLeft({ temp });
  const [cache, run] = [`cache-${randomUUID()}`, `npm-${randomUUID()}`];
  for (const name of [`${cache}/deep`, run]) mkdirSync(folder.file(`temp/${name}`), { recursive: true });
  writeFileSync(folder.file(`temp/${run}/npmrc`), 'token');
  const clearing = clearLeft({ temp });
  mkdirSync(folder.file('temp/npm-2'));
  await clearing;
  expect(readdirSync(temp)).toEqual(['npm-2']);
});

test('where the person has put that folder elsewhere by a link, only what the app itself left there goes, and what does not go is said', async () => {
  using folder = tempFolder();
  const temp = folder.file('temp');
  mkdirSync(folder.file('mine'));
  symlinkSync(folder.file('mine'), temp);
  for (const name of ['letter', 'npm-1234', 'cache-of-mine', `npm-${randomUUID()}`]) mkdirSync(folder.file(`mine/${name}`));
  await clearLeft({ temp });
  writeFileSync(folder.file('file'), '');
  const unread = await clearLeft({ temp: folder.file('file') }).catch((error: NodeJS.ErrnoException) => error.code);
  expect([readdirSync(folder.file('mine')).sort(), unread]).toEqual([['cache-of-mine', 'letter', 'npm-1234'], 'ENOTDIR']);
});
