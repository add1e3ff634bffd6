import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { expect, onTestFinished, test } from 'vitest';
import { changedFiles, consequenceOf, snapshotOf } from './dev/changes.ts';
import { makeProfile } from './dev/profile.ts';
import { missingRights } from './dev/tell.ts';

const bin = resolve(import.meta.dirname, '../atelier.mjs');

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-author-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function atelier(args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const all = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'en', ATELIER_PREPARED: '1', ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'extension', ...args], { cwd, encoding: 'utf8', env: all });
  return { code: status, out: stdout.trim(), err: stderr.trim() };
}

/** A valid extension, changed by the test. */
function ready(change: (manifest: Record<string, unknown>) => void = () => undefined, readme = true): string {
  const folder = tempFolder();
  const manifest: Record<string, unknown> = {
    ...{ name: '@acme/ready', version: '1.0.0', type: 'module', license: 'MIT', keywords: ['atelier-extension'] },
    ...{ engines: { atelier: '^1.0.0' }, atelier: {} },
  };
  change(manifest);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  if (readme) writeFileSync(join(folder, 'README.md'), 'About it.');
  return folder;
}

test('every command says how it is used, to a person and to a program, in both languages', () => {
  const all = JSON.parse(atelier(['--help', '--json']).out) as { commands: { name: string; usage: string }[] };
  const each = all.commands.map(({ name }) => JSON.parse(atelier([name, '--help', '--json']).out) as typeof all);
  expect({
    names: all.commands.map(({ name }) => name),
    each: each.map(({ commands }) => commands.map(({ name }) => name)),
    french: atelier(['validate', '--help'], { LANG: 'fr' }).out.includes('ce qui n’irait pas'),
  }).toEqual({
    names: ['create', 'dev', 'validate', 'pack', 'publish'],
    each: [['create'], ['dev'], ['validate'], ['pack'], ['publish']],
    french: true,
  });
});

test.each([
  [['make'], 'author/no-command', /Use one of: create, dev/],
  [['create'], 'author/wrong-use', /create <name>/],
  [['create', 'Bad Name'], 'author/bad-name', /lower-case words/],
  [['create', 'good-name', '--kind=tv'], 'author/unknown-kind', /sidebar, widget, composer, tool, html, channel, plain, project, empty/],
  [['validate', '--fix'], 'author/wrong-use', /validate \[folder\]/],
  [['pack', 'a', 'b'], 'author/wrong-use', /pack \[folder\]/],
])('%j is wrong use: exit code 2, and a sentence with what to write instead', (args, code, sentence) => {
  const english = atelier(args);
  const french = atelier(args, { LANG: 'fr' });
  const told = JSON.parse(atelier([...args, '--json']).out) as { ok: boolean; error: { code: string; message: string } };
  expect([english.code, english.out, english.err, told.ok, told.error.code]).toEqual([2, '', expect.stringMatching(sentence), false, code]);
  expect(french.err).not.toBe(english.err);
});

test('create writes nothing into a folder that is not empty', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'mine'));
  const { code, err } = atelier(['create', 'mine', `--folder=${folder}`]);
  expect([code, err]).toEqual([1, expect.stringMatching(/already exists.*--folder=<path>.*author\/folder-taken/)]);
});

test('create uses the given name everywhere, and its result is valid', () => {
  const place = tempFolder();
  const { code } = atelier(['create', '@me/word-count', '--kind=composer'], {}, place);
  const folder = join(place, 'word-count');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    atelier: { contributes: { views: object[] } };
  };
  const validated = JSON.parse(atelier(['validate', folder, '--json']).out) as { ok: boolean; errors: object[] };
  expect({ code, name: manifest.name, version: manifest.version, view: manifest.atelier.contributes.views[0], validated }).toMatchObject({
    code: 0,
    name: '@me/word-count',
    version: '0.1.0',
    view: { id: 'word-count.page', element: 'word-count-page', replaces: 'conversations.composer' },
    validated: { ok: true, errors: [] },
  });
  expect(readFileSync(join(folder, 'ui', 'elements.js'), 'utf8')).toContain("'word-count-page': WordCountPage");
});

