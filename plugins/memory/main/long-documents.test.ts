import { setImmediate } from 'node:timers/promises';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { MemoryChannel } from '../contract/index.ts';
import { openUploads } from './reading.ts';

async function opened() {
  const kernel = await testKernel({ plugins: ['@atelier/memory'] });
  const client = kernel.client(MemoryChannel);
  const exported = async (format: 'json' | 'markdown') => {
    const parts: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const part: { text: string; next?: string } = await client.call('exportAll', { format, ...(after !== '' && { after }) });
      parts.push(part.text);
      after = part.next;
    }
    return parts;
  };
  const imported = async (text: string) => {
    const length = 100_000;
    for (let at = 0; at < text.length; at += length) await client.call('importPart', { upload: 'u1', text: text.slice(at, at + length) });
    return await client.call('importAll', { upload: 'u1' });
  };
  const words = async () =>
    (await exported('json'))
      .join('')
      .match(/"content":"[^"]*"/g)
      ?.toSorted();
  return { kernel, client, exported, imported, words, [Symbol.asyncDispose]: () => kernel.close() };
}

test('an export that is longer than a message goes out and comes in again in parts, as JSON and as Markdown, and other calls are answered meanwhile', {
  timeout: 120_000,
}, async () => {
  await using all = await opened();
  const count = 2500;
  await all.client.call('importAll', {
    text: Array.from({ length: count }, (_, n) => `- The boat number ${n} lies in the port.`).join('\n'),
  });
  const documents = { json: await all.exported('json'), markdown: await all.exported('markdown') };
  const words = await all.words();
  for (const parts of Object.values(documents)) {
    await using other = await opened();
    let isOver = false;
    let answers = 0;
    const importing = other.imported(parts.join('')).finally(() => (isOver = true));
    while (!isOver) {
      await other.client.call('stats', {});
      await setImmediate();
      answers += 1;
    }
    const { added, change = '' } = await importing;
    expect([parts.length, added, answers > count / 100, await other.words()]).toEqual([3, count, true, words]);
    expect((await other.client.call('undo', { change })).restored).toBe(count);
  }
});

test('a document of which not all arrived, or that is too long to be kept, is refused with a word; of many begun ones the oldest goes', async () => {
  await using all = await opened();
  const code = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  const uploads = openUploads();
  const part = 'x'.repeat(4_000_000);
  const long = Array.from({ length: 51 }, () => code(() => uploads.add('long', part)));
  for (const id of ['a', 'b', 'c', 'd', 'e']) uploads.add(id, id);
  const left = ['a', 'b', 'e', 'e', 'long'].map(id => code(() => uploads.take(id)));
  uploads.end();
  expect({
    none: await all.client.call('importAll', { upload: 'none' }).catch(error => error.code),
    long: long.slice(-2),
    left,
    ended: code(() => uploads.take('b')),
  }).toEqual({
    none: 'memory/upload-gone',
    long: [undefined, 'memory/import-too-long'],
    left: ['memory/upload-gone', ['b'], ['e'], 'memory/upload-gone', 'memory/upload-gone'],
    ended: 'memory/upload-gone',
  });
});
