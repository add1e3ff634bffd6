import { expect, test } from 'vitest';
import { channel, opened, settled } from './channels.fixture.ts';

const place = { channel, thread: 'marta' };

/** A thread in which somebody has written and was answered. */
async function written() {
  const at = opened();
  at.allow('marta');
  await at.receive('one');
  await settled();
  at.network.length = 0;
  return at;
}

test('a text goes into a known thread once, however often it is posted under its key, also after a kill', async () => {
  using at = await written();
  const first = at.channels.post(place, 'The report.', 'r1');
  await settled();
  const second = at.channels.post(place, 'Another text.', 'r1');
  await at.restart();
  const third = at.channels.post(place, 'The report.', 'r1');
  await settled();
  expect({
    states: [first, second, third],
    network: at.network.map(({ thread, user, text, key, answers }) => [thread, user, text, key, answers]),
  }).toEqual({
    states: [{ state: 'waiting' }, { state: 'sent' }, { state: 'sent' }],
    network: [['marta', 'marta', 'The report.', 'r1', undefined]],
  });
  expect([at.posts.at(-1), at.channels.places()]).toEqual(['r1', [{ ...place, name: 'marta', title: 'IRC' }]]);
});

test('nothing goes to somebody who may not write, whether they were removed before or while it waits', async () => {
  using at = await written();
  expect(() => at.channels.post({ channel, thread: 'eve' }, 'The report.', 'r0')).toThrow('the thread is gone');
  at.state.send = async () => ({ outcome: 'not-sent', problem: 'busy' });
  at.channels.post(place, 'The report.', 'r1');
  await settled();
  const waits = at.channels.posted(channel, 'r1')?.state;
  at.state.send = async outbound => {
    at.network.push(outbound);
    return { outcome: 'sent' };
  };
  await at.call('disallow', { channel, user: 'marta' });
  await at.clock.pass(60_000);
  expect(() => at.channels.post(place, 'Another.', 'r2')).toThrow('nobody who may write');
  expect({
    waits,
    now: at.channels.posted(channel, 'r1')?.state,
    network: at.network,
    told: at.posts.at(-1),
    places: at.channels.places(),
  }).toEqual({
    ...{ waits: 'waiting', now: 'dropped', network: [], told: 'r1', places: [] },
  });
});

test('a text whose send was cut off is uncertain, is not sent again, and the person says what became of it', async () => {
  using at = await written();
  at.state.send = () => new Promise(() => undefined);
  at.channels.post(place, 'The report.', 'r1');
  await settled();
  await at.restart();
  const cut = at.channels.post(place, 'The report.', 'r1');
  const [message] = (await at.call('messages', { channel })).messages;
  await at.call('settle', { message: message?.id ?? '', how: 'arrived' });
  expect([cut.state, cut.why?.en, at.channels.posted(channel, 'r1'), at.notices.map(({ code }) => code)]).toEqual([
    'uncertain',
    'Atelier ended while it was sent',
    { state: 'sent', why: cut.why },
    ['channels/uncertain'],
  ]);
});

test('a thread whose conversation was deleted takes nothing any more, and what waits for it is dropped and said so', async () => {
  using at = await written();
  at.state.send = async () => ({ outcome: 'not-sent' });
  at.channels.post(place, 'The report.', 'r1');
  await settled();
  at.posts.length = 0;
  at.channels.forgetConversation('c1');
  expect([at.channels.posted(channel, 'r1')?.state, at.posts]).toEqual(['dropped', ['r1']]);
  expect(() => at.channels.post(place, 'Another.', 'r2')).toThrow('the thread is gone');
});
