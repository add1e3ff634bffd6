import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exported } from '@atelier/schemas/profile/exported.mjs';
import { layout, type Row } from '@atelier/schemas/profile/layout.mjs';
import type { RowName } from '@atelier/schemas/profile/paths.mjs';
import { expect, test, vi } from 'vitest';
import { contentIn, exportedAs } from '../kernel/main/archive/content.ts';
import { askBack, cancelImport } from '../kernel/main/archive/import-profile.ts';
import { readKept } from '../kernel/main/archive/plan.ts';
import type { ClosedProfile } from '../kernel/main/archive/without-kernel.ts';
import { withoutKeys } from '../kernel/main/archive/without-keys.ts';
import { openZip } from '../kernel/main/archive/zip-reader.ts';
import { SecretStore } from '../kernel/main/context/secret-store.ts';
import { codeOf, contentOf, filledProfile, ownPlaces, passphrase, places, wordsIn } from './support/archived-profiles.ts';

vi.setConfig({ testTimeout: 120_000 });

const rowsAs = (...kinds: readonly string[]): readonly RowName[] =>
  (Object.keys(layout) as RowName[]).filter(name => kinds.includes(exportedAs(name)));
const namesIn = async (file: string): Promise<readonly string[]> => {
  const zip = await openZip(file);
  zip.close();
  return [...zip.sizes.keys()];
};
const storeOf = ({ userData, secrets }: ClosedProfile): SecretStore => {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  return new SecretStore(join(userData, 'secrets.json'), secrets(), { log, read: () => undefined, redact: () => undefined });
};

test('K11: no row that holds keys is in an archive as it is, and every row that is in one says what it holds', () => {
  const inArchive = rowsAs('whole', 'database', 'choices', 'withoutKeys');
  expect({
    secret: rowsAs('whole', 'database', 'choices', 'folder').filter(name => (layout[name] as Row).secret === true),
    silent: [...inArchive, ...rowsAs('sealed', 'secrets')].filter(name => ((exported[name] as { holds?: string }).holds ?? '') === ''),
  }).toEqual({ secret: [], silent: [] });
});

test('each row of a profile is in the archive or is not, as its line says', async () => {
  using all = places();
  const from = all.profile('from');
  filledProfile(from.userData, 'ours');
  await all.export(from, 'a.zip');
  const names = await namesIn(all.file('a.zip'));
  const wanted = ownPlaces.filter(({ name }) => ['whole', 'database', 'choices', 'withoutKeys'].includes(exportedAs(name)));
  expect(names.filter(name => name.startsWith('profile/')).toSorted()).toEqual(wanted.map(({ path }) => `profile/${path}`).toSorted());
});

test('D28: an import replaces all content, keeps what it replaced, and leaves what belongs to the machine', async () => {
  using all = places();
  const [from, to] = [all.profile('from'), all.profile('to')];
  filledProfile(from.userData, 'ours');
  filledProfile(to.userData, 'theirs');
  await all.export(from, 'a.zip');
  const report = await all.import(to, 'a.zip');
  const before = contentOf(to.userData);
  const notices = await all.start(to);
  const after = contentOf(to.userData);
  const [aside = ''] = readdirSync(join(to.userData, 'backups')).filter(name => /^replaced-\d/.test(name));
  const textOf = (path: string) => (path.endsWith('.sqlite') ? String(wordsIn(join(to.userData, path))) : (after[path] ?? 'nothing'));
  const placesOf = (...kinds: readonly string[]) => ownPlaces.filter(({ name, isFolder }) => !isFolder && kinds.includes(exportedAs(name)));
  const moved = placesOf('whole', 'database', 'choices', 'withoutKeys', 'replaced').filter(({ path }) => before[path] !== undefined);
  expect({
    keys: report.keys,
    notices,
    content: placesOf('whole', 'database', 'withoutKeys').flatMap(({ path }) => (textOf(path).includes('ours') ? [] : [path])),
    left: placesOf('stays', 'sealed').flatMap(({ path }) => (after[path] === before[path] ? [] : [path])),
    kept: moved.flatMap(({ path }) => (path.endsWith('.sqlite') || after[`backups/${aside}/${path}`] === before[path] ? [] : [path])),
    word: wordsIn(join(to.userData, 'backups', aside, 'data/acme--notes.sqlite')),
    gone: placesOf('replaced').flatMap(({ path }) => (after[path] === undefined ? [] : [path])),
    again: await all.start(to),
  }).toEqual({
    keys: 'none',
    notices: ['notice/profile-imported'],
    content: [],
    left: [],
    kept: [],
    word: ['theirs'],
    gone: [],
    again: [],
  });
});

