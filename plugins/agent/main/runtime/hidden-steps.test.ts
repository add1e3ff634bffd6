import { expect, test } from 'vitest';
import type { EngineEvent } from '../../engine/protocol.ts';
import { cleanSteps, HiddenSteps } from './hidden-steps.ts';

/** What is given away of one text that is said, called with and answered. */
async function given(text: string, secret: string): Promise<readonly string[]> {
  const steps = new HiddenSteps();
  const events = [
    { kind: 'messageEnded', message: 'm', entry: { kind: 'assistant', parts: [{ kind: 'text', text }] } },
    { kind: 'toolStarted', tool: 't', name: 'read', args: { text } },
    { kind: 'toolEnded', tool: 't', outcome: { ok: true, text } },
  ];
  for (const event of events) steps.take(event as unknown as EngineEvent);
  const clean = await cleanSteps(steps.all, async texts => texts.map(one => one.replaceAll(secret, '[redacted]')));
  return clean.flatMap(step => [step.text, ...(step.result === undefined ? [] : [step.result])]);
}

test('no part of a secret is given away, however many of them a text holds and wherever it is cut', async () => {
  const secrets = [`sk-ant-${'A1b2C3d4'.repeat(12)}`, `eyJ${'Q9x'.repeat(1_000)}`, 'canary-51f0'];
  const left: string[] = [];
  for (const secret of secrets)
    for (let shift = 0; shift < secret.length; shift += Math.ceil(secret.length / 25)) {
      const texts = await given(`${'-'.repeat(shift)}${`${secret}+`.repeat(Math.ceil(60_000 / secret.length))}`, secret);
      left.push(
        ...texts.map(text =>
          text
            .replaceAll('[redacted]', '')
            .replace(/^\{"text":"/, '')
            .replaceAll(/[-+]/g, ''),
        ),
      );
    }
  expect([left.length > 100, left.filter(text => !/^(?:\[[redact]*)?$/.test(text))]).toEqual([true, []]);
});

test('what has no secret in it is given away up to its limit, and what is short as a whole', async () => {
  const lengths = [];
  for (const length of [10, 4_000, 4_001, 19_000, 100_000]) lengths.push((await given('x'.repeat(length), 'none'))[2]?.length);
  expect(lengths).toEqual([10, 4_000, 4_000, 4_000, 4_000]);
});
