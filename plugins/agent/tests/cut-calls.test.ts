import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agentWithModel } from '../../../tests/support/agent-with-model.ts';

test('a command of which only the beginning came from the model is not run, and the model and the person are told so', async () => {
  await using agent = await agentWithModel(
    { tools: [{ name: 'bash', arguments: { command: 'touch cut-short' }, letters: '{"command":"touch cut'.length }] },
    { text: 'Done.' },
  );
  await agent.turn();
  const outcomes = agent.events.filter(({ kind }) => kind === 'toolEnded').map(({ outcome }) => outcome);
  const asked = agent.events.filter(({ kind }) => kind === 'asked');
  expect({ made: readdirSync(agent.project).filter(name => name.startsWith('cut')), asked, outcomes }).toEqual({
    made: [],
    asked: [],
    outcomes: [expect.objectContaining({ ok: false, failure: { code: 'argumentsCut' } })],
  });
});
