import { expect, test, vi } from 'vitest';
import type { ModelRequest } from '../../../tests/e2e/model-server.ts';
import { opened } from './whole-agent.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const longer =
  'That is how it has been for years, on all of the machines that I work with, and none of my colleagues ever found a reason to do it in another way, so it will stay like this for a long time to come.';

test('C6: what is forgotten while the model of capture answers is not stored when it has answered', async () => {
  await using at = await opened();
  const source = { origin: 'manual' } as const;
  const content = 'The person drinks coffee black.';
  await at.memory.call('upsert', { kind: 'preference', title: 'Coffee', content, source });
  const conversation = await at.turn(`I drink my coffee black. My boat is called Kereon. ${longer}`);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const item = (words: string, quote: string, topic: string) => ({
    ...{ kind: 'preference', title: topic, topic, content: words, where: 'everywhere', message: 'm1', quote, confidence: 0.9 },
  });
  const answer = JSON.stringify({
    memories: [
      item(content, 'I drink my coffee black.', 'Coffee'),
      item('The boat is called Kereon.', 'My boat is called Kereon.', 'Boat'),
    ],
  });
  const when = ({ body }: ModelRequest) => {
    const isCapture = JSON.stringify(body.messages).includes('Answer with JSON only');
    if (isCapture) asked.resolve();
    return isCapture;
  };
  at.server.script({ when, text: [answer.slice(0, 40), answered.promise, answer.slice(40)] });
  const captured = at.capture(conversation);
  await asked.promise;
  const { forgotten } = await at.memory.call('forget', { text: 'coffee' });
  answered.resolve();
  await captured;
  await expect.poll(at.words, { timeout: 30_000 }).toEqual(['The boat is called Kereon.']);
  const { proposals } = await at.memory.call('proposals', {});
  expect([forgotten, proposals.map(one => one.content)]).toEqual([1, []]);
});
