import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { atomicWrite, writeAll } from './atomic-write.ts';

const calls = vi.hoisted((): string[] => []);

// Records the real calls in order: without a power cut, a file does not show whether they were made.
vi.mock('node:fs/promises', async importActual => {
  const actual = await importActual<typeof import('node:fs/promises')>();
  return {
    ...actual,
    async open(...args: Parameters<typeof actual.open>) {
      const handle = await actual.open(...args);
      calls.push(`open ${Number(args[2]).toString(8)}`);
      for (const name of ['chmod', 'write', 'sync', 'close'] as const) {
        const real: (...args: never[]) => unknown = handle[name].bind(handle);
        Object.assign(handle, {
          [name]: (...given: never[]) => {
            calls.push(name);
            return real(...given);
          },
        });
      }
      return handle;
    },
    rename(...args: Parameters<typeof actual.rename>) {
      calls.push('rename');
      return actual.rename(...args);
    },
  };
});
vi.mock('node:fs', async importActual => {
  const actual = await importActual<typeof import('node:fs')>();
  return {
    ...actual,
    fsyncSync(descriptor: number) {
      calls.push(`sync ${actual.fstatSync(descriptor).isDirectory() ? 'folder' : 'file'}`);
      actual.fsyncSync(descriptor);
    },
  };
});

test('D8: a temporary file is written, private from its creation, synced, renamed, and its folder synced', async () => {
  using folder = tempFolder();
  calls.length = 0;
  await atomicWrite(folder.file('a.json'), Buffer.from('{}'), 0o600);
  expect([calls, readdirSync(folder.path), statSync(folder.file('a.json')).mode & 0o777]).toEqual([
    ['open 600', 'chmod', 'write', 'sync', 'close', 'rename', 'sync folder'],
    ['a.json'],
    0o600,
  ]);
});

test('D8: a partial write is continued, and a write of no bytes is a full disk', async () => {
  const bytes = Buffer.from('x'.repeat(60_000));
  const taken: number[] = [];
  await writeAll(bytes, async rest => {
    const bytesWritten = Math.min(rest.length, 8192);
    taken.push(bytesWritten);
    return { bytesWritten };
  });
  const stuck = await writeAll(bytes, async () => ({ bytesWritten: 0 })).catch((error: unknown) => error);
  expect([taken.reduce((sum, count) => sum + count, 0), stuck]).toEqual([60_000, expect.objectContaining({ code: 'ENOSPC' })]);
});

test('K1: a link is replaced, and its target is not changed', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('theirs'), 'theirs');
  symlinkSync(folder.file('theirs'), folder.file('a.json'));
  await atomicWrite(folder.file('a.json'), Buffer.from('ours'), 0o600);
  expect([readFileSync(folder.file('theirs'), 'utf8'), readFileSync(folder.file('a.json'), 'utf8')]).toEqual(['theirs', 'ours']);
});

test('a write that fails leaves the old file and no temporary file', async () => {
  using folder = tempFolder();
  mkdirSync(folder.file('a.json'));
  writeFileSync(folder.file('a.json/inside'), 'old');
  const failed = await atomicWrite(folder.file('a.json'), Buffer.from('new'), 0o600).catch((error: unknown) => error);
  expect([failed instanceof Error, readdirSync(folder.path), readdirSync(folder.file('a.json'))]).toEqual([true, ['a.json'], ['inside']]);
});
