import { expect, test, vi } from 'vitest';
import { delegates, gave, opened, textOf } from '../../../tests/support/specialists-agent.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

test('what works when the app ends is interrupted after the next start, goes on when the person says so, and the conversation is told', async () => {
  const before = await opened();
  before.script(
    {
      when: gave('Go'),
      tools: [
        delegates([
          { role: 'coder', name: 'quick', task: 'Do quick.' },
          { role: 'coder', name: 'slow', task: 'Do slow.' },
        ]),
      ],
    },
    { when: gave('Do quick'), text: 'Quick is done.' },
    { when: gave('Do slow'), tools: [{ name: 'ls', arguments: { path: '.' } }] },
    { when: gave('Do slow', 1), text: ['Half', new Promise(() => undefined)] },
  );
  const conversation = await before.send('Go');
  await before.seen(() => {
    const [quick, slow] = before.teams.at(-1)?.specialists ?? [];
    return quick?.state === 'done' && slow?.state === 'running' && before.server.requests.some(gave('Do slow', 1)) ? true : undefined;
  });
  await before.end();

  await using at = await opened(before.profile);
  const team = await at.team(conversation);
  const slow = team.specialists.find(({ name }) => name === 'slow');
  at.script({ when: gave('Do slow', 1), text: 'Slow is done.' });
  await at.specialists.call('goOn', { specialist: slow?.id ?? '' });
  await at.seen(() => at.teams.at(-1)?.specialists.every(({ state }) => state === 'done') || undefined);
  const notice = await at.seen(() => at.events.find(event => event.conversation === conversation && event.kind === 'rewound'));
  at.script({ when: request => textOf(request).includes('And now?'), text: 'Both are done.' });
  await at.send('And now?', conversation);
  await at.ended(conversation);
  const sent = JSON.stringify(at.server.requests.at(-1)?.body.messages);
  expect({
    states: team.specialists.map(({ name, state, problem }) => [name, state, problem?.code]),
    used: (slow?.tokens ?? 0) > 0,
    notice: notice.kind,
    told: ['Quick is done.', 'Slow is done.'].map(text => sent.includes(text)),
    lines: (await at.specialists.transcript(slow?.id ?? '')).map(({ kind }) => kind).slice(0, 2),
  }).toEqual({
    states: [
      ['quick', 'done', undefined],
      ['slow', 'interrupted', 'specialists/interrupted'],
    ],
    used: true,
    notice: 'rewound',
    told: [true, true],
    lines: ['given', 'tool'],
  });
});
