import type { Provider } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { type Facts, isReached, stepsFor } from './steps.ts';

const nothing: Facts = { locale: 'en', appearance: 'system', providers: [], models: [], answered: undefined, consent: undefined };
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
