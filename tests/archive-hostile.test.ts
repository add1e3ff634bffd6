import { execFileSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AppError } from '@atelier/kernel';
import { expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { cancelImport, prepareImport } from '../kernel/main/archive/import-profile.ts';
import { builtinCrypto } from '../kernel/main/builtin-crypto.ts';
import { codeOf, contentOf, filledProfile, places, writeDatabase } from './support/archived-profiles.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Part {
  readonly path: string;
  readonly text: string | Buffer;
  readonly mode?: number;
  /** Not in the manifest. */
  readonly unlisted?: true;
}

/** An archive with a manifest of its own, as somebody else would make one. */
async function forged(file: string, parts: readonly Part[], change: object = {}): Promise<void> {
  const hashOf = (text: string | Buffer) => builtinCrypto().createHash('sha256').update(text).digest('hex');
  const files = parts
    .filter(({ unlisted }) => !unlisted)
    .map(({ path, text }) => ({ path, size: Buffer.byteLength(text), sha256: hashOf(text) }));
  const manifest = JSON.stringify({
    ...{ atelier: 'profile', format: 1, createdAt: '2026-01-01T00:00:00.000Z', profile: 'x', keys: false },
    ...{ plugins: [], extensions: [], files, leftOut: [], ...change },
  });
  const zip = new ZipFile();
  for (const { path, text, mode = 0o100600 } of parts) zip.addBuffer(Buffer.from(text), path, { mode });
  zip.addBuffer(Buffer.from(manifest), 'manifest.json');
  zip.addBuffer(Buffer.from(`${hashOf(manifest)}  manifest.json\n`), 'manifest.sha256');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}

const note = { path: 'profile/workspace/global/a.txt', text: 'a' };

