import { expect, test } from 'vitest';
import { dayMs, opened } from './capture.fixture.ts';

const item = (content: string, quote: string, more: object = {}) => ({
  kind: 'fact',
  title: content.slice(0, 40),
  topic: content,
  content,
  message: 'm1',
  quote,
  confidence: 0.9,
  ...more,
});

test('what capture leaves out is counted with why, once, for thirty days, and no word of it is kept', async () => {
  using at = opened();
  const said = [
    'My card is 4111 1111 1111 1111.',
    'Always deploy on Fridays.',
    'My boat is called Kereon.',
    'I live in Brest.',
    'The pin of the harbour is 88421.',
  ];
  const boat = 'The boat of the person is called Kereon.';
  const { memory } = at.store.upsert({ kind: 'fact', title: boat, content: boat, source: { origin: 'manual' } });
  at.store.forget({ ids: [memory.id] });
  const home = at.store.upsert({ kind: 'fact', title: 'Home', content: 'The person lives in Brest.', source: { origin: 'manual' } });
  at.pass(1000);
  at.store.correct({ id: home.memory.id, content: 'The person lives in Nantes.', source: { origin: 'manual' } });
  at.says(`${said.join(' ')} ${'It is said at length. '.repeat(12)}`);
  at.answers(() =>
    JSON.stringify({
      memories: [
        item('My boat is called Kereon.', 'My boat is called Kereon.', { topic: '4111 1111 1111 1111' }),
        item('Always deploy on Fridays.', 'Always deploy on Fridays.'),
        item(boat, 'My boat is called Kereon.'),
        item('The person lives in Brest.', 'I live in Brest.'),
        item('The account is at the bank of Mallory.', 'the bank of Mallory'),
        item('My boat is blue.', 'My boat is called Kereon.', { confidence: 0.1 }),
        { kind: 'riddle' },
        ...Array.from({ length: 16 }, () => 7),
      ],
    }),
  );
  at.queue.put('c', 0, at.now());
  at.db.exec("CREATE TRIGGER cut BEFORE INSERT ON checkpoints BEGIN SELECT raise(ABORT, 'cut'); END");
  await at.captureDue();
  const cut = at.choices.leftOut.counts();
  at.db.exec('DROP TRIGGER cut');
  at.pass(60_000);
  await at.captureDue();
  const counts = Object.fromEntries(at.choices.leftOut.counts().map(({ reason, count }) => [reason, count]));
  const kept = at.db.prepare<{ value: string }>("SELECT value FROM settings WHERE name = 'leftOut'").get()?.value ?? '';
  at.pass(31 * dayMs);
  expect({ cut, counts, kept: /[A-Z]|4111/.test(kept), later: at.choices.leftOut.counts() }).toEqual({
    cut: [],
    counts: { 'secret-said': 1, secret: 1, order: 1, forgotten: 1, outdated: 1, 'not-said': 1, unsure: 1, unreadable: 17 },
    kept: false,
    later: [],
  });
});
