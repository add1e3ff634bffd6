import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { keptLog } from '../../../kernel/testing/kept-log.ts';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { migrations } from './migrations/index.ts';
import { openOutsideSources } from './outside/sources.ts';
import { openChildren } from './runtime/children.ts';
import { openRecords } from './runtime/records.ts';
import { SessionFiles } from './session-files.ts';

function place() {
  const folder = tempFolder();
  const stored = migrateTo(migrations, 150);
  const records = openRecords(stored.database, () => 1, folder.path, keptLog());
  const sessions = folder.file('sessions');
  mkdirSync(sessions);
  const write = (name: string, id: string) => {
    mkdirSync(join(sessions, name, '..'), { recursive: true });
    writeFileSync(join(sessions, name), `${JSON.stringify({ type: 'session', version: 3, id, timestamp: 't', cwd: '/' })}\n`);
  };
  const files = () =>
    new SessionFiles(
      folder.path,
      records,
      openOutsideSources(stored.database, () => 1),
      openChildren(stored.database),
    );
  return {
    folder,
    sessions,
    stored,
    records,
    write,
    files,
    [Symbol.dispose]() {
      stored[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

test('a session of the engine’s own command line is found in the folder of its directory, and what a link leads to is not', async () => {
  using at = place();
  at.write('2026-01-02_ours.jsonl', 'ours');
  at.write('--home-me-project--/2026-01-01_theirs.jsonl', 'theirs');
  writeFileSync(join(at.sessions, '--home-me-project--', 'notes.txt'), 'no session');
  mkdirSync(at.folder.file('elsewhere'));
  writeFileSync(at.folder.file('elsewhere/2026-01-03_linked.jsonl'), '{"type":"session","id":"linked"}\n');
  symlinkSync(at.folder.file('elsewhere'), join(at.sessions, 'link'));
  const [theirs, ours] = [join(at.sessions, '--home-me-project--', '2026-01-01_theirs.jsonl'), join(at.sessions, '2026-01-02_ours.jsonl')];
  expect([await at.files().list(), await at.files().of('theirs')]).toEqual([
    [
      { file: theirs, conversation: 'theirs' },
      { file: ours, conversation: 'ours', folder: '/' },
    ],
    theirs,
  ]);
});

test('D17: a file is stored relative to the profile, and one from before by its name', () => {
  using before = migrateTo(migrations, 80);
  const insert = before.database.prepare(
    "INSERT INTO runtimes (conversation, session_file, access_mode, network, unattended, cut, input, output, cache_read, cache_write, cost, updated_at) VALUES (?, ?, 'secure', 0, 0, 0, 0, 0, 0, 0, 0, 0)",
  );
  insert.run('a', '/original/.agent/agent/sessions/2026_a.jsonl');
  insert.run('b', 'C:\\original\\.agent\\agent\\sessions\\2026_b.jsonl');
  before.database.prepare('INSERT INTO worktrees VALUES (?, ?)').run('/original/.agent/agent/worktrees/atelier/w', '/repository/.git');
  const later = migrations.filter(({ id }) => id >= 110);
  before.database.transaction(() => later.forEach(({ up }) => void up(before.database as never)));
  const records = openRecords(before.database, () => 1, '/copy', keptLog());
  const worktrees = before.database.prepare<{ path: string }>('SELECT path FROM worktrees').all();
  expect([records.get('a').sessionFile, records.get('b').sessionFile, worktrees]).toEqual([
    '/copy/.agent/agent/sessions/2026_a.jsonl',
    '/copy/.agent/agent/sessions/2026_b.jsonl',
    [{ path: './.agent/agent/worktrees/atelier/w' }],
  ]);
});