test('D28: what an import replaced comes back, with its keys, and what was here meanwhile is kept in turn', async () => {
  using all = places();
  const [from, to] = [all.profile('from'), all.profile('to')];
  filledProfile(from.userData, 'ours');
  filledProfile(to.userData, 'theirs');
  await all.export(from, 'a.zip', passphrase);
  const before = stateOf();
  expect(await codeOf((async () => askBack(to.userData, '20260101T000000000Z'))())).toBe('import/not-kept');
  await all.import(to, 'a.zip', passphrase);
  await all.start(to);
  const imported = stateOf();
  askBack(to.userData, newest());
  const back = { notices: await all.start(to), state: stateOf() };
  askBack(to.userData, newest());
  cancelImport(to.userData);
  const left = { notices: await all.start(to), state: stateOf() };
  askBack(to.userData, newest());
  const again = { notices: await all.start(to), state: stateOf() };
  expect({ back, left, again, kept: readKept(to.userData).length, differs: JSON.stringify(before) !== JSON.stringify(imported) }).toEqual({
    back: { notices: ['notice/content-back'], state: before },
    left: { notices: [], state: before },
    again: { notices: ['notice/content-back'], state: imported },
    kept: 1,
    differs: true,
  });

  function newest(): string {
    return readKept(to.userData)[0]?.stamp ?? 'none';
  }

  /** Everything that an import replaces, without what it keeps. */
  function stateOf() {
    const content = contentOf(to.userData);
    const replaced = contentIn(to.userData, true).filter(path => !path.includes('.sqlite') && path !== 'extensions.json');
    const files = replaced.map(path => [path, Object.entries(content).filter(([name]) => name === path || name.startsWith(`${path}/`))]);
    return { files, words: wordsIn(join(to.userData, 'data/acme--notes.sqlite')) };
  }
});

test('D28: whoever imports the wrong archive and then the right one still has what was theirs; of six imports the last five are kept', async () => {
  using all = places();
  const [from, to] = [all.profile('from'), all.profile('to')];
  filledProfile(from.userData, 'ours');
  filledProfile(to.userData, 'theirs');
  await all.export(from, 'a.zip');
  const kept: string[][] = [];
  for (let at = 0; at < 6; at += 1) {
    await all.import(to, 'a.zip');
    await all.start(to);
    kept.push(
      readKept(to.userData).map(({ stamp }) => String(wordsIn(join(to.userData, `backups/replaced-${stamp}/data/acme--notes.sqlite`)))),
    );
  }
  const [first = []] = kept;
  expect([first, kept[1], kept[4]?.at(-1), kept[5]]).toEqual([
    ['theirs'],
    ['ours', 'theirs'],
    'theirs',
    Array.from({ length: 5 }, () => 'ours'),
  ]);
});

