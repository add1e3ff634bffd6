import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bubblewrap, findProgram, osSandbox } from './os-sandbox.ts';

function place() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-find-')));
  const program = (where: string, code: number) => {
    mkdirSync(join(folder, where), { recursive: true });
    const path = join(folder, where, 'bwrap');
    writeFileSync(path, `#!/bin/sh\nexit ${code}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  return { folder, program, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

test('a sandbox program inside the project is never used, nor one on a relative path', () => {
  using at = place();
  at.program('project/bin', 0);
  const real = at.program('system', 0);
  mkdirSync(join(at.folder, 'links'));
  symlinkSync(join(at.folder, 'project/bin/bwrap'), join(at.folder, 'links', 'bwrap'));
  const project = join(at.folder, 'project');
  expect([
    findProgram('bwrap', ['.', 'bin', join(project, 'bin'), join(at.folder, 'links'), join(at.folder, 'system')], project),
    findProgram('bwrap', [join(project, 'bin'), join(at.folder, 'links')], project),
  ]).toEqual([real, undefined]);
});

test('a sandbox that does not start counts as missing', context => {
  context.skip(process.platform !== 'linux', 'bubblewrap is for Linux');
  using at = place();
  at.program('broken', 1);
  expect(bubblewrap(join(at.folder, 'broken'), '/')).toBeUndefined();
});

test('a program that is alone in its sandbox needs no second process', context => {
  const sandbox = osSandbox();
  context.skip(sandbox === undefined, 'this machine has no sandbox');
  const node = realpathSync(process.execPath);
  const [program = '', ...rest] =
    sandbox?.wrap([node, '-p', '[process.pid, process.ppid].join()'], { read: [node], write: [], folder: '/', env: {}, isAlone: true }) ??
    [];
  expect(execFileSync(program, rest, { encoding: 'utf8' })).toBe('1,0\n');
});
