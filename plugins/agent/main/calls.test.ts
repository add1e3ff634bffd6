import type { AppError } from '@atelier/kernel';
import { problemOf, testKernel } from '@atelier/kernel/testing';
import type { OauthStep, ProvidersService } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { AgentChannel } from '../contract/index.ts';
import { signInCalls } from './calls.ts';

/** A sign-in whose steps come when the test says so. */
function flow() {
  const steps: OauthStep[] = [];
  let more = Promise.withResolvers<void>();
  const emitted: string[] = [];
  const providers = {
    login: async () => ({ flow: 'f' }),
    async nextSteps(_flow: string, after: number) {
      if (steps.length <= after) await more.promise;
      return steps.slice(after);
    },
  } as unknown as ProvidersService;
  const calls = signInCalls(providers, { emit: (_name, step) => void emitted.push((step as unknown as OauthStep).kind) });
  const context = { signal: new AbortController().signal } as never;
  return {
    emitted,
    begin: () =>
      (calls.oauthLogin as (params: { provider: string }, context: never) => Promise<unknown>)({ provider: 'anthropic' }, context),
    step(kind: OauthStep['kind'], rest: Partial<OauthStep> = {}) {
      steps.push({ flow: 'f', provider: 'anthropic', kind, ...rest });
      more.resolve();
      more = Promise.withResolvers();
    },
  };
}

test('oauthLogin is answered when the sign-in has ended, and not before', async () => {
  const at = flow();
  let isOver = false;
  const login = at.begin().finally(() => {
    isOver = true;
  });
  at.step('auth');
  await expect.poll(() => at.emitted).toEqual(['auth']);
  at.step('prompt');
  await expect.poll(() => at.emitted).toEqual(['auth', 'prompt']);
  const before = isOver;
  at.step('success');
  expect([before, await login, at.emitted]).toEqual([false, { flow: 'f' }, ['auth', 'prompt', 'success']]);
});

test('a sign-in that fails rejects oauthLogin with the reason', async () => {
  const at = flow();
  const login = at.begin().catch((error: AppError) => [error.code, error.message.includes('It was cancelled.')]);
  at.step('error', { problem: { code: 'x', message: 'It was cancelled.' } });
  expect(await login).toEqual(['agent/sign-in-failed', true]);
});

test('a page that signs in through the agent hears its question, and its call fails once the person has cancelled', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'] });
  const agent = kernel.client(AgentChannel);
  const kinds: string[] = [];
  agent.on('oauthEvent', ({ kind, flow: id }) => {
    kinds.push(kind);
    if (kind === 'prompt') void agent.call('oauthLoginCancel', { flow: id });
  });
  const [code] = (await problemOf(agent.call('oauthLogin', { provider: 'anthropic' }))) as readonly unknown[];
  await expect.poll(() => kinds.at(-1)).toBe('error');
  expect({ code, asked: kinds.includes('prompt') }).toEqual({ code: 'agent/sign-in-failed', asked: true });
});
