import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sqliteLock } from '../kernel/host/instance.fixture.ts';
import { becomeInstance } from '../kernel/host/instance.ts';
import { tempFolder } from '../kernel/testing/temp-folder.ts';

const main = join(import.meta.dirname, '../shell/browser/main.ts');

/** One run of the browser host's program, with what is typed into it. */
async function run(home: string, args: readonly string[], typed = '', single = false) {
  const second = { ATELIER_ALLOW_AUTOMATION_INSTANCE: '1', ATELIER_USER_DATA_DIR: join(home, 'Atelier') };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, LANG: 'en', HOME: home, XDG_CONFIG_HOME: home, ...(single ? {} : second) },
  });
  child.stdin.end(typed);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise(resolve => child.once('close', resolve)),
  ]);
  return { code, out: out.trim(), err: err.trim() };
}

function profile(home: string, word: string): string {
  const userData = join(home, 'Atelier');
  mkdirSync(join(userData, 'workspace/global'), { recursive: true, mode: 0o700 });
  mkdirSync(join(userData, '.agent/agent'), { recursive: true, mode: 0o700 });
  writeFileSync(join(userData, 'workspace/global/word.txt'), word);
  writeFileSync(join(userData, '.agent/agent/auth.json'), JSON.stringify({ a: { type: 'api_key', key: `sk-${word}` } }), { mode: 0o600 });
  return userData;
}

test('D28: the command line exports everything and imports it on another machine, with keys under a passphrase that is typed', async () => {
  using folder = tempFolder();
  const [here, there] = [folder.file('here'), folder.file('there')];
  profile(here, 'ours');
  const other = profile(there, 'theirs');
  const phrase = 'correct horse battery\n';
  const exported = await run(here, ['--export', 'all.zip', '--keys'], phrase);
  const again = await run(here, ['--export', 'all.zip']);
  const plain = await run(here, ['--export=plain.zip']);
  const wrong = await run(there, ['--import', join(here, 'all.zip'), '--keys'], 'another phrase\n');
  const untouched = existsSync(join(other, 'incoming'));
  const imported = await run(there, ['--import', '../here/all.zip', '--keys'], phrase);
  expect({
    exported: [exported.code, exported.out.includes(join(here, 'all.zip')), exported.out.includes('The keys are in it, encrypted.')],
    again: [again.code, /\[export\/file-exists\]$/.test(again.err)],
    plain: plain.out.includes('No key is in it.'),
    wrong: [wrong.code, /\[import\/passphrase-wrong\]$/.test(wrong.err), wrong.err.includes('another phrase')],
    untouched,
    imported: [imported.code, imported.out.includes('is checked')],
    kept: readFileSync(join(other, 'workspace/global/word.txt'), 'utf8'),
    incoming: readFileSync(join(other, 'incoming/files/workspace/global/word.txt'), 'utf8'),
    keys: readFileSync(join(other, 'incoming/files/.agent/agent/auth.json'), 'utf8').includes('sk-ours'),
  }).toEqual({
    exported: [0, true, true],
    again: [1, true],
    plain: true,
    wrong: [1, true, false],
    untouched: false,
    imported: [0, true],
    kept: 'theirs',
    incoming: 'ours',
    keys: true,
  });
});

test('an import is refused while Atelier has the profile open, and an export is not', async () => {
  using folder = tempFolder();
  const home = folder.file('home');
  const userData = profile(home, 'ours');
  const running = await becomeInstance({ userData, argv: [], acquireLock: sqliteLock, onHandOver: () => undefined });
  const exported = await run(home, ['--export', 'all.zip'], '', true);
  const imported = await run(home, ['--import', 'all.zip'], '', true);
  await running?.release();
  expect({
    exported: exported.code,
    imported: [imported.code, imported.out, imported.err.includes('Atelier is open')],
    incoming: existsSync(join(userData, 'incoming')),
  }).toEqual({ exported: 0, imported: [1, '', true], incoming: false });
});

test('D34: an export is held up by no named pipe in place of the keys, and replaces no link that leads nowhere', async () => {
  using folder = tempFolder();
  const home = folder.file('home');
  const auth = join(profile(home, 'ours'), '.agent/agent/auth.json');
  rmSync(auth);
  execFileSync('mkfifo', [auth]);
  symlinkSync('nothing', join(home, 'link.zip'));
  const exported = await run(home, ['--export', 'all.zip', '--keys'], 'correct horse battery\n');
  const onLink = await run(home, ['--export', 'link.zip']);
  expect({
    exported: [exported.code, exported.out.includes('auth.json')],
    onLink: [onLink.code, onLink.err.includes('[export/file-exists]')],
  }).toEqual({
    exported: [0, true],
    onLink: [1, true],
  });
});
