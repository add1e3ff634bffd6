import { once } from 'node:events';
import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads';
import { messagePort } from '@atelier/kernel/ui';
import { expect, onTestFinished, test } from 'vitest';
import type { Link } from './host.ts';
import { type FramePort, openPortLinks } from './port-links.ts';

function framePort(port: NodePort): FramePort {
  return {
    postMessage: message => port.postMessage(message),
    onMessage: listener => void port.on('message', listener),
    onClose: listener => void port.on('close', listener),
    start: () => port.start(),
    close: () => port.close(),
  };
}

function connection() {
  const { port1, port2 } = new MessageChannel();
  const logged: string[] = [];
  const links = openPortLinks((_level, text) => void logged.push(text));
  const arrived: Link[] = [];
  links.onConnection(link => void arrived.push(link));
  links.take(framePort(port1));
  onTestFinished(async () => {
    links.close();
    port2.close();
  });
  const [link] = arrived;
  if (link === undefined) throw new Error('nobody connected');
  return { link, links, port2, logged };
}

test('a page’s wire and the kernel’s link speak the same frames over one port, both ways and in order', async () => {
  const { link, port2 } = connection();
  const page = await messagePort(port2 as unknown as MessagePort)();
  const atPage: unknown[] = [];
  const atKernel = new Promise<unknown[]>(resolve => {
    const seen: unknown[] = [];
    link.onMessage(message => {
      if (seen.push(message) === 2) resolve(seen);
    });
  });
  const three = new Promise<void>(resolve => page.onMessage(message => void (atPage.push(message) === 2 && resolve())));
  page.send({ id: 1 });
  page.send({ id: 2 });
  link.send([{ id: 1 }, { id: 2, gone: undefined }]);
  link.send([{ id: 3 }]);
  await three;
  expect({ atKernel: await atKernel, atPage }).toEqual({ atKernel: [{ id: 1 }, { id: 2 }], atPage: [[{ id: 1 }, { id: 2 }], { id: 3 }] });
});

test('closing either end of a wire closes the other', async () => {
  const byPage = connection();
  const gone = new Promise<void>(resolve => byPage.link.onClose(resolve));
  (await messagePort(byPage.port2 as unknown as MessagePort)()).close();
  await gone;
  const byKernel = connection();
  const page = await messagePort(byKernel.port2 as unknown as MessagePort)();
  const closed = new Promise<void>(resolve => page.onClose(resolve));
  page.onMessage(() => undefined);
  byKernel.link.close('enough');
  await closed;
  expect(byKernel.logged).toEqual(['enough']);
});

test('E7: a message of a page is copied as JSON values only, and one that is not JSON or too large closes the link', async () => {
  const values = connection();
  const arrived = new Promise(resolve => values.link.onMessage(resolve));
  values.port2.postMessage({ at: new Date(0), map: new Map([[1, 2]]), gone: undefined, ['__proto__']: 1 });
  expect(await arrived).toEqual({ at: '1970-01-01T00:00:00.000Z', map: {}, ['__proto__']: 1 });

  const cycle: { self?: object } = {};
  cycle.self = cycle;
  for (const [hostile, sentence] of [
    [cycle, /a message is not JSON/],
    [10n, /a message is not JSON/],
    [undefined, /a message is not JSON/],
    ['x'.repeat(17 * 1024 * 1024), /larger than 16 MB/],
  ] as const) {
    const { link, port2, logged } = connection();
    const heard: unknown[] = [];
    link.onMessage(message => heard.push(message));
    port2.postMessage(hostile);
    port2.start();
    await once(port2, 'close');
    expect({ heard, logged }).toEqual({ heard: [], logged: [expect.stringMatching(sentence)] });
  }
});
