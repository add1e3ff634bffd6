import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { testKernel } from '@atelier/kernel/testing';
import Driver from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openModelServer } from './e2e/model-server.ts';
import { found, lineOf, plugins, type ReleasedProfile, say } from './released-profiles/used-profile.ts';
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
  await expect.poll(() => found(kernel)).toMatchObject(kept.found);
  server.script({ text: 'Gone on.' });
  const { rows } = await kernel.client(ConversationsChannel).call('list', { text: 'Bread' });
  await say(kernel, 'Go on.', rows[0]?.id);
  const lastSaid = async () => {
    const { entries } = await kernel.client(ConversationsChannel).call('page', { conversation: rows[0]?.id ?? '' });
    return entries.map(lineOf).slice(-2);
  };
  await expect.poll(lastSaid).toEqual(['user: Go on.', 'assistant: Gone on.']);
  await kernel.close();
});

test.each(released)(
  'D27: the way back from this version to a profile of $version is kept with each row, and leads forward again',
  async kept => {
    const profile = unpacked(kept);
    const data = join(profile, 'user-data', 'data');
    const kernel = await testKernel({ plugins, profile });
    await expect.poll(() => found(kernel)).toMatchObject(kept.found);
    await kernel.close();
    const backups = join(profile, 'user-data', 'backups');
    const back = Object.entries(kept.files).flatMap(([path, content]) => {
      if (!/^user-data\/data\/[^/]+\.sqlite$/.test(path)) return [];
      const [name, before] = [basename(path), Buffer.from(content, 'base64')];
      if (versionIn(before) === versionIn(readFileSync(join(data, name)))) return [];
      const file = readdirSync(backups).find(
        each => each.startsWith(`@${name.replace(/sqlite$/, '')}`) && each.endsWith(`.v${versionIn(before)}.sqlite`),
      );
      return [{ name, before, backup: file === undefined ? undefined : readFileSync(join(backups, file)) }];
    });
    expect(back.map(({ name, backup }) => [name, backup && contentOf(backup)])).toEqual(
      back.map(({ name, before }) => [name, contentOf(before)]),
    );
    for (const { name, backup } of back) {
      for (const suffix of ['-wal', '-shm']) rmSync(join(data, `${name}${suffix}`), { force: true });
      writeFileSync(join(data, name), backup ?? '');
    }
    const again = await testKernel({ plugins, profile });
    await expect.poll(() => found(again)).toMatchObject(kept.found);
    await again.close();
  },
);

/** Tables that no kept profile fills yet. What a person would miss belongs into a profile: `use` fills it, and `npm run keep-profile` keeps it. */
const unfilled = new Set([
  ...['answers', 'approved_tools', 'children', 'decided_calls', 'hidden_runs', 'outside_sources', 'queue', 'senders', 'worktrees'].map(
    name => `agent.${name}`,
  ),
  ...['attachments', 'draft_pages', 'unerased'].map(name => `conversations.${name}`),
  ...['operations', 'steps'].map(name => `file-changes.${name}`),
  ...['ratings', 'settings'].map(name => `harness.${name}`),
  // Changes can be undone for an hour.
  ...[
    'change_parts',
    'changes',
    'checkpoints',
    'folders',
    'former_vectors',
    'former_words',
    'project_keys',
    'proposals',
    'refused',
    'told',
    'told_by_sources',
    'told_sizes',
    'unreviewed',
    'untold',
  ].map(name => `memory.${name}`),
  ...['envelopes', 'specialists', 'trees', 'trusted_folders'].map(name => `specialists.${name}`),
  'workbench.preferences',
  ...['numbers', 'resolutions', 'setups', 'trusted'].map(name => `worktree.${name}`),
]);

test('D27: the newest kept profile has rows for every table of this version, but for those that are listed here', async () => {
  const newest = released.toSorted((a, b) => Object.keys(a.files).length - Object.keys(b.files).length).at(-1);
  if (newest === undefined) throw new Error('no profile is kept');
  const profile = unpacked(newest);
  const kernel = await testKernel({ plugins, profile });
  await expect.poll(() => found(kernel)).toMatchObject(newest.found);
  await kernel.close();
  const data = join(profile, 'user-data', 'data');
  const names = readdirSync(data).flatMap(name => /^atelier--([^/]+)\.sqlite$/.exec(name)?.[1] ?? []);
  const empty = names.flatMap(name =>
    [...contentOf(readFileSync(join(data, `atelier--${name}.sqlite`)))].flatMap(([table, rows]) =>
      rows.length === 0 ? [`${name}.${table}`] : [],
    ),
  );
  expect(empty.filter(table => !unfilled.has(table))).toEqual([]);
});

/** Every row of every table, as it is stored. In memory there is no write-ahead log, which a closed database does not need. */
function contentOf(database: Buffer): ReadonlyMap<string, readonly unknown[]> {
  const reader = new Driver(Buffer.concat([database.subarray(0, 18), Buffer.of(1, 1), database.subarray(20)]), { readonly: true });
  try {
    const tables = reader.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").pluck().all() as string[];
    return new Map(tables.map(name => [name, reader.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    reader.close();
  }
}

/** The number of the last migration, from the header of the file. */
const versionIn = (database: Buffer) => database.readUInt32BE(60);
