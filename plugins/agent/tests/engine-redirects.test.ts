import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { startEngine } from '../../../tests/support/agent-engine.ts';

const key = 'sk-test-0123456789abcdef';
const secret = 'what only this provider may read';

interface Told {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that redirects each request whose path begins with a status, such as `/307/v1/messages`; it answers all others with 404. */
async function openServer(to: (path: string) => string = path => path): Promise<{ host: string; told: Told[] } & AsyncDisposable> {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', part => (body += part));
    request.on('end', () => {
      const path = request.url ?? '';
      told.push({ path, headers: request.headers, body });
      const status = Number(/^\/(3\d\d)\//.exec(path)?.[1] ?? 404);
      response.writeHead(status, status === 404 ? {} : { location: to(path.slice(4)) }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const apis = ['openai-completions', 'openai-responses', 'anthropic-messages', 'google-generative-ai'];
const statuses = [301, 302, 303, 307, 308];

test('K8: a redirect to another host gets neither the key nor the prompt, whichever API the provider speaks', async () => {
  await using other = await openServer();
  await using asked = await openServer(path => `http://${other.host}${path}`);
  const providers = Object.fromEntries(
    apis.flatMap(api =>
      statuses.map(status => [`${api}-${status}`, { baseUrl: `http://${asked.host}/${status}/v1`, api, apiKey: key }] as const),
    ),
  );
  await using engine = await startEngine({ settings: { retry: { enabled: false } }, providers });
  const ended: unknown[] = [];
  for (const provider of Object.keys(providers)) {
    await engine.open(provider, { model: `${provider}/m2` });
    const { problem } = await engine.turn(provider, secret);
    ended.push({ provider, code: problem?.code, message: problem?.message });
  }

  expect(other.told).toEqual([]);
  expect(ended).toEqual(
    Object.keys(providers).map(provider => ({
      provider,
      code: 'agent/redirected',
      message: `${provider} was not asked further: ${asked.host} redirects to another host, ${other.host}. Nothing was sent there. If that is where the provider is now, enter its address in Settings > Providers & Models.`,
    })),
  );
  // The attack is real: the first host received the key and the prompt each time.
  expect(asked.told.map(({ headers, body }) => [JSON.stringify(headers).includes(key), body.includes(secret)])).toEqual(
    Object.keys(providers).map(() => [true, true]),
  );
});

test('a redirect within the same host is followed, with the key and the prompt', async () => {
  await using asked = await openServer();
  await using model = await openModelServer({ text: 'Here.' });
  await using engine = await startEngine({
    settings: { retry: { enabled: false } },
    providers: { moved: { baseUrl: `http://${asked.host}/308/v1`, apiKey: key }, local: { baseUrl: model.url, apiKey: key } },
  });
  await engine.open('moved', { model: 'moved/m2' });
  await engine.turn('moved', secret);
  await engine.open('local', { model: 'local/m2' });
  const { ended } = await engine.turn('local', secret);
  expect(ended).toBe('done');
  expect(asked.told.map(({ path, headers, body }) => [path, headers.authorization, body.includes(secret)])).toEqual([
    ['/308/v1/chat/completions', `Bearer ${key}`, true],
    ['/v1/chat/completions', `Bearer ${key}`, true],
  ]);
});
