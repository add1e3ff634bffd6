import type { Client } from '@atelier/kernel';
import { expect, test } from 'vitest';
import type { ProvidersShape, SignInStep } from '../../contract/index.ts';
import { SignIn } from './sign-in.ts';

const host = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};
const step = (flow: string, kind: SignInStep['kind'], more: Partial<SignInStep> = {}): SignInStep => ({
  flow,
  provider: 'p',
  kind,
  ...more,
});

/** Flows whose steps a test hands out one by one. */
function fakeChannel() {
  const said: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<SignInStep[]>>();
  let flows = 0;
  const next = (flow: string) => {
    const known = waiting.get(flow) ?? Promise.withResolvers<SignInStep[]>();
    waiting.set(flow, known);
    return known;
  };
  const client = {
    async call(name: string, params: { flow?: string; text?: string }) {
      if (name === 'signIn') return { flow: `flow-${++flows}` };
      if (name === 'signInSteps') {
        const steps = await next(params.flow!).promise;
        waiting.delete(params.flow!);
        return steps;
      }
      said.push([name, params.flow, params.text].filter(part => part !== undefined).join(' '));
      return null;
    },
    on: () => ({ dispose: () => undefined }),
  } as unknown as Client<ProvidersShape>;
  return { client, said, hand: (flow: string, ...steps: SignInStep[]) => next(flow).resolve(steps) };
}

const turn = () => new Promise(resolve => setImmediate(resolve));

test('every step is shown, a question is answered once, and success is the end', async () => {
  const { client, said, hand } = fakeChannel();
  const flow = new SignIn(host, () => client);
  const heard: string[] = [];
  const over = flow.begin('anthropic', 'en', ({ kind }) => heard.push(kind));
  hand('flow-1', step('flow-1', 'auth', { url: 'https://example.com' }), step('flow-1', 'prompt', { prompt: 'q', text: 'Code?' }));
  await turn();
  const asked = flow.state.prompt?.text;
  await flow.answer('1234');
  await flow.answer('again');
  hand('flow-1', step('flow-1', 'progress', { text: 'Finishing…' }), step('flow-1', 'success'));
  await over;
  expect({ asked, said, heard, state: [flow.state.stage, flow.state.progress, flow.state.end?.kind] }).toEqual({
    asked: 'Code?',
    said: ['answerSignIn flow-1 1234'],
    heard: ['auth', 'prompt', 'progress', 'success'],
    state: ['over', ['Finishing…'], 'success'],
  });
});

test('a sign-in whose element is removed is cancelled, and its later steps are ignored', async () => {
  const { client, said, hand } = fakeChannel();
  const flow = new SignIn(host, () => client);
  const over = flow.begin('openai-codex', 'en', () => undefined);
  hand('flow-1', step('flow-1', 'auth', { url: 'https://example.com' }));
  await turn();
  flow.hostDisconnected();
  hand('flow-1', step('flow-1', 'success'));
  await over;
  expect({ said, stage: flow.state.stage }).toEqual({ said: ['cancelSignIn flow-1'], stage: 'idle' });
});

test('a sign-in that is cancelled before its id is known is ended as soon as it is', async () => {
  const { client, said } = fakeChannel();
  const flow = new SignIn(host, () => client);
  const over = flow.begin('github-copilot', 'en', () => undefined);
  await flow.cancel();
  await over;
  expect(said).toEqual(['cancelSignIn flow-1']);
});

test('two sign-ins at the same time do not interfere', async () => {
  const { client, said, hand } = fakeChannel();
  const [one, two] = [new SignIn(host, () => client), new SignIn(host, () => client)];
  const over = Promise.all([one.begin('anthropic', 'en', () => undefined), two.begin('github-copilot', 'en', () => undefined)]);
  hand('flow-1', step('flow-1', 'prompt', { prompt: 'a' }));
  hand('flow-2', step('flow-2', 'auth', { userCode: 'ABCD' }));
  await turn();
  await one.answer('first');
  hand('flow-2', step('flow-2', 'success'));
  hand('flow-1', step('flow-1', 'error', { problem: { code: 'providers/sign-in-failed', message: 'No.' } }));
  await over;
  expect({ said, ends: [one.state.end?.kind, two.state.end?.kind] }).toEqual({
    said: ['answerSignIn flow-1 first'],
    ends: ['error', 'success'],
  });
});
