import { expect, test } from 'vitest';
import { agentOf, conversation, inTheMiddle, startedIn, untilIdle } from './running-turn.fixture.ts';

test('how full the context of the model is, is known after a restart, before the conversation is opened again', async () => {
  const { kernel, profile } = await inTheMiddle({ text: 'An answer.' });
  await untilIdle(kernel);
  const { context } = await agentOf(kernel).call('state', { conversation });
  await kernel.close();
  const again = await startedIn(profile);
  const after = await agentOf(again.kernel).call('state', { conversation });
  expect({ known: (context.tokens ?? 0) > 0 && (context.window ?? 0) > 0, status: after.status, context: after.context }).toEqual({
    known: true,
    status: 'absent',
    context,
  });
});
