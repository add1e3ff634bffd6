import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, each, options, signal, transcript } from '../fixtures/transcript.fixture.ts';
import { scratch } from '../fixtures/write.fixture.ts';
import { fileName } from './file-names.ts';
import type { Transcript } from './transcript.ts';
import { measure, saveForPage, saveInto } from './write.ts';

test('file names have whole characters and no forbidden ones, and sort by date', () => {
  const names = ['a/b\\c:d*e?', '  . ', 'CON', 'é'.repeat(100), '👨‍👩‍👧'.repeat(20), 'x\u0000y\u202ez'].map(title => fileName(title, at));
  expect(names).toMatchInlineSnapshot(`
    [
      "2025-05-02 a b c d e",
      "2025-05-02",
      "2025-05-02",
      "2025-05-02 éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé",
      "2025-05-02 👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧",
      "2025-05-02 x⟦U+0000⟧y⟦U+202E⟧z",
    ]
  `);
});

test('one conversation is a file, several are a folder, and nothing is ever overwritten', async () => {
  using folder = scratch();
  const first = await saveInto(folder.path, each(transcript), options, signal);
  const again = await saveInto(folder.path, each(transcript), options, signal);
  const both = await saveInto(folder.path, each(transcript, transcript), { ...options, images: 'beside' }, signal);
  const size = await measure(each(transcript), options, signal);
  expect({
    names: [first.name, again.name, both.name],
    there: readdirSync(folder.path).sort(),
    inside: readdirSync(both.path).sort(),
    measured: size.bytes === first.bytes && readFileSync(first.path).length === first.bytes,
  }).toMatchInlineSnapshot(`
    {
      "inside": [
        "2025-05-02 Un titre à voir (2) 1.png",
        "2025-05-02 Un titre à voir (2).md",
        "2025-05-02 Un titre à voir 1.png",
        "2025-05-02 Un titre à voir.md",
      ],
      "measured": true,
      "names": [
        "2025-05-02 Un titre à voir.md",
        "2025-05-02 Un titre à voir (2).md",
        "2025-05-02 Un titre à voir",
      ],
      "there": [
        "2025-05-02 Un titre à voir",
        "2025-05-02 Un titre à voir (2).md",
        "2025-05-02 Un titre à voir.md",
      ],
    }
  `);
});

test('an export that fails or is stopped half-way leaves nothing behind', async () => {
  using folder = scratch();
  const stop = new AbortController();
  async function* failing(): AsyncGenerator<Transcript> {
    yield transcript;
    stop.abort();
    yield transcript;
  }
  const stopped = await saveInto(folder.path, failing(), options, stop.signal).catch(error => error.name);
  async function* broken(): AsyncGenerator<Transcript> {
    yield transcript;
    throw new Error('the agent went away');
  }
  const failed = await saveInto(folder.path, broken(), options, signal).catch(error => error.code);
  const nowhere = await saveInto(join(folder.path, 'not there'), each(transcript), options, signal).catch(error => error.code);
  const relative = await saveInto('relative', each(transcript), options, signal).catch(error => error.code);
  writeFileSync(join(folder.path, 'file'), '');
  const noFolder = await saveInto(join(folder.path, 'file'), each(transcript), options, signal).catch(error => error.code);
  expect({ stopped, failed, nowhere, relative, noFolder, left: readdirSync(folder.path), stray: existsSync('relative') }).toEqual({
    stopped: 'AbortError',
    failed: 'exchange/write-failed',
    nowhere: 'exchange/no-folder',
    relative: 'exchange/no-folder',
    noFolder: 'exchange/no-folder',
    left: ['file'],
    stray: false,
  });
});

test('for a page, several conversations are written as a zip archive', async () => {
  using folder = scratch();
  const { path, name } = await saveForPage(
    join(folder.path, 'out'),
    each(transcript, { ...transcript, title: 'Deux' }),
    { ...options, format: 'jsonl' },
    signal,
  );
  const bytes = readFileSync(path);
  expect({ name, zip: bytes.subarray(0, 2).toString() }).toEqual({ name: '2025-05-02 Un titre à voir.zip', zip: 'PK' });
});
