import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { Erasing } from './erasing.ts';

test('a folder is deleted whatever is in it: names that are no text, links, pipes, and folders deeper than a path may be long', async () => {
  using temp = tempFolder();
  const folder = temp.file('removed');
  mkdirSync(join(folder, 'deep'), { recursive: true });
  writeFileSync(temp.file('outside'), 'mine');
  mkdirSync(temp.file('beside'));
  writeFileSync(temp.file('beside/kept'), 'mine');
  symlinkSync(temp.file('beside'), join(folder, 'way'));
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff])]), '');
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (let depth = 0; depth < 60; depth += 1) {
    mkdirSync(join(folder, 'next'));
    writeFileSync(join(folder, 'next/file'), '');
    renameSync(join(folder, 'deep'), join(folder, 'next', 'd'.repeat(200)));
    renameSync(join(folder, 'next'), join(folder, 'deep'));
  }
  const gone: string[] = [];
  const erasing = new Erasing(path => gone.push(path));
  erasing.begin(folder);
  await erasing.settled();
  expect({ gone, isThere: existsSync(folder), beside: readdirSync(temp.file('beside')) }).toEqual({
    gone: [folder],
    isThere: false,
    beside: ['kept'],
  });
});

test('of what cannot be deleted the first that could not is told, and all else is gone; nothing is told while it is tried', async () => {
  using temp = tempFolder();
  const folder = temp.file('removed');
  for (const name of ['a', 'mount/deep', 'z']) mkdirSync(join(folder, name), { recursive: true });
  const { rmdir } = fs;
  onTestFinished(() => {
    fs.rmdir = rmdir;
    syncBuiltinESMExports();
  });
  const kept = statSync(join(folder, 'mount')).ino;
  fs.rmdir = async path => {
    if (statSync(path).ino === kept) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    await rmdir(path);
  };
  syncBuiltinESMExports();
  const erasing = new Erasing(() => undefined);
  erasing.begin(folder);
  const before = erasing.failure(folder);
  await erasing.settled();
  expect([before, erasing.failure(folder), readdirSync(folder), readdirSync(join(folder, 'mount'))]).toEqual([
    ...[undefined, `${join(folder, 'mount')}: EBUSY`, ['mount'], []],
  ]);
});

test('what is being deleted when the app ends is left and told as not gone', async () => {
  using temp = tempFolder();
  const folders = ['one', 'two'].map(name => temp.file(name));
  for (const folder of folders) {
    mkdirSync(folder);
    for (let number = 0; number < 50; number += 1) writeFileSync(join(folder, `${number}`), '');
  }
  const gone: string[] = [];
  const erasing = new Erasing(path => gone.push(path));
  const { unlink } = fs;
  onTestFinished(() => {
    fs.unlink = unlink;
    syncBuiltinESMExports();
  });
  let stopped: Promise<void> | undefined;
  // In the middle of the first one.
  fs.unlink = async path => {
    await unlink(path);
    if (readdirSync(folders[0]!).length === 30) stopped ??= erasing.stop();
  };
  syncBuiltinESMExports();
  for (const folder of folders) erasing.begin(folder);
  await erasing.settled();
  await stopped;
  expect([gone, folders.map(folder => readdirSync(folder).length), erasing.failure(folders[0]!)]).toEqual([[], [30, 50], undefined]);
});
