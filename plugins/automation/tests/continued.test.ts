import { expect, test, vi } from 'vitest';
import { opened } from './whole-agent.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const goesOn = (conversation: string, more: object = {}) => ({
  action: { kind: 'instruction', instruction: 'Count the boats.', where: 'continued', conversation, ...more } as const,
});

test('a rule goes on in a conversation with that one’s model, and leaves it to the person as it was', async () => {
  await using at = await opened();
  const conversation = await at.turn('Hello.');
  const draft = goesOn(conversation, { model: 'gone/m9' });
  const { needs, ready } = await at.automation.call('preflight', { draft: { ...at.draft, ...draft } });
  const { id } = await at.saved(draft);
  const sent = at.server.requests.length;
  at.server.script({ when: at.isTurn, text: 'Nine boats.' });
  await at.runNow(id);
  const { status, answer, conversation: of, model, tokens = 0 } = await at.ended(id);
  const asked = at.server.requests.slice(sent).filter(at.isTurn);
  const { model: own, accessMode, network } = await at.stateOf(conversation);
  await at.again(conversation, 'And now?');
  expect({
    preflight: [ready, needs.filter(({ what }) => what === 'model' || what === 'open').map(({ has, text }) => [has, text])],
    receipt: [status, answer, of === conversation, model, tokens > 0],
    asked: asked.map(({ body }) => [body.model, JSON.stringify(body.messages).includes('Hello.')]),
    left: [own, accessMode, network, at.sent().includes('Nine boats.'), at.sent().includes('And now?')],
  }).toEqual({
    preflight: [
      true,
      [
        [true, 'Uses the model m1.'],
        [true, 'The conversation must have secure access and no network.'],
      ],
    ],
    receipt: ['ran', 'Nine boats.', true, 'local/m1', true],
    asked: [['m1', true]],
    left: ['local/m1', 'secure', false, true, true],
  });
});

test('C5: a conversation that is open, has the network or is gone is refused, before any model is asked', async () => {
  await using at = await opened();
  const [open, networked] = [await at.turn('Hello.'), await at.turn('Hello again.')];
  await at.agent.call('setAccessMode', { conversation: open, mode: 'open' });
  await at.agent.call('setNetwork', { conversation: networked, allowed: true });
  // A title may be asked for meanwhile.
  const turns = () => at.server.requests.filter(at.isTurn).length;
  const sent = turns();
  const told: unknown[] = [];
  for (const conversation of [open, networked, 'gone']) {
    const { ready } = await at.automation.call('preflight', { draft: { ...at.draft, ...goesOn(conversation) } });
    const { id } = await at.saved(goesOn(conversation));
    await at.runNow(id);
    const { status, reason, problem } = await at.ended(id);
    told.push([ready, status, reason, problem?.code]);
  }
  const { accessMode } = await at.stateOf(open);
  expect({ told, asked: turns() - sent, accessMode }).toEqual({
    told: [
      [false, 'failed', 'refused', 'automation/refused'],
      [false, 'failed', 'refused', 'automation/refused'],
      [false, 'failed', 'error', 'automation/no-conversation'],
    ],
    asked: 0,
    accessMode: 'open',
  });
});

test('while the person’s own turn runs there, a run is skipped as an overlap, and the turn comes to its end', async () => {
  await using at = await opened();
  const conversation = await at.turn('Hello.');
  const { id } = await at.saved(goesOn(conversation));
  const rest = Promise.withResolvers<void>();
  at.server.script({ when: at.isTurn, text: ['One ', rest.promise, 'moment.'] });
  const over = at.again(conversation, 'Wait.', true);
  await expect.poll(async () => (await at.stateOf(conversation)).status).toBe('running');
  await at.runNow(id);
  const { status, reason } = await at.ended(id);
  rest.resolve();
  await over;
  const { status: after } = await at.stateOf(conversation);
  expect([status, reason, after]).toEqual(['skipped', 'overlap', 'idle']);
});

test('a message that is for no turn but its own never waits behind another one: it is refused, and sent once that turn is over', async () => {
  await using at = await opened();
  const conversation = await at.turn('Hello.');
  const rest = Promise.withResolvers<void>();
  at.server.script({ when: at.isTurn, text: ['One ', rest.promise, 'moment.'] });
  const over = at.again(conversation, 'Wait.', true);
  await expect.poll(async () => (await at.stateOf(conversation)).status).toBe('running');
  const send = async (): Promise<unknown> =>
    await at.service?.prompt(conversation, 'Count.', { how: 'idle', chargedTo: { kind: 'automation', of: 'r' } }).then(
      ({ taken }) => taken,
      (error: { code?: string }) => error.code,
    );
  const refused = await send();
  const waiting = await at.agent.call('listQueue', { conversation });
  rest.resolve();
  await over;
  at.server.script({ when: at.isTurn, text: 'Nine.' });
  expect([refused, waiting, await send()]).toEqual(['agent/turn-runs', [], 'started']);
});

test.each(['continued', 'visible'] as const)(
  'what a run costs in a conversation (%s) is charged to its rule, and what the person does there afterwards is not',
  async where => {
    await using at = await opened([], true);
    const conversation = where === 'continued' ? await at.turn('Hello.') : '';
    const { id } = await at.saved({
      action: { kind: 'instruction', instruction: 'Count.', where, model: 'local/m1', ...(where === 'continued' && { conversation }) },
    });
    await at.agent.call('saveBudget', { id: 'b1', kind: 'automation', of: id, money: 100_000 });
    const spent = async () => (await at.agent.call('listBudgets', {})).find(budget => budget.id === 'b1')?.spent?.money ?? 0;
    const before = await spent();
    at.server.script({ when: at.isTurn, text: 'Nine.' });
    await at.runNow(id);
    const { cost = 0, conversation: of = '' } = await at.ended(id);
    await expect.poll(spent).toBeGreaterThan(0);
    const after = await spent();
    await at.again(of, 'And now?');
    expect({ before, charged: Math.abs(after - cost) < 1e-6, later: (await spent()) - after }).toEqual({
      before: 0,
      charged: true,
      later: 0,
    });
  },
);

test('two rules that go on in the same conversation at the same moment wait for each other: each has its own answer', async () => {
  await using at = await opened();
  const conversation = await at.turn('Hello.');
  const rules = await Promise.all(
    ['A', 'B'].map(async name => await at.saved({ ...goesOn(conversation, { instruction: `Count ${name}.` }), limits: { minutes: 1 } })),
  );
  for (const name of ['A', 'B'])
    at.server.script({
      when: request => at.isTurn(request) && JSON.stringify(request.body.messages?.at(-1)).includes(`Count ${name}.`),
      text: `Answer to ${name}.`,
    });
  await Promise.all(rules.map(({ id }) => at.runNow(id)));
  const ended = await Promise.all(rules.map(({ id }) => at.ended(id)));
  expect(ended.map(({ status, answer }) => [status, answer])).toEqual([
    ['ran', 'Answer to A.'],
    ['ran', 'Answer to B.'],
  ]);
});
