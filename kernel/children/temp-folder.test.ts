import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { makeTempFolder, sweepTempFolders } from './temp-folder.ts';

test('S14: folders of processes that have died are removed, and nothing else: not those of the living, of other process spaces, open ones, links and files', () => {
  using folder = tempFolder();
  vi.stubEnv('TMPDIR', folder.path);
  onTestFinished(() => void vi.unstubAllEnvs());
  const dead = spawnSync('/bin/true').pid;
  const mine = basename(makeTempFolder('run'));
  const named = (pid: number, mark: string) => mine.replace(`.${process.pid}-`, `.${pid}-`).replace(/.{6}$/, mark);
  const make = (name: string) => mkdirSync(folder.file(name), { mode: 0o700 });

  const left = named(dead, 'aaaaaa');
  make(left);
  writeFileSync(join(folder.file(left), 'file'), 'x');
  symlinkSync(folder.file('treasure'), join(folder.file(left), 'link'));
  make('treasure');
  writeFileSync(join(folder.file('treasure'), 'kept'), 'x');
  const others = {
    living: named(1, 'bbbbbb'),
    foreign: named(dead, 'cccccc').replace(/-\d+\./, '-1.'),
    open: named(dead, 'dddddd'),
    link: named(dead, 'eeeeee'),
    file: named(dead, 'ffffff'),
    longer: `${named(dead, 'gggggg')}-more`,
    unlike: `atelier-run-${dead}`,
  };
  for (const name of [others.living, others.foreign, others.open, others.longer, others.unlike]) make(name);
  chmodSync(folder.file(others.open), 0o755);
  symlinkSync(folder.file('treasure'), folder.file(others.link));
  writeFileSync(folder.file(others.file), 'x');

  const swept = sweepTempFolders();
  expect({ swept, left: readdirSync(folder.path), kept: existsSync(join(folder.file('treasure'), 'kept')) }).toEqual({
    swept: [folder.file(left)],
    left: [mine, 'treasure', ...Object.values(others)].toSorted(),
    kept: true,
  });
});

test('where there is no temporary folder, nothing is swept and nothing fails', () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(sweepTempFolders()).toEqual([]);
});
