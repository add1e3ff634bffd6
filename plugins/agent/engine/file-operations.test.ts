import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { commandMarks } from '@atelier/kernel/children';
import * as pi from '@earendil-works/pi-coding-agent';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { detectSandbox } from './detect-sandbox.ts';
import { fileOperations } from './file-operations.ts';
import type { AccessMode, OpenConversation } from './protocol.ts';
import { toolsFor } from './tools.ts';
import type { Wire } from './wire.ts';

const sandbox = await detectSandbox();

/** The tools of a conversation, as a session is opened with them. */
function toolsOf(cwd: string, mode: AccessMode, forbidden: readonly string[], bwrap?: string, names?: readonly string[]) {
  const open: Partial<OpenConversation> = { conversation: 'one', cwd, accessMode: mode, tools: names, extraTools: [] };
  return toolsFor({
    ...{ pi, forbidden, opened: [], readable: [], sandbox: bwrap, marks: commandMarks(), autoResizeImages: false, remembered: new Map() },
    open: open as OpenConversation,
    wire: { emit: () => undefined } as unknown as Wire,
    isNetworkAllowed: () => false,
    shownFor: () => undefined,
  });
}

/** A project with the engine's real tools in it, and a secret beside it. */
function place(mode: AccessMode = 'secure', sandbox?: string) {
  const folder = tempFolder();
  const home = realpathSync(folder.path);
  const cwd = join(home, 'project');
  const data = join(home, 'data');
  for (const path of [cwd, data, join(home, 'outside')]) mkdirSync(path);
  for (const path of [join(home, 'outside/secret'), join(data, 'auth.json')]) writeFileSync(path, 'SECRET');
  writeFileSync(join(cwd, 'a.txt'), 'one\n');
  vi.stubEnv('HOME', home);
  const { definitions } = toolsOf(cwd, mode, [data], sandbox);
  const call = async (name: string, args: object): Promise<string> => {
    const tool = definitions.find(one => one.name === name) as pi.ToolDefinition;
    const context = { cwd } as Parameters<pi.ToolDefinition['execute']>[4];
    return tool.execute('1', args as never, undefined, undefined, context).then(
      result => result.content.map(part => (part.type === 'text' ? part.text : part.type)).join(''),
      (error: Error) => `refused: ${error.message}`,
    );
  };
  return {
    home,
    cwd,
    call,
    [Symbol.dispose]: () => {
      vi.unstubAllEnvs();
      folder[Symbol.dispose]();
    },
  };
}

test('S2: the tools of the engine read, write, edit and list inside the working directory', async () => {
  using at = place();
  expect([
    await at.call('write', { path: 'new/deep/b.txt', content: 'two\n' }),
    await at.call('edit', { path: 'a.txt', edits: [{ oldText: 'one', newText: 'three' }] }),
    await at.call('read', { path: '@a.txt' }),
    await at.call('ls', { path: '.' }),
    readFileSync(join(at.cwd, 'new/deep/b.txt'), 'utf8'),
  ]).toEqual(['Successfully wrote to new/deep/b.txt', 'Successfully replaced 1 block(s) in a.txt.', 'three\n', 'a.txt\nnew/', 'two\n']);
});

test('S1, S2: each of the escapes by file tools is refused, and nothing outside is touched', async () => {
  using at = place();
  symlinkSync(join(at.home, 'outside'), join(at.cwd, 'folder'));
  symlinkSync(join(at.home, 'outside/secret'), join(at.cwd, 'file'));
  symlinkSync(join(at.home, 'outside/made'), join(at.cwd, 'dangling'));
  linkSync(join(at.home, 'outside/secret'), join(at.cwd, 'hard'));
  const secret = join(at.home, 'outside/secret');
  const answers = await Promise.all([
    at.call('read', { path: secret }),
    at.call('read', { path: '../outside/secret' }),
    at.call('read', { path: 'folder/secret' }),
    at.call('read', { path: 'file' }),
    at.call('write', { path: 'dangling', content: 'x' }),
    at.call('write', { path: 'folder/made', content: 'x' }),
    at.call('read', { path: `@${secret}` }),
    at.call('read', { path: `file://${secret}` }),
    at.call('read', { path: '~/outside/secret' }),
    at.call('edit', { path: 'file', edits: [{ oldText: 'SECRET', newText: 'x' }] }),
    at.call('ls', { path: '../outside' }),
    at.call('ls', { path: 'folder' }),
    at.call('write', { path: 'hard', content: 'x' }),
    at.call('read', { path: 'hard' }),
    at.call('read', { path: '~/data/auth.json' }),
    at.call('write', { path: '.git/hooks/pre-commit', content: 'x' }),
  ]);
  expect({
    open: answers.filter(answer => !/^refused: /.test(answer) || answer.includes('SECRET')),
    secret: readFileSync(secret, 'utf8'),
    made: existsSync(join(at.home, 'outside/made')),
  }).toEqual({
    open: [],
    secret: 'SECRET',
    made: false,
  });
  expect(await at.call('ls', {})).toBe('a.txt\ndangling\nfile\nfolder\nhard');
});

