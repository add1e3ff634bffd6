import { mkdirSync, writeFileSync } from 'node:fs';
import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { migrations } from '../migrations/index.ts';
import { openBlobs } from './blobs.ts';
import { readSnapshotNow, snapshotOf } from './snapshot.ts';

test('the contents of small files that are kept in memory hold no more of it than they need, however the files were read', async () => {
  using folder = tempFolder();
  using migrated = migrateTo(migrations(folder.path), 20);
  const blobs = openBlobs(folder.file('contents'), migrated.database);
  mkdirSync(folder.file('mine'));
  const held: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const file = folder.file(`mine/${at}.txt`);
    writeFileSync(file, `Hour ${at}\n`);
    const seen = await readSnapshotNow(file);
    await blobs.keep('c', seen);
    const kept = await blobs.read(seen.state);
    held.push((kept?.buffer.byteLength ?? 0) - (kept?.length ?? 0));
    expect(kept?.toString()).toBe(`Hour ${at}\n`);
  }
  await blobs.settled();
  expect(Math.max(...held)).toBe(0);
});

test('what another conversation keeps while one is forgotten can be read', async () => {
  using folder = tempFolder();
  using migrated = migrateTo(migrations(folder.path), 20);
  const blobs = openBlobs(folder.file('contents'), migrated.database);
  const seen = Array.from({ length: 100 }, (_, at) => snapshotOf(Buffer.from(`same content ${at}`), 0o644));
  for (const one of seen) await blobs.keep('old', one);
  const forgetting = blobs.forget('old');
  const kept = await Promise.all(seen.map(one => blobs.keep('new', one)));
  await forgetting;
  await blobs.settled();
  // Without what is in memory.
  const fresh = openBlobs(folder.file('contents'), migrated.database);
  const readable = await Promise.all(seen.map(({ state }) => fresh.read(state)));
  expect([kept.filter(one => !one), readable.filter(bytes => bytes === undefined)]).toEqual([[], []]);
});
