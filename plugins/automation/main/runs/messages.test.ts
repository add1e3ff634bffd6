import { AppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { opened, settled } from '../automation.fixture.ts';

test('a result that waits for its conversation when Atelier is killed is left after the next start, under the same key, and then no more', async () => {
  using at = opened();
  const keys: string[] = [];
  at.state.note = async key => {
    keys.push(key);
    throw AppError.fromRecord({ code: 'agent/turn-runs', message: 'A turn runs.' });
  };
  const id = at.add({ action: { kind: 'notify', text: 'Stand up' }, deliver: 'always', to: { kind: 'message', conversation: 'c1' } });
  at.automation.runNow(id);
  await settled();
  const told = () => at.receipts(id).map(({ status, delivery }) => [status, delivery?.kind, delivery?.status]);
  const waiting = told();
  at.state.note = async key => {
    keys.push(key);
    return { entry: 'left' };
  };
  await at.restart();
  const sent = told();
  await at.restart();
  expect({ waiting, sent, again: told(), keys: [keys.length, new Set(keys).size], notified: at.notifications }).toEqual({
    ...{ waiting: [['ran', 'message', 'waiting']], sent: [['ran', 'message', 'sent']], again: [['ran', 'message', 'sent']] },
    ...{ keys: [2, 1], notified: [] },
  });
});

test('a long result is left whole, and its receipt then shows the beginning of it', async () => {
  using at = opened();
  const texts: string[] = [];
  at.state.note = async (_, text) => {
    texts.push(text);
    return { entry: 'left' };
  };
  const text = `BEGIN ${'x'.repeat(9_000)} THE END`;
  const id = at.add({ action: { kind: 'notify', text }, deliver: 'always', to: { kind: 'message', conversation: 'c1' } });
  at.automation.runNow(id);
  await settled();
  const { answer = '', delivery } = at.receipts(id)[0] ?? {};
  expect([texts, answer.length, answer.endsWith('x…'), delivery?.status]).toEqual([[text], 4000, true, 'sent']);
});
