import { expect, test, vi } from 'vitest';
import { delegates, gave, opened } from '../../../tests/support/specialists-agent.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const endless = ['It begins', new Promise(() => undefined)];
type At = Awaited<ReturnType<typeof opened>>;

const states = (at: At) => Object.fromEntries((at.teams.at(-1)?.specialists ?? []).map(({ name, state }) => [name, state]));

/** Another conversation is answered: whatever was on its way to a model has arrived before. */
async function later(at: At): Promise<void> {
  at.script({ when: gave('Another one'), text: 'Yes.' });
  await at.ended(await at.send('Another one'));
}

test('Stop silences the conversation, its specialists, theirs and those that wait: no request follows', async () => {
  await using at = await opened();
  const coder = (name: string) => ({ role: 'coder', name, task: `Do ${name}.` });
  at.script(
    { when: gave('Go'), tools: [delegates(['one', 'two', 'three', 'four', 'five'].map(coder))] },
    { when: gave('Do one'), tools: [delegates([coder('below')])] },
    { when: gave('Do below'), text: endless },
    ...['two', 'three', 'four', 'five'].map(name => ({ when: gave(`Do ${name}`), text: endless })),
    { when: gave('Do one', 1), text: 'Must not be asked.' },
    { when: gave('Go', 1), text: 'Must not be asked.' },
  );
  const conversation = await at.send('Go');
  const asked = ['Do two', 'Do below'];
  await at.seen(() => (asked.every(words => at.server.requests.some(gave(words))) && states(at).below === 'running' ? true : undefined));
  const before = states(at);
  await at.agent.call('stop', { conversation });
  const sent = at.server.requests.length;
  await at.seen(() => (Object.values(states(at)).every(state => state === 'stopped') ? true : undefined));
  await later(at);
  expect({
    waited: Object.values(before).filter(state => state === 'waits').length > 0,
    after: at.server.requests.length - sent,
    states: states(at),
    ended: (await at.ended(conversation)).ended,
  }).toEqual({
    waited: true,
    after: 1,
    states: { one: 'stopped', two: 'stopped', three: 'stopped', four: 'stopped', five: 'stopped', below: 'stopped' },
    ended: 'stopped',
  });
});

test('one specialist is stopped alone, and the conversation goes on with the others and is told', async () => {
  await using at = await opened();
  at.script(
    { when: gave('Go'), tools: [delegates([{ role: 'coder', name: 'slow', task: 'Do slow.' }])] },
    { when: gave('Do slow'), text: endless },
    { when: gave('Go', 1), text: 'Without it.' },
  );
  const conversation = await at.send('Go');
  await at.seen(() => (at.server.requests.some(gave('Do slow')) && states(at).slow === 'running' ? true : undefined));
  const { specialists } = await at.team(conversation);
  await at.specialists.call('stop', { specialist: specialists[0]?.id ?? '' });
  expect([(await at.ended(conversation)).ended, at.answer().includes('slow (coder): stopped by the person')]).toEqual(['done', true]);
});

test('a specialist ends at its limit after the request that reached it, and its tokens are there before it ends and count for the conversation', async () => {
  await using at = await opened();
  const held = Promise.withResolvers<void>();
  at.script(
    {
      when: gave('Go'),
      tools: [
        delegates([
          { role: 'coder', name: 'small', task: 'Do small.', tokens: 1 },
          { role: 'coder', name: 'large', task: 'Do large.' },
        ]),
      ],
    },
    { when: gave('Do small'), tools: [{ name: 'ls', arguments: { path: '.' } }] },
    { when: gave('Do small', 1), text: 'Must not be asked.' },
    { when: gave('Do large'), tools: [{ name: 'ls', arguments: { path: '.' } }] },
    { when: gave('Do large', 1), text: ['It ', held.promise, 'ends.'] },
    { when: gave('Go', 1), text: 'Over.' },
  );
  const conversation = await at.send('Go');
  const live = await at.seen(() =>
    at.teams.at(-1)?.specialists.find(({ name, tokens, state }) => name === 'large' && tokens > 0 && state === 'running'),
  );
  held.resolve();
  await at.ended(conversation);
  const { specialists } = await at.team(conversation);
  const small = specialists.find(({ name }) => name === 'small');
  const used = specialists.reduce((sum, { tokens }) => sum + tokens, 0);
  await expect.poll(async () => (await at.used(conversation)) > used, { timeout: 60_000 }).toBe(true);
  expect({
    live: live.tokens > 0,
    small: [small?.state, small?.problem?.code, at.server.requests.filter(gave('Do small', 1)).length],
  }).toEqual({ live: true, small: ['failed', 'agent/child-limit', 0] });
});

test('a specialist that works is told something before its next step', async () => {
  await using at = await opened();
  const held = Promise.withResolvers<void>();
  at.script(
    { when: gave('Go'), tools: [delegates([{ role: 'coder', name: 'one', task: 'Do one.' }])] },
    { when: gave('Do one'), text: ['It ', held.promise], tools: [{ name: 'ls', arguments: { path: '.' } }] },
    { when: gave('Do one', 1), text: 'Heard.' },
    { when: gave('Go', 1), text: 'Over.' },
  );
  const conversation = await at.send('Go');
  await at.seen(() => (at.server.requests.some(gave('Do one')) && states(at).one === 'running' ? true : undefined));
  const { specialists } = await at.team(conversation);
  await at.specialists.steer(specialists[0]?.id ?? '', 'Mind the tests.');
  held.resolve();
  await at.ended(conversation);
  const late = await at.specialists.steer(specialists[0]?.id ?? '', 'Late.').catch(({ code }) => code);
  const heard = at.server.requests.findLast(gave('Do one', 1));
  expect([JSON.stringify(heard?.body.messages).includes('Mind the tests.'), late]).toEqual([true, 'specialists/not-working']);
});