test.each(['plain', 'empty', 'sidebar', 'tool'])(
  'an extension of the kind %s has a name and a README of its own, not those of the example',
  kind => {
    const place = tempFolder();
    atelier(['create', '@me/river-log', `--kind=${kind}`], {}, place);
    atelier(['create', '@me/river-log', `--kind=${kind}`, '--title=Rivers', '--folder=titled'], {}, place);
    const read = (folder: string, path: string) => readFileSync(join(place, folder, path), 'utf8');
    const nameOf = (folder: string, locale: string) => (JSON.parse(read(folder, `text/${locale}.json`)) as { name: string }).name;
    const { description } = JSON.parse(read('river-log', 'package.json')) as { description: string };
    const readme = read('river-log', 'README.md');
    expect({
      names: [nameOf('river-log', 'en'), nameOf('river-log', 'fr'), nameOf('titled', 'fr')],
      description,
      begins: readme.slice(0, readme.indexOf('\n')),
      chapters: [...readme.matchAll(/^## .*$/gm)].map(String),
    }).toEqual({
      names: ['River log', 'River log', 'Rivers'],
      description: 'What River log does, in one sentence.',
      begins: '# River log',
      chapters: ['## To change it'],
    });
  },
);

test.each([
  ['is private', () => ready(manifest => Object.assign(manifest, { private: true })), 'author/private'],
  ['has no scope', () => ready(manifest => Object.assign(manifest, { name: 'ready' })), 'author/no-scope'],
  ['lacks the keyword', () => ready(manifest => Object.assign(manifest, { keywords: [] })), 'author/no-keyword'],
  ['has no README', () => ready(undefined, false), 'author/no-readme'],
  ['has a fault', () => ready(manifest => Object.assign(manifest, { atelier: { main: './gone.js' } })), 'author/invalid'],
  ['is in order, but has no token', () => ready(), 'author/no-token'],
])('publish refuses what %s, before anything goes out', (_why, make, code) => {
  const { code: exit, out } = atelier(['publish', make(), '--registry=http://127.0.0.1:9/', '--json']);
  expect([exit, (JSON.parse(out) as { error: { code: string } }).error.code]).toEqual([1, code]);
});

test('the error for a registry that does not answer has its address and what to check', () => {
  const { out } = atelier(['publish', ready(), '--registry=http://127.0.0.1:9/', '--json'], { ATELIER_REGISTRY_TOKEN: 'some-token' });
  expect(JSON.parse(out)).toEqual({
    ok: false,
    error: {
      code: 'author/registry-unreachable',
      message: expect.stringMatching(/http:\/\/127\.0\.0\.1:9\/ does not answer \(ECONNREFUSED\)/),
    },
  });
});

test('the profile for development speaks the language of the terminal, and one that is there stays as it is', () => {
  const userData = join(tempFolder(), 'profile');
  const choices = () => JSON.parse(readFileSync(pathIn(userData, 'choices'), 'utf8')) as { language: string };
  makeProfile(userData, 'en');
  const first = choices().language;
  makeProfile(userData, 'fr');
  expect([first, choices().language]).toEqual(['en', 'en']);
});

test('a right counts as granted only if all of it is, and one that is not asked for does not count', () => {
  const asked = {
    net: ['a.test', 'b.test'],
    notify: true,
    background: false,
    files: [{ glob: '*', mode: 'read', in: 'data' }],
    storage: 300,
  };
  expect([
    missingRights(asked, {}),
    missingRights(asked, { net: ['a.test'], notify: true, files: [{ glob: '*', mode: 'read', in: 'data' }], storage: 300 }),
    missingRights(asked, asked),
  ]).toEqual([['net', 'notify', 'files', 'storage'], ['net'], []]);
});

test('a change of code reloads the extension, one of the manifest reads it again first, one of a test does nothing', () => {
  expect([
    consequenceOf(['ui/elements.js']),
    consequenceOf(['dist/main.js', 'src/main.ts']),
    consequenceOf(['ui/elements.js', 'package.json']),
    consequenceOf(['text/fr.json']),
    consequenceOf(['contract/notes.channel.json']),
    consequenceOf(['test/notes.test.ts', 'README.md']),
    consequenceOf([]),
  ]).toEqual(['reload', 'reload', 'manifest', 'manifest', 'manifest', 'none', 'none']);
});

test('a file saved without a change is no change, and the folders of npm and git are ignored', () => {
  const folder = ready();
  const before = snapshotOf(folder);
  writeFileSync(join(folder, 'README.md'), 'About it.');
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules', 'x.js'), '1');
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'HEAD'), '1');
  const same = changedFiles(before, snapshotOf(folder));
  writeFileSync(join(folder, 'main.js'), '1');
  expect([same, changedFiles(before, snapshotOf(folder))]).toEqual([[], ['main.js']]);
});
