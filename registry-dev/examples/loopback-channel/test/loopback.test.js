import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { defineToken } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import channel from '../main.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const main = readFileSync(new URL('../main.js', import.meta.url), 'utf8');
const Channels = defineToken('@atelier/channels:Channels@1', { receive: 'everybody', report: 'everybody' });
const Settings = defineToken('@atelier/settings:Settings@1', { read: 'everybody' });

test('messages are asked for until they are taken, and an answer is brought with its key', async () => {
  const seen = [];
  const posted = Promise.withResolvers();
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url.split('&')[0]}`);
    if (request.method === 'POST') {
      let body = '';
      request
        .on('data', part => (body += part))
        .on('end', () => {
          posted.resolve(JSON.parse(body));
          response.writeHead(204).end();
        });
      return;
    }
    // Without a message it holds the question.
    if (!request.url.startsWith('/messages?after=&')) return;
    response.end(JSON.stringify({ messages: [{ id: '1', user: 'door', text: 'Somebody rang.' }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${server.address().port}`;
  const received = Promise.withResolvers();
  let refusals = 1;
  const fake = (id, token, service) => ({ ...extension(id, ctx => ctx.provide(token, service)), version: '0.1.0' });
  const { rights, contributes, requires } = manifest.atelier;
  const { '@atelier/channels:bridges@1': _bridges, '@atelier/settings:sections@1': _sections, ...own } = contributes;
  await using kernel = await testKernel({
    extensions: [
      fake('@atelier/channels', Channels, {
        receive: async (bridge, message) => {
          refusals -= 1;
          if (refusals >= 0) throw new Error('not now');
          received.resolve([bridge, message]);
          return { taken: 'queued' };
        },
        report: async () => undefined,
      }),
      fake('@atelier/settings', Settings, { read: async () => ({ address }) }),
      {
        id: manifest.name,
        files: { 'main.js': main },
        atelier: { requires, contributes: own, rights: { ...rights, net: [address.slice(7)] } },
      },
    ],
  });
  await kernel.run('loopback-channel.start');
  const [bridge, message] = await received.promise;
  const sent = await kernel.run('loopback-channel.send', { thread: 'door', user: 'door', text: 'Open it.', key: 'k', answers: '1' });
  expect({ bridge, message, sent, posted: await posted.promise }).toEqual({
    ...{ bridge: 'loopback', sent: { outcome: 'sent' } },
    message: { channelUser: 'door', thread: 'door', text: 'Somebody rang.', idempotencyKey: '1' },
    posted: { thread: 'door', user: 'door', text: 'Open it.', key: 'k', answers: '1' },
  });
  await kernel.run('loopback-channel.stop');
  server.closeAllConnections();
  server.close();
}, 60_000);

test('a program that answers an empty list at once is asked again after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const handlers = {};
  let asked = 0;
  const services = {
    [Channels.key]: { report: async () => undefined },
    [Settings.key]: { read: async () => ({ address: 'http://localhost:8790' }) },
  };
  channel.activate({
    ...{ id: manifest.name, log: { warn: () => undefined }, secret: async () => '', defer: () => undefined },
    get: token => services[token.key],
    database: () => ({ prepare: () => ({ get: () => undefined, run: () => undefined }) }),
    handle: (name, run) => Object.assign(handlers, { [name]: run }),
    fetch: async () => {
      asked += 1;
      if (asked > 100) await new Promise(() => undefined);
      return { status: 200, body: 'x', json: () => ({ messages: [] }) };
    },
  });
  await handlers['loopback-channel.start']();
  await vi.advanceTimersByTimeAsync(3500);
  expect(asked).toBe(4);
  await handlers['loopback-channel.stop']();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toBe(4);
});
