import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Host, Link, Peer } from './host.ts';

/** One host under test, and the page's side of it. */
export interface HostUnderTest {
  readonly host: Host;
  /** Connects a page without the app's shell in it. */
  connect(): Promise<PageEnd>;
  /** Resolves once the host has accepted the connection. */
  handOver(argv: readonly string[]): void | Promise<void>;
  close(): Promise<void>;
}

export interface PageEnd {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** Test cases that every host must pass, independent of the test runner. */
export const hostCases: readonly { readonly name: string; run(tested: HostUnderTest): Promise<void> }[] = [
  {
    name: 'a page connects, and frames cross both ways in order',
    async run(tested) {
      const { link, page } = await connected(tested);
      const atKernel = collect(listener => link.onMessage(listener), 200);
      const atPage = collect(listener => page.onMessage(listener), 200);
      for (let id = 0; id < 200; id += 1) {
        page.send({ id });
        link.send([{ id }]);
      }
      const wanted = Array.from({ length: 200 }, (_, id) => ({ id }));
      assert.deepEqual([await atKernel, await atPage], [wanted, wanted]);
    },
  },
  {
    name: 'several frames of one send are one message',
    async run(tested) {
      const { link, page } = await connected(tested);
      const got = collect(listener => page.onMessage(listener), 2);
      link.send([{ id: 1 }, { id: 2 }]);
      link.send([{ id: 3 }]);
      assert.deepEqual(await got, [[{ id: 1 }, { id: 2 }], { id: 3 }]);
    },
  },
  {
    name: 'a frame arrives as a copy, with JSON values only',
    async run(tested) {
      const { link, page } = await connected(tested);
      const got = collect(listener => page.onMessage(listener), 1);
      const frame = { id: 1, body: { at: new Date(0), gone: undefined, text: 'é\ud800\u0000' } };
      link.send([frame]);
      frame.id = 2;
      assert.deepEqual(await got, [{ id: 1, body: { at: '1970-01-01T00:00:00.000Z', text: 'é\ud800\u0000' } }]);
    },
  },
  {
    name: 'every page has a link of its own, with its own name',
    async run(tested) {
      const one = await connected(tested);
      const two = await connected(tested);
      const got = collect(listener => two.page.onMessage(listener), 1);
      one.link.send([{ for: 'one' }]);
      two.link.send([{ for: 'two' }]);
      assert.deepEqual(await got, [{ for: 'two' }]);
      assert.notEqual(one.link.id, two.link.id);
    },
  },
  {
    name: 'a page that disconnects closes its link, and sending to it does not throw',
    async run(tested) {
      const { link, page } = await connected(tested);
      const closed = new Promise<void>(resolve => link.onClose(resolve));
      page.close();
      await closed;
      link.send([{ id: 1 }]);
      await new Promise<void>(resolve => link.onClose(resolve));
    },
  },
  {
    name: 'a link that the kernel closes is closed for the page',
    async run(tested) {
      const { link, page } = await connected(tested);
      const closed = new Promise<void>(resolve => page.onClose(resolve));
      link.close('enough');
      await closed;
    },
  },
  {
    name: 'a removed connection listener is not called again',
    async run(tested) {
      const heard: string[] = [];
      const handle = tested.host.links.onConnection(link => heard.push(link.id));
      await handle.dispose();
      await connected(tested);
      assert.deepEqual(heard, []);
    },
  },
  {
    name: 'a sealed secret opens unchanged, differs at each sealing, and does not open after a change',
    async run({ host }) {
      const text = 'clé 🔑 '.repeat(100);
      const [one, two] = [await host.secrets.seal(text), await host.secrets.seal(text)];
      assert.equal(await host.secrets.open(one), text);
      assert.notDeepEqual(one, two);
      assert.equal(Buffer.from(one).includes('clé 🔑'), false);
      for (const at of [0, 5, 20, one.length - 1]) {
        const touched = new Uint8Array(one);
        touched[at] = (touched[at] ?? 0) ^ 1;
        await assert.rejects(host.secrets.open(touched), { code: 'host/secret-unreadable' });
      }
      await assert.rejects(host.secrets.open(new Uint8Array(3)), { code: 'host/secret-unreadable' });
    },
  },
  {
    name: 'a child process exchanges frames, has only the given environment, and ends when its input ends',
    async run({ host }) {
      await withScript(echoScript, async entry => {
        const peer = await host.fork(entry, { args: ['first'], env: { ONLY: 'this' } });
        const got = collect(listener => peer.onMessage(listener), 2);
        peer.send([{ id: 1 }, { id: 2 }]);
        const [hello, echo] = await got;
        peer.close();
        assert.deepEqual(
          { hello, echo, exited: await peer.exited },
          { hello: { args: ['first'], env: ['ONLY'] }, echo: [{ id: 1 }, { id: 2 }], exited: { code: 7, signal: null } },
        );
      });
    },
  },
  {
    name: 'a child process that hangs can be killed, and its link closes',
    async run({ host }) {
      await withScript('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("{}");', async entry => {
        const peer: Peer = await host.fork(entry, {});
        await collect(listener => peer.onMessage(listener), 1);
        const closed = new Promise<void>(resolve => peer.onClose(resolve));
        peer.kill();
        await closed;
        assert.deepEqual(await peer.exited, { code: null, signal: 'SIGKILL' });
        peer.send([{ id: 1 }]);
      });
    },
  },
  {
    name: 'text that a child prints among its frames is not an error',
    async run({ host }) {
      await withScript('console.log("hello"); console.error("oops"); console.log(`{"id":1}`);', async entry => {
        const peer = await host.fork(entry, {});
        assert.deepEqual(await collect(listener => peer.onMessage(listener), 1), [{ id: 1 }]);
        await peer.exited;
      });
    },
  },
  {
    name: 'E5: an address that is neither https nor mailto is not opened',
    async run({ host }) {
      await assert.rejects(host.openExternal('file:///etc/passwd'), { code: 'host/address-refused' });
    },
  },
  {
    name: 'E5: a path that is no folder is not opened, so that no file is run',
    async run({ host }) {
      for (const folder of [process.execPath, '/no/such/folder', 'file:///', 'relative'])
        await assert.rejects(host.openFolder(folder), { code: 'host/no-folder' });
    },
  },
  {
    name: 'notifying and picking a folder do not fail without a page',
    async run({ host }) {
      await host.notify({ title: 'Done' });
      assert.equal(await host.pickFolder(), undefined);
    },
  },
  {
    name: 'deep links are read from a hostile command line, also those that arrived before the first listener',
    async run({ host, handOver }) {
      await handOver(['node', '--inspect', 'https://example.com', 'ATELIER://early', `atelier://${'x'.repeat(5000)}`]);
      const seen: string[] = [];
      const handle = host.onDeepLink(url => seen.push(url.href));
      await handOver(['atelier://install/@acme/hello?version=1.2.3', 'atelier:', ' atelier://x']);
      await handle.dispose();
      await handOver(['atelier://late']);
      assert.deepEqual(seen, ['atelier://early', 'atelier://install/@acme/hello?version=1.2.3']);
    },
  },
];

const echoScript = `
  console.log(JSON.stringify({ args: process.argv.slice(2), env: Object.keys(process.env) }));
  process.stdin.pipe(process.stdout);
  process.stdin.on('end', () => { process.exitCode = 7; });
`;

async function connected(tested: HostUnderTest): Promise<{ link: Link; page: PageEnd }> {
  const arrived = new Promise<Link>(resolve => {
    const handle = tested.host.links.onConnection(link => {
      void handle.dispose();
      resolve(link);
    });
  });
  const page = await tested.connect();
  return { link: await arrived, page };
}

function collect(listen: (listener: (message: unknown) => void) => void, wanted: number): Promise<unknown[]> {
  return new Promise(resolve => {
    const messages: unknown[] = [];
    listen(message => {
      messages.push(message);
      if (messages.length === wanted) resolve(messages);
    });
  });
}

async function withScript(text: string, use: (entry: URL) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-script-'));
  try {
    const file = join(folder, 'child.mjs');
    writeFileSync(file, text);
    await use(pathToFileURL(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