test('what an import replaced that was deleted by hand is not brought back as an empty profile', async () => {
  using all = places();
  const [from, to] = [all.profile('from'), all.profile('to')];
  filledProfile(from.userData, 'ours');
  filledProfile(to.userData, 'theirs');
  await all.export(from, 'a.zip');
  await all.import(to, 'a.zip');
  await all.start(to);
  askBack(to.userData, readKept(to.userData)[0]?.stamp ?? 'none');
  rmSync(join(to.userData, 'backups'), { recursive: true });
  expect({ notices: await all.start(to), words: wordsIn(join(to.userData, 'data/acme--notes.sqlite')) }).toEqual({
    notices: ['notice/import-refused'],
    words: ['ours'],
  });
});

test('what was granted to extensions is of the machine: decisions of elsewhere about them do not come along', async () => {
  using all = places();
  const [from, to] = [all.profile('from'), all.profile('to')];
  const choices = (userData: string, value: object) => writeFileSync(join(userData, 'extensions.json'), JSON.stringify(value));
  choices(from.userData, {
    extensions: { '@acme/spy': { enabled: true, granted: { net: ['evil.example'] } }, '@acme/notes': { granted: { net: ['a.example'] } } },
    keys: { 'a.b': ['Mod+K'] },
    surfaces: { 'a.view': { by: 'spy.view' } },
  });
  choices(to.userData, { extensions: { '@acme/notes': { enabled: true, granted: { notify: true } } }, language: 'fr' });
  await all.export(from, 'a.zip');
  await all.import(to, 'a.zip');
  await all.start(to);
  expect(JSON.parse(readFileSync(join(to.userData, 'extensions.json'), 'utf8'))).toEqual({
    extensions: { '@acme/notes': { enabled: true, granted: { notify: true } } },
    keys: { 'a.b': ['Mod+K'] },
  });
});

test('K11: keys come along with the passphrase only, and secrets are sealed for the machine that imports them', async () => {
  using all = places();
  const [from, to, without] = [all.profile('from'), all.profile('to'), all.profile('without')];
  filledProfile(from.userData, 'ours');
  filledProfile(without.userData, 'theirs');
  await storeOf(from).write('@acme/notes', 'token', 'tok-1');
  await all.export(from, 'a.zip', passphrase);
  const wrong = await codeOf(all.import(to, 'a.zip', 'correct horse batter'));
  const nothing = readdirSync(to.userData);
  const taken = await all.import(to, 'a.zip', passphrase);
  await all.start(to);
  const left = await all.import(without, 'a.zip');
  await all.start(without);
  const read = ({ userData }: ClosedProfile, path: string) => readFileSync(join(userData, path), 'utf8');
  expect({
    wrong,
    nothing,
    taken: taken.keys,
    auth: read(to, '.agent/agent/auth.json') === read(from, '.agent/agent/auth.json'),
    models: JSON.parse(read(to, '.agent/agent/models.json')),
    secret: await storeOf(to).read('@acme/notes', 'token'),
    ownKey: read(to, 'key') !== read(from, 'key'),
    left: left.keys,
    authOfMachine: JSON.parse(read(without, '.agent/agent/auth.json')),
    modelsWithout: JSON.parse(read(without, '.agent/agent/models.json')),
  }).toEqual({
    wrong: 'import/passphrase-wrong',
    nothing: [],
    taken: 'taken',
    auth: true,
    models: { what: 'ours', apiKey: 'key of ours' },
    secret: 'tok-1',
    ownKey: true,
    left: 'left',
    authOfMachine: { what: 'theirs', apiKey: 'key of theirs' },
    modelsWithout: { what: 'ours' },
  });
});

test('keys are found under any name, in any depth, and in addresses', () => {
  const one = { apiKey: 'k', headers: { a: 'k' }, nested: [{ 'access-token': 'k', maxTokens: 5, clientSecret: ['k'] }], keyless: '!' };
  expect(withoutKeys({ ...one, baseUrl: 'https://me:k@host.example/v1?key=k', plain: 'http://localhost:1/v1', apiKey2: '!' })).toEqual({
    nested: [{ maxTokens: 5 }],
    keyless: '!',
    baseUrl: 'https://host.example/v1',
    plain: 'http://localhost:1/v1',
    apiKey2: '!',
  });
});

