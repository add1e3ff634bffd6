import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { channel, opened, settled } from '../channels.fixture.ts';
import { migrations } from '../migrations/index.ts';

const file = { name: 'a.txt', mimeType: 'text/plain', data: 'aGVsbG8=' };
const kept = "SELECT state, files IS NOT NULL AS has, file_count AS count FROM messages WHERE direction = 'in' ORDER BY number";

test('the files of a message are kept until it is answered or dropped, and how many there were stays', async () => {
  using at = opened();
  at.allow('marta');
  at.allow('eve');
  at.agent.fails = 3;
  await at.receive('one', { attachments: [file, file] });
  await settled();
  const waiting = at.db.prepare(kept).all();
  await at.clock.pass(20 * 60_000);
  await at.receive('two', { attachments: [file] });
  await settled();
  const failed = at.db.prepare(kept).all();
  const { messages } = await at.call('messages', { channel });
  await at.call('settle', { message: messages.find(({ state }) => state === 'failed')?.id ?? '', how: 'again' });
  await settled();
  const [entries = []] = [...at.agent.files.values()];
  const shown = (await at.call('messages', { channel })).messages.map(({ text, files }) => [text, files]).reverse();
  expect({
    waiting,
    failed,
    now: at.db.prepare(kept).all(),
    shown,
    read: entries.at(-2)?.parts?.[0]?.text?.split('File a.txt').length,
  }).toEqual({
    waiting: [{ state: 'asking', has: 1, count: 2 }],
    failed: [
      { state: 'failed', has: 1, count: 2 },
      { state: 'answered', has: 0, count: 1 },
    ],
    now: [
      { state: 'answered', has: 0, count: 2 },
      { state: 'answered', has: 0, count: 1 },
    ],
    shown: [
      ['one', 2],
      ['two', 1],
      ['Re: hello', undefined],
      ['Re: hello', undefined],
    ],
    read: 3,
  });
});

test('files of before go with the messages that are over, and what the page counts is in an index', () => {
  using old = migrateTo(migrations, 10);
  const insert = old.database.prepare(
    "INSERT INTO messages (id, channel, thread, direction, user, name, text, files, key, state, at) VALUES (?, 'c', 't', 'in', 'u', 'n', 'x', ?, ?, ?, 5)",
  );
  for (const state of ['answered', 'dropped', 'failed', 'waiting']) insert.run(state, JSON.stringify([file, file]), state, state);
  insert.run('none', null, 'none', 'answered');
  const now = old.goOnTo(20);
  const count =
    "SELECT direction, count(*) FROM messages WHERE channel = ? AND at >= ? AND (direction = 'in' OR state = 'sent') GROUP BY direction";
  const plan = now.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${count}`).all('c', 0);
  expect({ rows: now.prepare(kept).all(), plan: plan[0]?.detail }).toEqual({
    rows: [
      { state: 'answered', has: 0, count: 2 },
      { state: 'dropped', has: 0, count: 2 },
      { state: 'failed', has: 1, count: 2 },
      { state: 'waiting', has: 1, count: 2 },
      { state: 'answered', has: 0, count: 0 },
    ],
    plan: 'SEARCH messages USING COVERING INDEX messages_since (channel=? AND at>?)',
  });
});
