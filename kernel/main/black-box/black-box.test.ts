import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, BlackBox as BlackBoxToken, type Happening, type KeptHappening } from '@atelier/kernel';
import { extension, type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { BlackBox } from './black-box.ts';

vi.setConfig({ testTimeout: 60_000 });

const filesIn = (userData: string) => ['0', '1'].map(turn => pathIn(userData, 'blackBox', { turn }));
const textIn = (userData: string) =>
  filesIn(userData)
    .map(file => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
    .join('');
const said = ({ is, of, how }: KeptHappening) => [is, of, how].filter(part => part !== undefined).join(' ');

test('D30: each start says how the run before has ended: closed, cut off, or with the whole machine', () => {
  using folder = tempFolder();
  const run = (end: 'closed' | 'cut off' | 'machine off') => {
    const box = new BlackBox(folder.path);
    box.note({ is: 'turn-began', of: 'c1' });
    if (end === 'closed') box.ending();
    // What still happens while it closes is nobody's surprise.
    box.note({ is: 'turn-ended', of: 'c1', how: 'cut' });
    box.close();
    if (end !== 'machine off') return;
    const [file = ''] = filesIn(folder.path);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"boot":"[^"]+"/g, '"boot":"another"'));
  };
  for (const end of ['closed', 'cut off', 'machine off', 'closed'] as const) run(end);
  const box = new BlackBox(folder.path);
  const starts = box.read().filter(({ is }) => is === 'start');
  box.close();
  expect(starts.map(({ how }) => how)).toEqual(['first', 'orderly', 'cut-off', 'machine-off', 'orderly']);
});

test('D30: what has another form than its field is left out: no sentence, no path and no key gets in', () => {
  using folder = tempFolder();
  const box = new BlackBox(folder.path);
  const secret = 'sk-canary1234567890abcdef';
  const notes: readonly Happening[] = [
    { is: `it said ${secret}` },
    { is: 'turn-ended', how: secret },
    { is: 'turn-ended', of: 'My secret-plan', how: 'The words of the person' },
    { is: 'turn-ended', of: ['', 'home', 'marie', 'secret-plan.txt'].join('/') },
    { is: 'turn-ended', of: 'c1', how: 'done', text: 'secret-plan' } as Happening,
    { is: 'extension-failed', of: '@acme/notes', how: 'extension/crashed' },
    { is: 'server-ended', of: '@acme/notes', how: 'SIGKILL' },
  ];
  for (const note of notes) box.note(note, '@atelier/agent');
  const kept = box.read().slice(1).map(said);
  box.close();
  expect({ kept, found: ['secret-plan', 'canary', 'words', 'marie'].filter(word => textIn(folder.path).includes(word)) }).toEqual({
    kept: [
      'turn-ended',
      'turn-ended',
      'turn-ended',
      'turn-ended c1 done',
      'extension-failed @acme/notes extension/crashed',
      'server-ended @acme/notes SIGKILL',
    ],
    found: [],
  });
});

const secret = 'canary-9f8e7d6c5b4a';

/** Fails with a secret in each place that an error has. */
const careless: TestExtension = {
  id: '@test/careless',
  installed: true,
  atelier: { contributes: { commands: ['fail', 'grow', 'fall'].map(name => ({ id: `careless.${name}`, title: name })) } },
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.log.error('${secret}');
      ctx.handle('careless.grow', async () => { for (const all = []; ; ) all.push(new Array(100000).fill(Math.random())); });
      ctx.handle('careless.fail', async () => { throw Object.assign(new Error('${secret}'), { code: '${secret}/${secret}' }); });
      ctx.handle('careless.fall', async () => { setImmediate(() => { throw new Error('${secret}'); }); return null; });
    } };`,
  },
};

const userDataOf = (kernel: TestKernel) => join(kernel.profile, 'user-data');
const happened = (kernel: TestKernel) => {
  const lines = textIn(userDataOf(kernel)).split('\n').filter(Boolean);
  return lines.map(line => said(JSON.parse(line) as KeptHappening)).filter(line => line.includes('@test/careless'));
};

test('D30: the end of a process, the failure and the next start of an extension are kept, and nothing that its errors say', async () => {
  await using kernel = await testKernel({ extensions: [careless] });
  await kernel.run('careless.fail').catch(() => undefined);
  await kernel.run('careless.grow').catch(() => undefined);
  await expect.poll(() => happened(kernel), { timeout: 50_000 }).toHaveLength(2);
  await kernel.retry('@test/careless');
  await kernel.run('careless.fall').catch(() => undefined);
  await expect.poll(() => happened(kernel), { timeout: 50_000 }).toHaveLength(5);
  expect({ happened: happened(kernel), leaks: textIn(userDataOf(kernel)).includes(secret) }).toEqual({
    happened: [
      'extension-ended @test/careless heap-full',
      'extension-failed @test/careless extension/out-of-memory',
      'extension-again @test/careless',
      expect.stringMatching(/^extension-ended @test\/careless \d+$/),
      'extension-failed @test/careless extension/crashed',
    ],
    leaks: false,
  });
});

test('D30: of the code of an error only one of our own is kept', async () => {
  const odd = extension('@test/careless', () => {
    throw new AppError('secret-plan/of-marie', { en: secret, fr: secret });
  });
  await using kernel = await testKernel({ extensions: [odd] });
  await kernel.wake('@test/careless').catch(() => undefined);
  const text = textIn(userDataOf(kernel));
  expect({ happened: happened(kernel), leaks: [secret, 'secret-plan'].filter(word => text.includes(word)) }).toEqual({
    happened: ['extension-failed @test/careless'],
    leaks: [],
  });
});

test('an installed extension neither reads what is kept nor adds to it', async () => {
  const prying: TestExtension = {
    id: '@test/prying',
    installed: true,
    atelier: { contributes: { commands: [{ id: 'prying.pry', title: 'Pry' }] } },
    files: {
      'main.js': `export default { activate(ctx) {
        const how = call => call().then(() => 'allowed', error => error.code);
        ctx.handle('prying.pry', async () => {
          const box = ctx.get({ key: '${BlackBoxToken.key}' });
          return [await how(() => box.read()), await how(() => box.note({ is: 'flood' }))];
        });
      } };`,
    },
  };
  await using kernel = await testKernel({ extensions: [prying] });
  expect([await kernel.run('prying.pry'), textIn(userDataOf(kernel)).includes('flood')]).toEqual([
    ['extension/not-allowed', 'extension/not-allowed'],
    false,
  ]);
});

test('only this account can read it', context => {
  context.skip(process.platform === 'win32', 'Windows has no modes of files');
  using folder = tempFolder();
  new BlackBox(folder.path).close();
  expect(statSync(filesIn(folder.path)[0]!).mode & 0o777).toBe(0o600);
});
