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
  const asked: string[] = [];
  const step = (kind: OauthStep['kind'], rest: Partial<OauthStep> = {}): void => {
    steps.push({ flow: 'f', provider: 'anthropic', kind, ...rest });
    more.resolve();
    more = Promise.withResolvers();
  };
  const providers = {
    async login(...asking: unknown[]) {
      asked.push(asking.join(' '));
      return { flow: 'f' };
    },
    async cancelLogin(which: string) {
      asked.push(`cancel ${which}`);
      step('error', { problem: { code: 'providers/sign-in-cancelled', message: 'It was cancelled.', details: {} } });
    },
    async nextSteps(_flow: string, after: number) {
      if (steps.length <= after) await more.promise;
      return steps.slice(after);
    },
  } as unknown as ProvidersService;
  const calls = signInCalls(providers, { emit: (_name, step) => void emitted.push((step as unknown as OauthStep).kind) });
  const page = new AbortController();
  const login = calls.oauthLogin as (params: { provider: string; flow: string; locale: string }, signal: AbortSignal) => Promise<unknown>;
  return {
    emitted,
    asked,
    begin: () => login({ provider: 'anthropic', flow: 'f', locale: 'fr' }, page.signal),
    leave: () => page.abort(),
    step,
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

test('a sign-in that fails rejects oauthLogin with what it failed with', async () => {
  const at = flow();
  const login = at.begin().catch((error: AppError) => [error.code, error.message]);
  at.step('error', { problem: { code: 'providers/sign-in-failed', message: 'It was refused.', details: { status: 401 } } });
  expect(await login).toEqual(['providers/sign-in-failed', 'It was refused.']);
});

test('a sign-in is in the language and under the name of its caller, and ends when the caller has left', async () => {
  const at = flow();
  const login = at.begin().catch((error: AppError) => error.code);
  at.step('auth');
  await expect.poll(() => at.emitted).toEqual(['auth']);
  at.leave();
  expect([await login, at.asked]).toEqual(['providers/sign-in-cancelled', ['anthropic fr f', 'cancel f']]);
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
  expect({ code, asked: kinds.includes('prompt') }).toEqual({ code: 'providers/sign-in-cancelled', asked: true });
});
