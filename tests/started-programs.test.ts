import { expect, test } from 'vitest';
import { startBreaches } from './support/started-programs.ts';
import { repositoryTree } from './support/tree.ts';

test('programs and threads are started, and sockets connected, by the files of the table through one place, and git by one file', () => {
  expect(startBreaches(repositoryTree())).toEqual([]);
});

test.each([
  ['a module of Node that starts programs', "import { spawn } from 'node:child_process';", /uses node:child_process/],
  ['the same without its prefix', "import * as all from 'child_process';", /uses child_process/],
  ['the same when it is needed', "const { fork } = await import('node:cluster');", /uses node:cluster/],
  ['the same by its name', "process.getBuiltinModule('node:child_process');", /uses node:child_process/],
  ['a pseudo-terminal', "import { spawn } from '@lydell/node-pty';", /uses @lydell\/node-pty/],
  ['threads', "import { Worker } from 'node:worker_threads';", /uses node:worker_threads/],
  ['sockets', "import { connect, isIP } from 'node:net';", /uses node:net/],
  ['all of the module of sockets', "import * as net from 'node:net';", /uses node:net/],
  ['a socket of another kind', "import { createSocket } from 'node:dgram';", /uses node:dgram/],
  ['a message from the own process', 'process.send?.({ done: true });', /uses process\.send/],
  ['the one place', "import { startProgram } from '@atelier/kernel/children';", /can start programs/],
  ['git', "start('git', ['status']);", /says "git"/],
  ['git by a path', 'start(`/usr/bin/git`);', /says "\/usr\/bin\/git"/],
  ['git on Windows', "start('C:\\\\Git\\\\git.exe');", /git\.exe/],
])('a planted violation is found: %s', (_name, text, sentence) => {
  expect(startBreaches(new Map([['plugins/notes/main/odd.ts', text]]))).toEqual([expect.stringMatching(sentence)]);
});

test('types, comments, texts and names that hold the word are no violation', () => {
  const text = [
    "import type { ChildProcess } from 'node:child_process';",
    "import { type Socket, BlockList, isIP } from 'node:net';",
    '// git status',
    "const a = '.git'; const b = 'github'; const c = 'git pull && npm start'; const d = 'Install git first.';",
  ].join('\n');
  expect(startBreaches(new Map([['plugins/notes/main/odd.ts', text]]))).toEqual([]);
});
