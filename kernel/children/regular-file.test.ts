import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { openRegular, openRegularSync, readRegular, readRegularSync } from './index.ts';

test('a pipe, a device and a folder are refused at once, and a link to a file is read', async () => {
  using folder = tempFolder();
  const at = (name: string) => join(folder.path, name);
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  symlinkSync('/dev/zero', at('endless'));
  writeFileSync(at('file'), 'words');
  symlinkSync('file', at('link'));
  const of = async (read: () => unknown) => {
    try {
      return await read();
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
  };
  const names = ['pipe', 'endless', 'folder', 'none', 'file', 'link'];
  const { O_WRONLY, O_APPEND } = constants;
  expect({
    read: await Promise.all(names.map(name => of(() => readRegular(at(name))))),
    readAtOnce: await Promise.all(names.map(name => of(() => readRegularSync(at(name))))),
    written: await Promise.all(
      ['pipe', 'endless'].flatMap(name => [
        of(() => openRegular(at(name), O_WRONLY | O_APPEND)),
        of(() => openRegularSync(at(name), O_WRONLY)),
      ]),
    ),
  }).toEqual({
    read: ['EFTYPE', 'EFTYPE', 'EFTYPE', 'ENOENT', 'words', 'words'],
    readAtOnce: ['EFTYPE', 'EFTYPE', 'EFTYPE', 'ENOENT', 'words', 'words'],
    written: ['ENXIO', 'ENXIO', 'EFTYPE', 'EFTYPE'],
  });
});
