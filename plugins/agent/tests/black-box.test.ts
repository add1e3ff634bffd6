import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { expect, test, vi } from 'vitest';
import { agentOf, conversation, held, inTheMiddle, signalEngines } from './running-turn.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const secret = 'canary-2b3c4d5e6f';

test('D30: when turns begin and end, and how the engine ended, is kept on disk at once, and no word of a message or an answer', async () => {
  const turn = held(` ${secret}`);
  const { kernel, heard, profile } = await inTheMiddle(
    turn.turn,
    { text: `I keep ${secret}.` },
    { text: ['Once more', new Promise(() => undefined)] },
  );
  const text = () => readFileSync(pathIn(join(profile, 'user-data'), 'blackBox', { turn: '0' }), 'utf8');
  const kept = () =>
    text()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as { from?: string; is: string; of?: string; how?: string })
      .filter(({ from }) => from === '@atelier/agent')
      .map(({ is, of, how }) => [is, of, how].filter(part => part !== undefined).join(' '));
  const during = kept();
  turn.letGo();
  await expect.poll(kept).toHaveLength(2);
  await agentOf(kernel).call('prompt', { conversation, text: `Keep ${secret} to yourself.` });
  await expect.poll(kept).toHaveLength(4);
  await agentOf(kernel).call('prompt', { conversation, text: secret });
  await expect.poll(() => heard.events.filter(({ delta }) => delta?.includes('Once more')).length).toBe(1);
  signalEngines('SIGKILL');
  await expect.poll(kept).toHaveLength(7);
  expect({ during, kept: kept().toSorted(), leaks: text().includes(secret) }).toEqual({
    during: [`turn-began ${conversation}`],
    kept: [
      'engine-ended SIGKILL',
      ...Array.from({ length: 3 }, () => `turn-began ${conversation}`),
      `turn-ended ${conversation} cut`,
      ...Array.from({ length: 2 }, () => `turn-ended ${conversation} done`),
    ],
    leaks: false,
  });
});
