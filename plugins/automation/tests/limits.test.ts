import { expect, test, vi } from 'vitest';
import { opened } from './whole-agent.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const looks = (where: 'hidden' | 'visible') =>
  ({ kind: 'instruction', instruction: 'Look.', where, model: 'local/m1', ...(where === 'hidden' && { reads: true }) }) as const;

test.each([
  ['hidden', 1],
  // It hears of an answer while the next request is made, which is stopped.
  ['visible', 2],
] as const)('C5: a %s run that has spent the money it may is stopped', async (where, most) => {
  await using at = await opened([], true);
  for (let turn = 0; turn < 5; turn += 1) at.server.script({ when: at.isTurn, tools: [{ name: 'ls', arguments: { path: '.' } }] });
  const { id } = await at.saved({ action: looks(where), limits: { money: 0.1 } });
  await at.runNow(id);
  const { status, reason, problem } = await at.ended(id);
  const asked = at.server.requests.filter(at.isTurn).length;
  expect([status, reason, (problem?.code ?? '').endsWith('limit'), asked >= 1 && asked <= most]).toEqual(['failed', 'budget', true, true]);
});

test.each(['hidden', 'visible'] as const)('C5: a %s run whose model does not come to an end is stopped after its minutes', async where => {
  await using at = await opened();
  const never = Promise.withResolvers<void>();
  at.server.script({ when: at.isTurn, text: ['One ', never.promise, 'moment.'] });
  const { id } = await at.saved({ action: looks(where), limits: { minutes: 0.05 } });
  await at.runNow(id);
  const { status, reason, conversation } = await at.ended(id);
  // What it worked in does not go on without it.
  if (conversation !== undefined) await expect.poll(async () => (await at.stateOf(conversation)).status).not.toBe('running');
  never.resolve();
  expect([status, reason, conversation !== undefined]).toEqual(['failed', 'budget', where === 'visible']);
});

test('what happens in a private conversation and in one that is not shown sets off nothing; what happens elsewhere does', async () => {
  await using at = await opened();
  const events = ['conversationCreated', 'messageReceived', 'turnEnded'] as const;
  const ids: string[] = [];
  for (const event of events) {
    const { id } = await at.saved({ title: event, trigger: { kind: 'event', event }, action: { kind: 'notify', text: 'It happened' } });
    ids.push(id);
  }
  const counts = async () =>
    await Promise.all(
      ids.map(async rule => (await at.automation.call('receipts', { rule })).receipts.filter(({ status }) => status === 'ran').length),
    );
  const conversation = await at.turn('Hello.');
  await expect.poll(counts, { timeout: 60_000 }).toEqual([1, 1, 1]);
  await at.makePrivate(conversation);
  await at.again(conversation, 'Between us.');
  at.server.script({ text: 'Three issues.' });
  const hidden = await at.saved({});
  await at.runNow(hidden.id);
  const { status } = await at.ended(hidden.id);
  // What happens after them is heard after what happened in them.
  await at.turn('Hello again.');
  await expect.poll(counts, { timeout: 60_000 }).toEqual([2, 2, 2]);
  const skipped = await Promise.all(ids.map(async rule => (await at.automation.call('receipts', { rule })).receipts.length));
  expect([status, skipped]).toEqual(['ran', [2, 2, 2]]);
});
