import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryHost } from '@atelier/kernel/host';
import { problemOf, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { keptLog } from '../../testing/kept-log.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { SecretStore } from './secret-store.ts';

const canary = 'canary-7f3a "quoted" ünique-91c2';

const spiller: TestExtension = {
  id: '@test/spiller',
  installed: true,
  atelier: {
    rights: { secrets: ['token'], files: [{ glob: '*', mode: 'write', in: 'data' }] },
    contributes: { commands: ['log', 'long', 'print', 'throw', 'crash', 'read'].map(name => ({ id: `spiller.${name}`, title: name })) },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      const secret = () => ctx.secret('token');
      ctx.handle('spiller.read', secret);
      ctx.handle('spiller.log', async () => {
        const text = await secret();
        for (const level of ['debug', 'info', 'warn', 'error']) ctx.log[level]('the secret is ' + text, { value: text, deep: [{ token: text }] });
        ctx.log.info(Buffer.from(text).toString('base64') + ' ' + encodeURIComponent(text) + ' ' + JSON.stringify(text));
      });
      // Where a long line is cut, no part of the secret may remain either.
      ctx.handle('spiller.long', async () => { const text = 'x'.repeat(3990) + (await secret()); ctx.log.info(text); console.log(text); throw new Error(text); });
      ctx.handle('spiller.print', async () => { console.log(await secret()); console.error(new Error(await secret())); });
      ctx.handle('spiller.throw', async () => { throw new Error('no luck with ' + (await secret())); });
      ctx.handle('spiller.crash', async () => { const text = await secret(); setImmediate(() => { throw new Error(text); }); return null; });
    } };`,
  },
};

test('X13: an extension gets its secret on request, and it is stored nowhere in its package, its data or the log', async () => {
  await using kernel = await testKernel({ extensions: [spiller] });
  await kernel.secrets.write('@test/spiller', 'token', canary);
  const before = await problemOf(kernel.run('spiller.read'));
  await kernel.grant('@test/spiller', { secrets: ['token'] });
  const after = await kernel.run('spiller.read');
  expect([before, after, filesWith(kernel.profile, canary)]).toEqual([
    ['extension/right-not-granted', expect.stringContaining('token')],
    canary,
    [],
  ]);
});

test('K2: a secret that an extension logs, prints and throws is in clear text in no file and in no process', async context => {
  context.skip(process.platform !== 'linux', 'what a process was given is read from /proc, which only Linux has');
  await using kernel = await testKernel({ extensions: [spiller] });
  await kernel.secrets.write('@test/spiller', 'token', canary);
  await kernel.grant('@test/spiller', { secrets: ['token'] });
  await kernel.run('spiller.log');
  await problemOf(kernel.run('spiller.long'));
  await kernel.run('spiller.print');
  const thrown = await problemOf(kernel.run('spiller.throw'));
  const processes = processesOf();
  await kernel.run('spiller.crash');
  await until(() => kernel.statuses()[0]?.state === 'failed');
  await kernel.close();
  const log = filesWith(kernel.profile, 'the secret is [redacted]');
  expect({
    // The caller gets the error as the extension threw it.
    thrown: (thrown as string[])[0],
    log: log.length,
    children: processes.length > 0,
    clear: [...filesWith(kernel.profile, canary), ...processes.filter(text => text.includes(canary))],
    pieces: filesWith(kernel.profile, canary.slice(0, 8)),
    encoded: filesWith(kernel.profile, Buffer.from(canary).toString('base64')),
  }).toEqual({ thrown: 'channel/failed', log: 1, children: true, clear: [], pieces: [], encoded: [] });
});

test('K1: only the person may read the file of secrets, a link in its place is refused, and a damaged file is set aside', async () => {
  using folder = tempFolder();
  const { secrets } = openMemoryHost({ bundled: undefined, node: process.execPath, root: folder.path });
  const read: string[] = [];
  const store = (name: string, seal = secrets) =>
    new SecretStore(folder.file(name), seal, { log: keptLog(), read: (_, { state }) => void read.push(state), redact: () => undefined });
  writeFileSync(folder.file('a.json'), '{}', { mode: 0o644 });
  await store('a.json').write('@test/a', 'one', canary);
  await store('a.json').write('@test/a', 'two', 'other secret');
  const modes = ['a.json', 'a.json.bak'].map(name => statSync(folder.file(name)).mode & 0o777);
  symlinkSync(folder.file('a.json'), folder.file('link.json'));
  writeFileSync(folder.file('a.json'), '{ torn');
  const restored = await store('a.json').read('@test/a', 'one');
  await store('a.json').write('@test/a', 'one', undefined);
  const lost = openMemoryHost({ bundled: undefined, node: process.execPath, root: folder.path }).secrets;
  expect({
    modes,
    link: await problemOf(store('link.json').read('@test/a', 'one')),
    restored,
    aside: readdirSync(folder.path).filter(name => name.includes('.corrupt-')).length,
    forgotten: await store('a.json').read('@test/a', 'one'),
    inherited: await store('a.json').read('@test/a/constructor', ''),
    keyLost: await problemOf(store('a.json', lost).read('@test/a', 'two')),
    read,
    clear: filesWith(folder.path, canary),
  }).toEqual({
    modes: [0o600, 0o600],
    link: ['storage/symlink', expect.any(String)],
    restored: canary,
    aside: 1,
    forgotten: undefined,
    inherited: undefined,
    keyLost: ['storage/secret-unreadable', expect.stringContaining('"two" of @test/a')],
    read: ['restored', 'ok', 'ok', 'ok'],
    clear: [],
  });
});

/** The files under a folder that contain a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => readFileSync(file).includes(text));
}

/** Command line and environment of every process below this one. */
function processesOf(): string[] {
  const children = (pid: number): number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  const all = (pid: number): number[] => children(pid).flatMap(child => [child, ...all(child)]);
  return all(process.pid).flatMap(pid => ['cmdline', 'environ'].map(name => readFileSync(`/proc/${pid}/${name}`, 'utf8')));
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}