test('S6: open mode reads everything but what belongs to the app', async () => {
  using at = place('open');
  expect([
    await at.call('read', { path: '../outside/secret' }),
    await at.call('read', { path: '../data/auth.json' }),
    await at.call('ls', { path: '../data' }),
  ]).toEqual(['SECRET', expect.stringContaining('No access mode opens it.'), expect.stringContaining('No access mode opens it.')]);
});

test('S2: the engine’s own grep and find, which run beside the boundary, are offered to no conversation', () => {
  using at = place();
  const asked = ['read', 'grep', 'find', 'ls', 'powershell', 'bash'];
  expect([toolsOf(at.cwd, 'secure', [], undefined, asked).names, toolsOf(at.cwd, 'open', []).names]).toEqual([
    ['read', 'ls', 'bash'],
    ['read', 'bash', 'edit', 'write'],
  ]);
});

needing(sandbox === undefined && lacks.sandbox)(
  'S2: a search by a command stays inside, in both modes what belongs to the app is not there, and links lead nowhere',
  { timeout: 60_000 },
  async () => {
    using at = place('secure', sandbox);
    using wide = place('open', sandbox);
    symlinkSync(join(at.home, 'outside'), join(at.cwd, 'folder'));
    const bash = async ({ call, home }: typeof at, command: string) => (await call('bash', { command })).replaceAll(home, '').trim();
    expect([
      await bash(at, 'grep -rE "SECRET|one" . folder/ ../outside 2>/dev/null; true'),
      await bash(at, 'find "$HOME" -name "*secret*" -o -name auth.json'),
      await bash(wide, 'grep -r SECRET "$HOME"'),
      await bash(wide, 'find "$HOME" -name "*secret*" -o -name auth.json'),
    ]).toEqual(['./a.txt:one', '(no output)', '/outside/secret:SECRET', '/outside/secret']);
  },
);

test('opening something that is not a regular file does not wait', async () => {
  using at = place('open');
  expect([await at.call('read', { path: '/dev/zero' }), await at.call('read', { path: '.' })]).toEqual([
    'refused: /dev/zero is no file.',
    expect.stringMatching(/^refused: /),
  ]);
});

test('a file that is not there is named as the model named it, not by the handle of its folder', async () => {
  using at = place();
  expect(await at.call('read', { path: 'gone.txt' })).toContain(join(at.cwd, 'gone.txt'));
});

test('an image stays an image', async () => {
  using at = place();
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  writeFileSync(join(at.cwd, 'a.png'), png);
  const { read } = fileOperations({ cwd: at.cwd, mode: 'secure', forbidden: [] });
  expect(await read.detectImageMimeType?.(join(at.cwd, 'a.png'))).toBe('image/png');
});

needing(process.platform !== 'linux' && lacks.linux)(
  'S2: a folder that is swapped for a link all the while never lets a write out',
  async () => {
    using at = place();
    const swapped = join(at.cwd, 'swapped');
    for (const folder of [join(swapped, 'inner'), join(at.home, 'outside/inner')]) mkdirSync(folder, { recursive: true });
    const { write } = fileOperations({ cwd: at.cwd, mode: 'secure', forbidden: [] });
    const flip = `
    const { mkdirSync, renameSync, rmSync, symlinkSync } = require('node:fs');
    const { workerData: [path, outside, stop] } = require('node:worker_threads');
    symlinkSync(outside, path + '-link');
    const running = new Int32Array(stop);
    while (Atomics.load(running, 0) === 0) {
      renameSync(path, path + '-folder'); renameSync(path + '-link', path);
      renameSync(path, path + '-link'); renameSync(path + '-folder', path);
    }`;
    const stop = new SharedArrayBuffer(4);
    const worker = new Worker(flip, { eval: true, workerData: [swapped, join(at.home, 'outside'), stop] });
    let written = 0;
    for (let attempt = 0; attempt < 2_000; attempt += 1) {
      await write.writeFile(join(swapped, 'inner/planted'), 'x').then(
        () => {
          written += 1;
        },
        () => {},
      );
    }
    Atomics.store(new Int32Array(stop), 0, 1);
    await new Promise(resolve => worker.once('exit', resolve));
    expect({ outside: existsSync(join(at.home, 'outside/inner/planted')), written: written > 0 }).toEqual({
      outside: false,
      written: true,
    });
    rmSync(swapped, { recursive: true, force: true });
  },
);
