import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { exampleChannel } from './example.fixture.ts';
import { openedChannel, patience } from './opened.fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

test('a program on this machine is answered over HTTP, with its token, each message once however often it presents it', async () => {
  const answers: { readonly key: string; readonly answers: string; readonly user: string }[] = [];
  const tokens = new Set<string | undefined>();
  const server = createServer((request, response) => {
    tokens.add(request.headers.authorization);
    if (request.method === 'GET') {
      const isFirst = request.url?.startsWith('/messages?after=&') === true;
      const message = { id: '1', user: 'door', text: 'Somebody rang.' };
      // Without a message it holds the question.
      if (isFirst) response.end(JSON.stringify({ messages: [message, message] }));
      return;
    }
    let body = '';
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      answers.push(JSON.parse(body));
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  try {
    using extension = exampleChannel('loopback-channel', [host]);
    await using at = await openedChannel(
      { folder: extension.folder, name: 'loopback-channel', bridge: 'loopback' },
      { address: `http://${host}` },
      'sesame',
      'token',
      ['door'],
    );
    await at.connected();
    await expect.poll(at.states, patience).toEqual(['in answered', 'out sent']);
    expect({ answers: answers.map(({ answers: of, user }) => [of, user]), tokens: [...tokens] }).toEqual({
      ...{ answers: [['1', 'door']], tokens: ['Bearer sesame'] },
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