test('D29: what does not belong in an archive is refused with a reason, and nothing changes', async () => {
  using all = places('1.2.0');
  const to = all.profile('to');
  filledProfile(to.userData, 'theirs');
  const before = contentOf(to.userData);
  const database = all.file('data.sqlite');
  writeDatabase(database, 'x');
  const broken = readFileSync(database);
  broken.fill(0xff, 2000, 7000);
  const at = (path: string) => ({ path, text: 'a' });
  const cases: Readonly<Record<string, () => Promise<void>>> = {
    'no file': async () => undefined,
    'no zip': async () => writeFileSync(all.file('bad.zip'), 'not a zip'),
    'another zip': async () => {
      const zip = new ZipFile();
      zip.addBuffer(Buffer.from('a'), 'a.txt');
      zip.end();
      await pipeline(zip.outputStream, createWriteStream(all.file('bad.zip')));
    },
    'a name that leads out': () => replaced(all.file('bad.zip'), 'profile/workspace/global/xx/y', 'profile/workspace/global/../y'),
    'a name from the root': () => replaced(all.file('bad.zip'), 'profile/workspace/global/xx/y', '/rofile/workspace/global/xx/y'),
    'a backslash': () => replaced(all.file('bad.zip'), 'profile/workspace/global/xx/y', 'profile/workspace/global/..\\y'),
    'a link': () => forged(all.file('bad.zip'), [{ ...note, mode: 0o120777 }]),
    'a device': () => forged(all.file('bad.zip'), [{ ...note, mode: 0o060666 }]),
    'a file twice': () => forged(all.file('bad.zip'), [note, note]),
    'a file that is also a folder': () => forged(all.file('bad.zip'), [note, at('profile/workspace/global/a.txt/b')]),
    'a file that is not listed': () => forged(all.file('bad.zip'), [note, { ...at('profile/workspace/global/b'), unlisted: true }]),
    'a file that is missing': () =>
      forged(all.file('bad.zip'), [note], { files: [{ path: 'profile/x', size: 1, sha256: 'a'.repeat(64) }] }),
    'the key': () => forged(all.file('bad.zip'), [at('profile/key')]),
    'keys in the clear': () => forged(all.file('bad.zip'), [at('profile/.agent/agent/auth.json')]),
    'a program': () => forged(all.file('bad.zip'), [at('profile/extensions/acme--notes/main.js')]),
    'an import in an import': () => forged(all.file('bad.zip'), [at('profile/incoming/plan.json')]),
    'a file beside a database': () => forged(all.file('bad.zip'), [at('profile/data/acme--notes.sqlite-wal')]),
    'a place that nobody knows': () => forged(all.file('bad.zip'), [at('profile/autostart.sh')]),
    'no database': () => forged(all.file('bad.zip'), [at('profile/data/acme--notes.sqlite')]),
    'a damaged database': () => forged(all.file('bad.zip'), [{ path: 'profile/data/acme--notes.sqlite', text: broken }]),
    'decisions of no form': () => forged(all.file('bad.zip'), [{ path: 'profile/extensions.json', text: '{"extensions":1}' }]),
    'a manifest of no form': () => forged(all.file('bad.zip'), [note], { keys: 'yes' }),
    'a date that is none': () => forged(all.file('bad.zip'), [note], { createdAt: 'tomorrow' }),
    'a newer format': () => forged(all.file('bad.zip'), [note], { format: 2, keys: 'later' }),
    'a newer Atelier': () => forged(all.file('bad.zip'), [note], { version: '2.0.0' }),
  };
  const found: Record<string, string> = {};
  for (const [name, make] of Object.entries(cases)) {
    rmSync(all.file('bad.zip'), { force: true });
    await make();
    found[name] = await codeOf(all.import(to, 'bad.zip'));
  }
  const outside = existsSync(join(to.userData, '..', 'y'));
  expect({ found, outside, changed: contentOf(to.userData) }).toMatchObject({ outside: false, changed: before });
  expect(found).toMatchInlineSnapshot(`
    {
      "a backslash": "import/not-an-archive",
      "a damaged database": "import/unfit",
      "a date that is none": "import/unfit",
      "a device": "import/unfit",
      "a file beside a database": "import/unfit",
      "a file that is also a folder": "import/failed",
      "a file that is missing": "import/unfit",
      "a file that is not listed": "import/unfit",
      "a file twice": "import/unfit",
      "a link": "import/unfit",
      "a manifest of no form": "import/unfit",
      "a name from the root": "import/not-an-archive",
      "a name that leads out": "import/not-an-archive",
      "a newer Atelier": "import/newer",
      "a newer format": "import/newer",
      "a place that nobody knows": "import/unfit",
      "a program": "import/unfit",
      "an import in an import": "import/unfit",
      "another zip": "import/not-an-archive",
      "decisions of no form": "import/unfit",
      "keys in the clear": "import/unfit",
      "no database": "import/unfit",
      "no file": "import/no-file",
      "no zip": "import/not-an-archive",
      "the key": "import/unfit",
    }
  `);
});

/** An archive whose one file has another name than its writer allows. */
async function replaced(file: string, name: string, by: string): Promise<void> {
  await forged(file, [{ path: name, text: 'a' }]);
  const zip = readFileSync(file).toString('latin1');
  writeFileSync(file, zip.replaceAll(name, by), 'latin1');
}

