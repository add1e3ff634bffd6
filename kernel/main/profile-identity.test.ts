import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { identifyProfile } from './profile-identity.ts';

function place() {
  const folder = tempFolder();
  const profile = folder.file('profile');
  mkdirSync(profile);
  return { folder, profile, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

test('D17: a profile keeps its id from start to start, also when it is moved, renamed or reached by a link', async () => {
  using at = place();
  const { id } = await identifyProfile(at.profile);
  const [moved, link] = [at.folder.file('moved'), at.folder.file('link')];
  const again = await identifyProfile(at.profile);
  renameSync(at.profile, moved);
  symlinkSync(moved, link);
  expect([again, await identifyProfile(moved), await identifyProfile(link)]).toEqual(Array(3).fill({ id }));
});

test('D17: a copy gets an id of its own and says once what it is a copy of; the original is what it was', async () => {
  using at = place();
  const original = await identifyProfile(at.profile);
  const copy = at.folder.file('copy');
  cpSync(at.profile, copy, { recursive: true });
  const first = await identifyProfile(copy);
  expect([first.copiedFrom, first.id === original.id, await identifyProfile(copy), await identifyProfile(at.profile)]).toEqual([
    at.profile,
    false,
    { id: first.id },
    { id: original.id },
  ]);
});

test('a copy whose original is gone, or is another profile by now, is that profile', async () => {
  using at = place();
  const { id } = await identifyProfile(at.profile);
  const copy = at.folder.file('copy');
  cpSync(at.profile, copy, { recursive: true });
  writeFileSync(join(at.profile, 'identity.json'), '{"id": "another", "folder": "/elsewhere"}');
  expect(await identifyProfile(copy)).toEqual({ id });
});

test.each(['', '{', '7', 'null', '{"id": 7}', '\0'.repeat(40)])('an identity that cannot be read is made again: %j', async damaged => {
  using at = place();
  writeFileSync(join(at.profile, 'identity.json'), damaged);
  const { id, copiedFrom } = await identifyProfile(at.profile);
  expect([copiedFrom, JSON.parse(readFileSync(join(at.profile, 'identity.json'), 'utf8'))]).toEqual([
    undefined,
    { id, folder: at.profile },
  ]);
});
