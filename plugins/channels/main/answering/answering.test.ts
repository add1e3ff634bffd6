import { expect, test } from 'vitest';
import { channel, opened, settled } from '../channels.fixture.ts';
import { firstPolicy } from '../store/settings.ts';

test('a message whose writer is called by 80 characters that nobody sees is answered like any other', async () => {
  using at = opened();
  at.allow('marta');
  await at.receive('one', { name: '\u200b'.repeat(80) });
  await settled();
  expect(at.network.map(({ text }) => text)).toEqual(['Re: one']);
});

test('turns that never end, however they are stopped, are given up, and others are answered', async () => {
  using at = opened();
  at.allow('marta');
  at.agent.dies = 'read';
  at.agent.isDeaf = true;
  for (const thread of ['a', 'b', 'c', 'd']) await at.receive(`in ${thread}`, { thread });
  await settled();
  at.agent.dies = undefined;
  await at.receive('one', { thread: 'e' });
  await at.clock.pass(30 * 60_000);
  expect({ network: at.network.map(({ text }) => text), told: (await at.told()).slice(0, 4) }).toEqual({
    network: ['Re: one'],
    told: ['a', 'b', 'c', 'd'].map(thread => `in in ${thread}: failed`),
  });
});

test('of somebody who was removed nothing is worked on any more: a failed turn is not begun again, and a running one is stopped', async () => {
  using at = opened();
  at.allow('eve');
  at.allow('ann');
  at.agent.fails = 1;
  await at.receive('delete it', { channelUser: 'eve', thread: 'eve' });
  await settled();
  at.agent.dies = 'read';
  await at.receive('and this', { channelUser: 'ann', thread: 'ann' });
  await settled();
  at.agent.dies = undefined;
  for (const user of ['eve', 'ann']) await at.call('disallow', { channel, user });
  await at.clock.pass(60 * 60_000);
  expect({ told: await at.told(), said: at.agent.said, stopped: at.agent.stopped, notices: at.notices }).toEqual({
    told: ['in delete it: dropped', 'in and this: dropped'],
    ...{ said: [], stopped: ['c2'], notices: [] },
  });
});

test('after a crash a turn of more than a page of the transcript is found, so its message is not asked again', async () => {
  using at = opened();
  at.allow('marta');
  at.agent.dies = 'answered';
  at.agent.steps = 150;
  await at.receive('one');
  await settled();
  at.agent.dies = undefined;
  await at.restart();
  expect([at.agent.said, at.network.map(({ text }) => text)]).toEqual([['Re: one'], ['Re: one']]);
});

test('a low limit per minute does not make a few messages in an hour a loop, and a loop is told once in an hour', async () => {
  using at = opened();
  at.allow('marta');
  await at.call('setPolicy', { channel, policy: { ...firstPolicy, perMinute: 1 } });
  const answered = async () =>
    (await at.call('messages', { channel, limit: 200 })).messages.filter(({ state }) => state === 'answered').length;
  for (let count = 0; count < 62; count += 1) await at.receive(`message ${count}`);
  await at.clock.pass(9 * 60_000 + 1);
  const after = await answered();
  await at.clock.pass(52 * 60_000);
  expect({ after, last: await answered(), notices: at.notices.map(({ code }) => code) }).toEqual({
    ...{ after: 10, last: 60, notices: ['channels/loop'] },
  });
});
