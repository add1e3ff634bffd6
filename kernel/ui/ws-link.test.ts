import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AppError } from '@atelier/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { PageLink } from './link.ts';
import { webSocket } from './ws-link.ts';

test('a call of 20 MB is refused with a sentence before it is sent, one of 15 MB arrives, and the connection stays', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 16 * 1024 * 1024 });
  await once(server, 'listening');
  let connections = 0;
  server.on('connection', socket => {
    connections += 1;
    socket.on('message', data => {
      const { id, to, body } = JSON.parse(String(data)) as { id: number; to: string; body: { text: string } };
      socket.send(JSON.stringify({ v: 1, id, kind: 'answer', to, body: { ok: true, value: body.text.length } }));
    });
  });
  const link = new PageLink({
    connect: webSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`),
    wait: () => Promise.resolve(),
    report: () => undefined,
  });
  onTestFinished(async () => {
    link.close();
    server.close();
    await once(server, 'close');
  });
  const length = (count: number, letter = 'x') =>
    link.call('notes:length', { text: letter.repeat(count) }).catch((error: AppError) => [error.code, error.message]);
  const told = [await length(15_000_000), await length(20_000_000), await length(6_000_000, '中'), await length(3)];
  const refusal = (size: number) => [
    'link/too-long',
    `Atelier did not send notes:length: it has ${size} MB, and at most 16 MB can be sent at once. Attach it as a file, or shorten it; nothing was lost.`,
  ];
  expect({ told, connections }).toEqual({ told: [15_000_000, refusal(20), refusal(18), 3], connections: 1 });
});