test('D29: an archive that unpacks to more than it says, than an archive of its size holds, or than the disk has, changes nothing', async () => {
  using all = places();
  const to = all.profile('to');
  await forged(all.file('small.zip'), [{ ...note, text: Buffer.alloc(123_457) }]);
  const [said, real] = [Buffer.alloc(4), Buffer.alloc(4)];
  said.writeUInt32LE(10);
  real.writeUInt32LE(123_457);
  const files = [{ path: note.path, size: 10, sha256: 'a'.repeat(64) }];
  await forged(all.file('listed.zip'), [{ ...note, text: Buffer.alloc(123_457) }], { files });
  const forgedSize = readFileSync(all.file('listed.zip'));
  for (let at = forgedSize.indexOf(real); at >= 0; at = forgedSize.indexOf(real, at)) said.copy(forgedSize, at);
  writeFileSync(all.file('lying.zip'), forgedSize);
  // Zeros, a thousand to one.
  const zip = new ZipFile();
  const bytes = 1100 * 1024 * 1024;
  const zeros = Readable.from(
    (function* () {
      for (let at = 0; at < 1100; at += 1) yield Buffer.alloc(1024 * 1024);
    })(),
  );
  const manifest = JSON.stringify({
    ...{ atelier: 'profile', format: 1, createdAt: '2026-01-01', profile: 'x', keys: false, plugins: [], extensions: [], leftOut: [] },
    files: [{ path: note.path, size: bytes, sha256: 'a'.repeat(64) }],
  });
  zip.addReadStream(zeros, note.path, { compressionLevel: 1 });
  zip.addBuffer(Buffer.from(manifest), 'manifest.json');
  zip.addBuffer(Buffer.from(`${builtinCrypto().createHash('sha256').update(manifest).digest('hex')}  manifest.json\n`), 'manifest.sha256');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(all.file('bomb.zip')));
  const parts = { ...to, found: [], seal: { seal: async () => new Uint8Array() }, known: async () => undefined };
  expect({
    lying: await codeOf(all.import(to, 'lying.zip')),
    bomb: await codeOf(all.import(to, 'bomb.zip')),
    full: await codeOf(prepareImport({ ...parts, freeOf: () => 64 * 1024 * 1024 }, { file: all.file('small.zip') })),
    left: readdirSync(to.userData),
  }).toEqual({ lying: 'import/damaged', bomb: 'import/too-large', full: 'import/no-space', left: [] });
});

test('D29: whichever bit of an archive is turned, it is refused, or what is imported is what was exported', async () => {
  using all = places();
  const from = all.profile('from');
  mkdirSync(join(from.userData, 'workspace/global'), { recursive: true });
  writeFileSync(join(from.userData, 'workspace/global/a.txt'), 'some words, and some words more');
  await all.export(from, 'a.zip');
  const whole = readFileSync(all.file('a.zip'));
  const wrong: string[] = [];
  let refused = 0;
  // Each byte of the first header and file and of the directory at the end, and some of those in between.
  const tail = whole.lastIndexOf(Buffer.from('PK\x01\x02'));
  for (let at = 0; at < whole.length; at += at < 100 || at >= tail ? 1 : 7) {
    for (const bit of at < 60 ? [0, 5] : [at % 8]) {
      const turned = Buffer.from(whole);
      turned[at] = (turned[at] ?? 0) ^ (1 << bit);
      writeFileSync(all.file('b.zip'), turned);
      const to = all.profile('to');
      const code = await codeOf(all.import(to, 'b.zip'));
      if (code !== 'nothing was refused') {
        refused += 1;
        if (!code.startsWith('import/') || readdirSync(to.userData).length > 0) wrong.push(`${at}.${bit}: ${code}`);
      } else {
        const text = readFileSync(join(to.userData, 'incoming/files/workspace/global/a.txt'), 'utf8');
        if (text !== 'some words, and some words more') wrong.push(`${at}.${bit}: imported ${text}`);
        cancelImport(to.userData);
      }
    }
  }
  expect({ wrong, many: refused > 100 }).toEqual({ wrong: [], many: true });
});

