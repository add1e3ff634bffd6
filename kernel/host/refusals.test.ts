import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppError } from '@atelier/kernel';
import { afterEach, expect, test } from 'vitest';
import { readKey } from './file-secrets.ts';
import { forkPeer } from './fork.ts';
import { readPage } from './page-files.ts';
import { listen } from './port.ts';

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'atelier-refusals-'));
  ends.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const codeOf = async (work: () => unknown) => {
  try {
    await work();
    return 'none';
  } catch (error) {
    return (error as AppError).code;
  }
};

test('a requested port that is in use is an error, not replaced by another', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  ends.push(() => squatter.close());
  const { port } = squatter.address() as AddressInfo;
  expect(await codeOf(() => listen(createServer(), folder(), port))).toBe('host/port-taken');
});

test('a truncated key file is an error, and not replaced by a new key', async () => {
  const file = join(folder(), 'key');
  const first = readKey(file);
  expect(readKey(file)).toEqual(first);
  writeFileSync(file, first.subarray(0, 31));
  expect([await codeOf(() => readKey(file)), await codeOf(() => readKey(file))]).toEqual(['host/key-damaged', 'host/key-damaged']);
});

test('a page that is not built and a program that does not exist are errors with a sentence', async () => {
  const entry = pathToFileURL(join(folder(), 'x.mjs'));
  expect([
    await codeOf(() => readPage(folder())),
    await codeOf(() => readPage(join(folder(), 'missing'))),
    await codeOf(() => forkPeer('/nowhere/node', entry, {}, () => undefined)),
  ]).toEqual(['host/page-missing', 'host/page-missing', 'host/fork-failed']);
});

test('a child that sends a line without end is killed before it fills the memory', async () => {
  const root = folder();
  const file = join(root, 'endless.mjs');
  writeFileSync(file, "const text = 'x'.repeat(1 << 20); const more = () => process.stdout.write(text, more); more();");
  const logged: string[] = [];
  const peer = await forkPeer(process.execPath, pathToFileURL(file), {}, (_level, text) => void logged.push(text));
  expect({ exited: await peer.exited, said: logged.map(text => text.replace(/\d+/, 'N')) }).toEqual({
    exited: { code: null, signal: 'SIGKILL' },
    said: ['The connection process-N was closed: a message is larger than 16 MB. Send it in pieces.'],
  });
});
