import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { keptLog } from '../../../../kernel/testing/kept-log.ts';
import { migrations } from '../migrations/index.ts';
import { openRecords } from '../runtime/records.ts';
import { namedSources, secretAmong } from './question.ts';
import { sourceOf } from './reads.ts';
import { openOutsideSources } from './sources.ts';

function place() {
  const stored = migrateTo(migrations, 130);
  let now = 0;
  const outside = openOutsideSources(stored.database, () => (now += 1));
  return {
    outside,
    records: openRecords(stored.database, () => 1, '/profile', keptLog()),
    stored,
    [Symbol.dispose]: () => stored[Symbol.dispose](),
  };
}

test('T3: each source is kept once, only added to, copied, and removed with its conversation', () => {
  using at = place();
  const { outside } = at;
  const added = [
    outside.add('a', [{ kind: 'file', name: 'README.md' }]),
    outside.add('a', [
      { kind: 'file', name: 'README.md' },
      { kind: 'tool', name: 'fetch\u202e' },
    ]),
  ];
  outside.copy('a', 'b');
  outside.forget('a');
  // Another program, or the same one after a restart.
  const again = openOutsideSources(at.stored.database, () => 9);
  expect([added.map(some => some.map(({ name }) => name)), outside.has('a'), again.of('b').map(({ kind, name }) => [kind, name])]).toEqual([
    [['README.md'], ['fetch⟦U+202E⟧']],
    false,
    [
      ['tool', 'fetch⟦U+202E⟧'],
      ['file', 'README.md'],
    ],
  ]);
});

test('T3: with its first source a conversation loses the network, and keeps what the person gives it afterwards', () => {
  using at = place();
  at.records.change('a', { network: true });
  at.outside.add('a', [{ kind: 'file', name: 'x' }]);
  const after = at.records.get('a').network;
  at.records.change('a', { network: true });
  at.outside.add('a', [{ kind: 'file', name: 'y' }]);
  expect([after, at.records.get('a').network]).toEqual([false, true]);
});

test('T3: a conversation from before this was recorded may hold anything, one without messages holds nothing', () => {
  using stored = migrateTo(migrations, 70);
  const insert = stored.database.prepare(
    "INSERT INTO runtimes (conversation, session_file, access_mode, network, cut, input, output, cache_read, cache_write, cost, updated_at) VALUES (?, ?, 'secure', 1, 0, 0, 0, 0, 0, 0, 0)",
  );
  insert.run('old', '/x');
  insert.run('new', null);
  const later = migrations.filter(({ id }) => id >= 80);
  stored.database.transaction(() => later.forEach(({ up }) => void up(stored.database as never)));
  const records = openRecords(stored.database, () => 1, '/profile', keptLog());
  const outside = openOutsideSources(stored.database, () => 1);
  expect(['old', 'new'].map(id => [outside.has(id), records.get(id).network])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('T1: every answer of a tool is from outside but those that Atelier writes itself', () => {
  const of = (name: string, args: Record<string, unknown>) => sourceOf(name, args, false)?.name;
  expect([
    of('read', { path: 'a.md' }),
    of('bash', { command: 'ls\n  -la' }),
    of('notes.search', {}),
    of('an unknown tool', {}),
    of('write', { path: 'a' }),
    of('edit', { path: 'a' }),
    of('get_access_mode', {}),
    of('bash', { command: `cd ${'x'.repeat(200)}/README.md` })?.length,
  ]).toEqual(['a.md', 'ls -la', 'notes.search', 'an unknown tool', undefined, undefined, undefined, 96]);
});

test('a question names at most three sources, what somebody else wrote first, and secrets', () => {
  const source = (kind: 'file' | 'tool' | 'message', name: string) => ({ kind, name, at: 0 });
  const sources = [
    source('file', 'a'),
    source('file', '/home/me/.ssh/config'),
    source('file', 'b'),
    source('tool', 'fetch'),
    source('message', '@x/y'),
  ];
  const secret = ['.env', 'x/.env.local', 'cat .npmrc', "cat 'a/id_ed25519'", 'server.pem', '~/.aws/x'].map(name =>
    secretAmong([source('file', name)]),
  );
  const plain = ['environment.ts', 'key.ts', 'src/credentials/index.ts', 'monkey.md'].map(name => secretAmong([source('file', name)]));
  expect([namedSources(sources), secretAmong(sources), secret.every(name => name !== undefined), plain]).toEqual([
    { names: ['@x/y', 'fetch', 'a'], more: 2 },
    '/home/me/.ssh/config',
    true,
    [undefined, undefined, undefined, undefined],
  ]);
});
