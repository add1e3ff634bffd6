import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { archiveOf, type Entry, packed } from '../../../../tests/support/tiny-registry.ts';
import { readTarball, tarballLimits } from './tarball.ts';

const manifest = packed({ 'package.json': '{}' });
const read = (entries: readonly Entry[]) => outcome(archiveOf([...manifest, ...entries]));

async function outcome(archive: Buffer): Promise<unknown> {
  try {
    return (await readTarball('x 1.0.0', archive)).map(({ path }) => path);
  } catch (error) {
    return (error as { details: { reason: string } }).details.reason;
  }
}

test('N3: whatever an archive holds besides plain files inside its own folder refuses the whole package', async () => {
  const hostile: Record<string, readonly Entry[]> = {
    'up and out': [{ path: 'package/../../evil', text: 'x' }],
    'up at once': [{ path: '../evil', text: 'x' }],
    absolute: [{ path: '/etc/passwd', text: 'x' }],
    'a drive': [{ path: 'package/C:/evil', text: 'x' }],
    backslashes: [{ path: 'package\\..\\evil', text: 'x' }],
    'a link': [{ path: 'package/link', kind: '2', link: '/etc/passwd' }],
    'a hard link': [{ path: 'package/link', kind: '1', link: 'package/package.json' }],
    'a device': [{ path: 'package/null', kind: '3' }],
    'a block device': [{ path: 'package/disk', kind: '4' }],
    'a pipe': [{ path: 'package/pipe', kind: '6' }],
    'a long link name': [{ path: 'x', kind: 'K', text: '/etc/passwd' }],
    'a kind nobody knows': [{ path: 'package/what', kind: 'Z' }],
    'the same twice': packed({ 'a.js': '1' }).concat(packed({ 'a.js': '2' })),
    'the same but for its case': packed({ 'a.js': '1', 'A.JS': '2' }),
    'a file under a file': packed({ a: '1', 'a/b': '2' }),
    'a control character': [{ path: 'package/a\nb', text: 'x' }],
    'a name Windows keeps for itself': packed({ 'con.js': 'x' }),
    'a path out by way of the long form': [
      { path: 'x', kind: 'x', text: '30 path=package/../../../evil\n' },
      { path: 'package/fine', text: 'x' },
    ],
    'a path out by way of the other long form': [
      { path: 'x', kind: 'L', text: 'package/../../../evil\0' },
      { path: 'package/fine', text: 'x' },
    ],
    'a folder of too many folders': [{ path: `package/${'a/'.repeat(60)}b`, text: 'x' }],
  };
  const outcomes = Object.fromEntries(
    await Promise.all(Object.entries(hostile).map(async ([name, entries]) => [name, await read(entries)])),
  );
  expect(outcomes).toMatchInlineSnapshot(`
    {
      "a block device": "special",
      "a control character": "path",
      "a device": "special",
      "a drive": "path",
      "a file under a file": "twice",
      "a folder of too many folders": "path",
      "a hard link": "special",
      "a kind nobody knows": "special",
      "a link": "special",
      "a long link name": "special",
      "a name Windows keeps for itself": "path",
      "a path out by way of the long form": "path",
      "a path out by way of the other long form": "path",
      "a pipe": "special",
      "absolute": "path",
      "backslashes": "path",
      "the same but for its case": "twice",
      "the same twice": "twice",
      "up and out": "path",
      "up at once": "path",
    }
  `);
});

test('N3: bombs, floods of files and what is no archive are refused before anything is written', async () => {
  const zeros = Buffer.alloc(tarballLimits.unpackedBytes + 1024 * 1024);
  const many = Array.from({ length: tarballLimits.files + 1 }, (_, at) => ({ path: `package/${at}.js`, text: '' }));
  const cut = archiveOf(packed({ 'package.json': 'x'.repeat(5000) }));
  expect({
    bomb: await outcome(gzipSync(zeros)),
    files: await read(many),
    text: await outcome(Buffer.from('<html>Sign in</html>')),
    empty: await outcome(Buffer.alloc(0)),
    cut: await outcome(cut.subarray(0, cut.length - 20)),
    garbage: await outcome(gzipSync(Buffer.from('x'.repeat(2048)))),
    big: await outcome(Buffer.alloc(tarballLimits.packedBytes + 1)),
  }).toEqual({
    bomb: 'bomb',
    files: 'tooMany',
    text: 'noArchive',
    empty: 'noArchive',
    cut: 'noArchive',
    garbage: 'noArchive',
    big: 'tooLarge',
  });
});

test('a package from npm is read completely, including long names and folders', async () => {
  const long = `${'long-folder-name/'.repeat(7)}file.js`;
  expect(await read([{ path: 'package/lib/', kind: '5' }, ...packed({ 'lib/a.js': 'x', [long]: 'y' })])).toEqual([
    'package.json',
    'lib/a.js',
    long,
  ]);
});