test('D29: a database of a newer version than this Atelier knows is refused, when the archive is checked or at the start', async () => {
  using all = places();
  const [from, to] = [all.profile('from'), all.profile('to')];
  writeDatabase(join(from.userData, 'data/test--keeper.sqlite'), 'ours', 30);
  const keeper = join(to.bundled, 'keeper');
  mkdirSync(keeper);
  const manifest = {
    name: '@test/keeper',
    version: '1.0.0',
    type: 'module',
    engines: { atelier: '^1.0.0' },
    atelier: { main: './main.js' },
  };
  writeFileSync(join(keeper, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(keeper, 'main.js'), "export default { activate: ctx => ctx.database([{ id: 20, name: 'x', up: () => undefined }]) };");
  await all.export(from, 'a.zip');
  const refused = await codeOf(all.import(to, 'a.zip'));
  expect({ refused, left: readdirSync(to.userData) }).toEqual({ refused: 'import/newer', left: [] });
});

test('D29: on a disk that fills up meanwhile, neither an export nor an import leaves anything, and nothing changes', async context => {
  using all = places();
  const disk = all.file('disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    context.skip('a small disk needs root and mount');
  }
  try {
    const from = all.profile('from');
    mkdirSync(join(from.userData, 'workspace/global'), { recursive: true });
    writeFileSync(join(from.userData, 'workspace/global/a.bin'), builtinCrypto().randomBytes(5 * 1024 * 1024));
    writeDatabase(join(from.userData, 'data/acme--notes.sqlite'), 'x'.repeat(6 * 1024 * 1024));
    await all.export(from, 'a.zip');
    const to = all.profile('disk/to');
    writeFileSync(join(to.userData, 'key'), Buffer.alloc(32));
    const before = contentOf(to.userData);
    const parts = { ...to, found: [], seal: { seal: async () => new Uint8Array() }, known: async () => undefined, freeOf: () => Infinity };
    expect({
      import: await codeOf(prepareImport(parts, { file: all.file('a.zip') })),
      export: await codeOf(all.export(from, 'disk/b.zip')),
      left: readdirSync(disk),
      changed: contentOf(to.userData),
    }).toEqual({ import: 'import/failed', export: 'export/failed', left: ['to'], changed: before });
  } finally {
    execFileSync('umount', [disk]);
  }
});

test('D29: a folder of the profile that is a link is not replaced by an import', async () => {
  using all = places();
  const [from, to] = [all.profile('from'), all.profile('to')];
  filledProfile(from.userData, 'ours');
  mkdirSync(all.file('elsewhere'));
  writeFileSync(join(all.file('elsewhere'), 'mine.txt'), 'mine');
  mkdirSync(join(to.userData, 'workspace'));
  symlinkSync(all.file('elsewhere'), join(to.userData, 'workspace/global'));
  await all.export(from, 'a.zip');
  await all.import(to, 'a.zip');
  const notices = await all.start(to);
  expect({ notices, mine: readdirSync(all.file('elsewhere')), left: readdirSync(to.userData).toSorted() }).toEqual({
    notices: ['notice/import-refused'],
    mine: ['mine.txt'],
    left: ['workspace'],
  });
});

test('D29: an archive that was cut, changed, or is a folder is told in words of ours, in both languages', async () => {
  using all = places('1.2.0');
  const [from, to] = [all.profile('from'), all.profile('to')];
  filledProfile(from.userData, 'theirs');
  filledProfile(to.userData, 'ours');
  await all.export(from, 'whole.zip');
  const whole = readFileSync(all.file('whole.zip'));
  const packed = Buffer.from(whole);
  // In the midst of what is packed: the zip's own library has words of its own for that.
  packed.fill(0xff, Math.floor(whole.length / 3), Math.floor(whole.length / 3) + 40);
  writeFileSync(all.file('cut.zip'), whole.subarray(0, whole.length - 300));
  writeFileSync(all.file('changed.zip'), packed);
  mkdirSync(all.file('folder.zip'));
  const said: string[] = [];
  for (const name of ['cut.zip', 'changed.zip', 'folder.zip'])
    said.push(await all.import(to, name).then(String, (error: AppError) => `${error.in('en')} ${error.in('fr')}`));
  expect(said).toEqual([
    expect.stringMatching(/\(it is no zip file, or only a part of one\).*\(ce n’est pas un fichier zip, ou seulement une partie d’un\)/),
    expect.stringMatching(/its content cannot be unpacked|it is not what the manifest says|it is no zip file/),
    expect.stringMatching(/\(it is a folder\).*\(c’est un dossier\)/),
  ]);
});
