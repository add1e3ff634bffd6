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
  await at.automation.call('runNow', { id });
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
        [true, 'Uses the model local/m1.'],
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
    await at.automation.call('runNow', { id });
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
  await at.automation.call('runNow', { id });
  const { status, reason } = await at.ended(id);
  rest.resolve();
  await over;
  const { status: after } = await at.stateOf(conversation);
  expect([status, reason, after]).toEqual(['skipped', 'overlap', 'idle']);
});
