import type { AgentShape } from '@atelier/agent/contract';
import type { Client } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { SignIn, type SignInStep } from './sign-in.ts';

const host = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};

/** The channel `agent`, where a test sends the steps of each sign-in and ends it. */
function fakeChannel() {
  const said: string[] = [];
  const listeners = new Set<(step: SignInStep) => void>();
  const logins: (PromiseWithResolvers<unknown> & { readonly flow: string })[] = [];
  const client = {
    call(name: string, params: { flow: string; text?: string }, signal?: AbortSignal) {
      if (name !== 'oauthLogin') {
        const which = logins.findIndex(({ flow }) => flow === params.flow);
        said.push([name, which, params.text].filter(part => part !== undefined).join(' '));
        return Promise.resolve(null);
      }
      const login = { flow: params.flow, ...Promise.withResolvers<unknown>() };
      const which = logins.push(login) - 1;
      signal?.addEventListener('abort', () => {
        said.push(`left ${which}`);
        login.reject(new Error('left'));
      });
      return login.promise;
    },
    on(_name: string, listener: (step: SignInStep) => void) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  } as unknown as Client<AgentShape>;
  return {
    client,
    said,
    listeners,
    logins,
    send(which: number, kind: SignInStep['kind'], more: Partial<SignInStep> = {}) {
      for (const listener of listeners) listener({ flow: logins[which]!.flow, provider: 'p', kind, ...more });
    },
  };
}

test('every step is shown, a question is answered once, and the end of the call is the end', async () => {
  const { client, said, listeners, logins, send } = fakeChannel();
  const flow = new SignIn(host, () => client);
  const heard: string[] = [];
  const over = flow.begin('anthropic', 'en', ({ kind }) => heard.push(kind));
  send(0, 'auth', { url: 'https://example.com' });
  send(0, 'prompt', { prompt: 'q', text: 'Code?' });
  const asked = flow.state.prompt?.text;
  await flow.answer('1234');
  await flow.answer('again');
  send(0, 'progress', { text: 'Finishing…' });
  send(0, 'success');
  const before = flow.state;
  logins[0]!.resolve({ flow: logins[0]!.flow });
  expect({
    asked,
    said,
    heard,
    before: [before.stage, before.progress],
    good: await over,
    stage: flow.state.stage,
    listening: listeners.size,
  }).toEqual({
    asked: 'Code?',
    said: ['oauthPromptReply 0 1234'],
    heard: ['auth', 'prompt', 'progress', 'success'],
    before: ['running', ['Finishing…']],
    good: true,
    stage: 'over',
    listening: 0,
  });
});

test('a sign-in whose element is removed is left, which ends it, and its later steps are ignored', async () => {
  const { client, said, send } = fakeChannel();
  const flow = new SignIn(host, () => client);
  const over = flow.begin('openai-codex', 'en', () => undefined);
  send(0, 'auth', { url: 'https://example.com' });
  flow.hostDisconnected();
  send(0, 'success');
  expect({ good: await over, said, state: [flow.state.stage, flow.state.problem] }).toEqual({
    good: false,
    said: ['left 0'],
    state: ['idle', ''],
  });
});

test('a sign-in that is cancelled shows the words with which it ended', async () => {
  const { client, said, logins } = fakeChannel();
  const flow = new SignIn(host, () => client);
  const over = flow.begin('github-copilot', 'en', () => undefined);
  await flow.cancel();
  logins[0]!.reject(new Error('It was cancelled.'));
  expect({ good: await over, said, state: [flow.state.stage, flow.state.problem] }).toEqual({
    good: false,
    said: ['oauthLoginCancel 0'],
    state: ['idle', 'It was cancelled.'],
  });
});

test('two sign-ins at the same time do not interfere', async () => {
  const { client, said, logins, send } = fakeChannel();
  const [one, two] = [new SignIn(host, () => client), new SignIn(host, () => client)];
  const over = Promise.all([one.begin('anthropic', 'en', () => undefined), two.begin('github-copilot', 'en', () => undefined)]);
  send(0, 'prompt', { prompt: 'a' });
  send(1, 'auth', { userCode: 'ABCD' });
  const shown = [one.state.prompt?.prompt, one.state.auth, two.state.prompt, two.state.auth?.userCode];
  await one.answer('first');
  logins[1]!.resolve({});
  logins[0]!.reject(new Error('No.'));
  expect({ shown, ends: await over, said, problems: [one.state.problem, two.state.problem] }).toEqual({
    shown: ['a', undefined, undefined, 'ABCD'],
    ends: [false, true],
    said: ['oauthPromptReply 0 first'],
    problems: ['No.', ''],
  });
});
