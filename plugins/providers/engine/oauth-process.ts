import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { socketServer } from '@atelier/kernel/children';
import { ModelRuntime } from '@earendil-works/pi-coding-agent';
import { CallbackGuard } from './callback-guard.ts';
import { failureOf } from './oauth-failure.ts';
import type { FromOauth, ToOauth } from './oauth-protocol.ts';
import { type ForeignRedirect, stayWithinOrigin } from './same-origin.ts';

type Interaction = Parameters<ModelRuntime['login']>[2];
type Prompt = Parameters<Interaction['prompt']>[0];

// A cancelled sign-in leaves the engine's callback port bound, so each sign-in has a process of its own.
const callbackPorts: Readonly<Record<string, number>> = { 'openai-codex': 1455, anthropic: 53_692 };
let refused: ForeignRedirect | undefined;
stayWithinOrigin(redirect => {
  refused = redirect;
  return new Response(undefined, { status: 421 });
});
const callback = new CallbackGuard();
const openPrompts = new Map<string, { answer(text: string): void; refuse(): void }>();

function send(line: FromOauth): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Answers questions of the engine without the person: sign in through this machine's browser, paste the code, use github.com. */
function automaticAnswer(provider: string, prompt: Prompt): string | undefined {
  if (prompt.type === 'text' && provider === 'github-copilot') return '';
  if (prompt.type !== 'select') return undefined;
  const wanted = provider === 'anthropic' ? 'copy_code' : 'browser';
  return prompt.options.find(({ id }) => id === wanted)?.id;
}

function askPerson(prompt: Prompt): Promise<string> {
  const id = randomUUID();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = prompt.type === 'select' ? prompt.options : undefined;
  const withdraw = (): void => {
    if (!openPrompts.delete(id)) return;
    send({ kind: 'promptGone', prompt: id });
    reject(new Error('Login cancelled'));
  };
  openPrompts.set(id, {
    answer: text => {
      try {
        resolve(prompt.type === 'manual_code' ? callback.pasted(text) : (options?.find(({ label }) => label === text)?.id ?? text));
      } catch (error) {
        reject(error);
      }
    },
    refuse: () => reject(new Error('Login cancelled')),
  });
  prompt.signal?.addEventListener('abort', withdraw, { once: true });
  send({
    kind: 'prompt',
    prompt: id,
    what: prompt.type === 'manual_code' ? 'code' : prompt.type,
    text: prompt.message,
    ...(options && { options: options.map(({ label }) => label) }),
  });
  return promise;
}

async function login(provider: string): Promise<void> {
  const runtime = await ModelRuntime.create({
    credentials: {
      read: async () => undefined,
      list: async () => [],
      modify: (_id, change) => change(undefined),
      delete: async () => undefined,
    },
    modelsPath: null,
    refreshOnCreate: false,
  });
  const port = callbackPorts[provider];
  if (port !== undefined && (await isTaken(port))) {
    callback.portIsTaken = true;
    send({ kind: 'progress', what: 'port-busy', text: String(port) });
  }
  const credential = await runtime.login(provider, 'oauth', {
    signal: new AbortController().signal,
    notify(event) {
      if (event.type === 'auth_url') send({ kind: 'auth', url: callback.addressFor(event.url) });
      else if (event.type === 'device_code')
        send({
          kind: 'auth',
          url: event.verificationUri,
          userCode: event.userCode,
          ...(event.expiresInSeconds && { expires: Date.now() + event.expiresInSeconds * 1000 }),
        });
      else send({ kind: 'progress', what: 'engine', text: event.message });
    },
    prompt: async prompt => automaticAnswer(provider, prompt) ?? askPerson(prompt),
  });
  send({ kind: 'success', credential: { ...credential } });
}

/** Whether another program uses the port to which the browser will be redirected. */
function isTaken(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = socketServer(
    socket => socket.destroy(),
    () => resolve(true),
  );
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  return promise;
}

function handle(line: ToOauth): void {
  if (line.kind === 'begin') {
    login(line.provider)
      .catch((error: unknown) => send(refused ? { kind: 'error', reason: 'redirect', ...refused } : failureOf(error)))
      // The engine's server may still listen and must not keep the process alive.
      .finally(() => process.stdout.write('', () => process.exit(0)));
    return;
  }
  const prompt = openPrompts.get(line.prompt);
  if (!openPrompts.delete(line.prompt)) return;
  if (line.kind === 'reply') prompt?.answer(line.text);
  else prompt?.refuse();
}

createInterface({ input: process.stdin })
  .on('line', text => handle(JSON.parse(text) as ToOauth))
  // The parent process has ended.
  .on('close', () => process.exit(0));
