import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openModelServer } from './e2e/model-server.ts';
import { found, plugins, type ReleasedProfile, say } from './released-profiles/used-profile.ts';
import { writeLocalModel } from './support/local-model.ts';

// A profile of each version that was released, or that changed what is stored. `npm run keep-profile` makes one.

const folder = join(import.meta.dirname, 'released-profiles');
const released = readdirSync(folder)
  .filter(name => name.endsWith('.json.gz'))
  .map(name => JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString('utf8')) as ReleasedProfile);

function unpacked({ files }: ReleasedProfile): string {
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(profile, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(profile, name), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  return profile;
}

test.each(released)('D27: a profile of $version opens in another folder, has all that it had, and goes on', async kept => {
  await using server = await openModelServer();
  const profile = unpacked(kept);
  writeLocalModel(profile, server.url);
  const kernel = await testKernel({ plugins, profile });
  const now = await found(kernel);
  server.script({ text: 'Gone on.' });
  const { rows } = await kernel.client(ConversationsChannel).call('list', { text: 'Bread' });
  await say(kernel, 'Go on.', rows[0]?.id);
  const { entries } = await kernel.client(ConversationsChannel).call('page', { conversation: rows[0]?.id ?? '' });
  await kernel.close();
  expect(now).toEqual(kept.found);
  // The way back: each database is kept as it was before its migration.
  expect(unkept(kept, join(profile, 'user-data'))).toEqual([]);
  expect(entries.map(({ kind, parts = [] }) => `${kind} ${parts[0]?.text}`).slice(-2)).toEqual(['user Go on.', 'assistant Gone on.']);
});

/** The databases that were migrated and of which no backup has the version from before. */
function unkept({ files }: ReleasedProfile, userData: string): readonly string[] {
  const backups = readdirSync(join(userData, 'backups'));
  const before = Object.entries(files).filter(([name]) => /^user-data\/data\/[^/]+\.sqlite$/.test(name));
  return before.flatMap(([path, content]) => {
    const name = basename(path);
    const [then, now] = [versionIn(Buffer.from(content, 'base64')), versionIn(readFileSync(join(userData, 'data', name)))];
    const isKept = backups.some(backup => backup.startsWith(`@${name.replace(/sqlite$/, '')}`) && backup.endsWith(`.v${then}.sqlite`));
    return then === now || isKept ? [] : [name];
  });
}

/** The number of the last migration, from the header of the file. */
const versionIn = (database: Buffer) => database.readUInt32BE(60);