test('D28: links, pipes and unknown files are left out and named, and a program stays one', async () => {
  using all = places();
  const from = all.profile('from');
  const workspace = join(from.userData, 'workspace/global');
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, 'a.txt'), 'a');
  writeFileSync(join(workspace, 'run.sh'), '#!/bin/sh', { mode: 0o755 });
  symlinkSync('/etc/passwd', join(workspace, 'link'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(workspace, 'pipe')]);
  writeFileSync(join(workspace, 'back\\slash'), 'a');
  writeFileSync(join(from.userData, 'odd.bin'), 'a');
  mkdirSync(join(from.userData, 'data'));
  writeFileSync(join(from.userData, 'data/acme--notes.sqlite'), 'no database');
  const { leftOut } = await all.export(from, 'a.zip');
  const to = all.profile('to');
  await all.import(to, 'a.zip');
  await all.start(to);
  const modeOf = (name: string) => statSync(join(to.userData, 'workspace/global', name)).mode & 0o777;
  expect({
    leftOut: leftOut.map(({ path, why }) => `${path}: ${why}`).toSorted(),
    there: (await namesIn(all.file('a.zip'))).filter(name => name.startsWith('profile/')),
    modes: ['a.txt', 'run.sh'].map(modeOf),
    beside: readdirSync(all.folder.path).filter(name => name.includes('.new-')),
  }).toEqual({
    leftOut: [
      'data/acme--notes.sqlite: damaged',
      'odd.bin: unknown',
      'workspace/global/back\\slash: name',
      'workspace/global/link: link',
      'workspace/global/pipe: kind',
    ],
    there: ['profile/workspace/global/a.txt', 'profile/workspace/global/run.sh'],
    modes: [0o600, 0o700],
    beside: [],
  });
});

test('an export refuses a place that is no folder, that is in the profile, and a name that is taken, and leaves nothing behind', async () => {
  using all = places();
  const from = all.profile('from');
  filledProfile(from.userData, 'ours');
  writeFileSync(all.file('taken.zip'), 'mine');
  expect({
    folder: await codeOf(all.export(from, 'nowhere/a.zip')),
    inside: await codeOf(all.export(from, 'from/workspace/a.zip')),
    taken: await codeOf(all.export(from, 'taken.zip')),
    mine: readFileSync(all.file('taken.zip'), 'utf8'),
    left: readdirSync(all.folder.path).toSorted(),
  }).toEqual({
    folder: 'export/no-folder',
    inside: 'export/inside-profile',
    taken: 'export/file-exists',
    mine: 'mine',
    left: ['bundled', 'from', 'taken.zip'],
  });
});

test('what a killed export has left in the folder goes with the next export there, and nothing else does', async () => {
  using all = places('1.2.0');
  const from = all.profile('from');
  filledProfile(from.userData, 'ours');
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const left = [
    `.a.zip.new-${ended}-0123456789ab`,
    `.a.zip.new-${ended}-0123456789ab.sqlite`,
    `.a.zip.new-${ended}-0123456789ab.sqlite-wal`,
  ];
  const kept = [
    `.a.zip.new-${process.pid}-0123456789ab`,
    `.b.zip.new-${ended}-0123456789cd`,
    `a.zip.new-${ended}-0123456789ab`,
    '.notes.zip',
  ];
  const old = new Date(Date.now() - 3_600_000);
  for (const name of [...left, ...kept]) {
    writeFileSync(all.file(name), 'x');
    if (!name.startsWith('.b')) utimesSync(all.file(name), old, old);
  }
  await all.export(from, 'a.zip');
  expect(
    readdirSync(all.folder.path)
      .filter(name => name !== 'a.zip' && name.includes('.zip'))
      .toSorted(),
  ).toEqual(kept.toSorted());
});
