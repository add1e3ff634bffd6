import { expect, test, vi } from 'vitest';
import { opened } from './whole-agent.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

test('what the person does right after a run is not taken for what came of it, also where the run has started the agent', async () => {
  await using at = await opened();
  const { id } = await at.saved({
    trigger: { kind: 'event', event: 'turnEnded' },
    action: { kind: 'instruction', instruction: 'Look.', where: 'visible', model: 'local/m1' },
  });
  const told = async () => (await at.automation.call('receipts', { rule: id })).receipts.map(({ status, reason }) => [status, reason]);
  at.server.script({ when: at.isTurn, text: 'Nothing.' });
  await at.runNow(id);
  await at.ended(id);
  const turned = at.turn('Hello.');
  at.server.script({ when: at.isTurn, text: 'Nothing.' });
  await turned;
  await expect.poll(told, { timeout: 60_000 }).toEqual([
    ['ran', undefined],
    ['ran', undefined],
  ]);
});
