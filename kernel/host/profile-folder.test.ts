import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderProblem, prepareProfile } from './profile-folder.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'atelier-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const codeOf = (userData: string) => {
  try {
    prepareProfile(userData);
    return 'fine';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a profile is created with its folders, and the write test leaves no file', () => {
  const userData = join(folder(), 'one', 'Atelier');
  expect([codeOf(userData), codeOf(userData), readdirSync(userData)]).toEqual(['fine', 'fine', []]);
});

test('the error for a file in place of the profile says so, and the file stays', () => {
  const file = join(folder(), 'Atelier');
  writeFileSync(file, 'mine');
  expect([codeOf(file), codeOf(join(file, 'inside'))]).toEqual(['host/profile-no-folder', 'host/profile-no-folder']);
});

test('a path that is too long for a database, and a link that leads to itself, are said for what they are, and nothing is made', () => {
  const long = join(folder(), ...['x', 'y', 'z'].map(letter => letter.repeat(200)));
  const loop = join(folder(), 'Atelier');
  symlinkSync('Atelier', loop);
  expect([codeOf(long), existsSync(dirname(long)), codeOf(loop), codeOf(join(loop, 'inside'))]).toEqual([
    'host/profile-too-long',
    false,
    'host/profile-loop',
    'host/profile-loop',
  ]);
});

test('the error for a full or read-only disk says so, and the files on it do not change', context => {
  const disk = join(folder(), 'disk');
  mkdirSync(disk);
  const mount = (...options: string[]) => execFileSync('mount', [...options, disk], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', 'size=128k', 'tmpfs');
  } catch {
    context.skip('a small disk needs root and mount');
  }
  onTestFinished(() => void execFileSync('umount', [disk]));
  writeFileSync(join(disk, 'note'), 'x'.repeat(100_000));
  const full = codeOf(disk);
  rmSync(join(disk, 'note'));
  writeFileSync(join(disk, 'note'), 'kept');
  mount('-o', 'remount,ro');
  expect([full, codeOf(disk), codeOf(join(disk, 'Atelier')), readdirSync(disk)]).toEqual([
    'host/disk-full',
    'host/disk-read-only',
    'host/disk-read-only',
    ['note'],
  ]);
});

test('errors of the database give the same errors as those of the folder, and every other error is not translated', () => {
  const codes = ['SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_FULL', 'EDQUOT', 'ECONNRESET'];
  expect(codes.map(code => folderProblem(Object.assign(new Error('no'), { code }), '/x')?.code)).toEqual([
    'host/profile-unwritable',
    'host/disk-read-only',
    'host/disk-full',
    'host/disk-full',
    undefined,
  ]);
});
