import type { Provider } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { type Facts, isReached, outcomeOf, stepsFor } from './steps.ts';

const nothing: Facts = {
  locale: 'en',
  appearance: 'system',
  providers: [],
  models: [],
  answered: undefined,
  triesDemo: false,
  consent: undefined,
};
const provider = (access: Provider['access'], kind: Provider['kind'] = 'preset'): Provider => ({
  id: kind,
  name: kind,
  kind,
  access,
  models: 1,
});

test('consent is not asked for if error reports are not available', () => {
  expect([stepsFor(nothing), stepsFor({ consent: 'unasked' })]).toEqual([
    ['look', 'provider', 'models', 'check', 'done'],
    ['look', 'provider', 'models', 'check', 'telemetry', 'done'],
  ]);
});

test('a provider counts if it can be used; the demo and an expired sign-in do not', () => {
  const reached = (...providers: Provider[]) => isReached('provider', { ...nothing, providers });
  expect([reached(), reached(provider('keyless', 'demo')), reached(provider('expired')), reached(provider('oauth'))]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('a step behind is skipped only if nothing was set up and the demo was not chosen', () => {
  const refused: Provider = { ...provider('key'), status: { is: 'refused' } };
  const outcomes = (facts: Partial<Facts>) =>
    (['provider', 'models', 'check'] as const).map(step => outcomeOf(step, { ...nothing, ...facts }));
  expect([
    outcomes({}),
    outcomes({ providers: [provider('keyless', 'demo')], triesDemo: true }),
    outcomes({ providers: [refused] }),
    outcomes({ providers: [refused, provider('oauth')] }),
  ]).toEqual([
    ['skipped', 'skipped', 'skipped'],
    ['done', 'done', 'skipped'],
    ['failed', 'skipped', 'skipped'],
    ['done', 'skipped', 'skipped'],
  ]);
});
