import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

const startup = { activation: 'startup' as const };
const main = (body: string) => ({ 'main.js': `export default { async activate(ctx) { ${body} } };\n` });
const glob = `${'+(+(a|aa)|+(aaa|a))'.repeat(5)}b`;
const args = (pattern: string) => ({ contributes: { commands: [{ id: 'odd.say', title: 'Say', args: { type: 'string', pattern } }] } });

/** What an extension can do at its start to keep the kernel from going on, and what becomes of it. */
const table: Readonly<Record<string, { readonly odd: Partial<TestExtension>; readonly state: string; readonly code?: string }>> = {
  'its main side works for ever': {
    odd: { files: main('for (;;);'), atelier: startup },
    state: 'failed',
    code: 'extension/activation-timeout',
  },
  'its main side works for ever as it is loaded': {
    odd: { files: { 'main.js': 'for (;;);\n' }, atelier: startup },
    state: 'failed',
    code: 'extension/activation-timeout',
  },
  'its activate never ends': {
    odd: { files: main('await new Promise(() => setInterval(() => {}, 1000));'), atelier: startup },
    state: 'failed',
    code: 'extension/activation-timeout',
  },
  'its glob of files asks for every way to divide a name': {
    odd: { files: main(''), atelier: { ...startup, rights: { files: [{ glob, mode: 'read', in: 'data' }] } } },
    state: 'refused',
    code: 'extension/manifest-invalid',
  },
  'its glob is longer than a path is': {
    odd: { files: main(''), atelier: { ...startup, rights: { files: [{ glob: '*a'.repeat(101), mode: 'read', in: 'data' }] } } },
    state: 'refused',
    code: 'extension/manifest-invalid',
  },
  'a pattern of its command backtracks': {
    odd: { files: main("ctx.handle('odd.say', async () => 'said');"), atelier: { ...startup, ...args('^(a|aa)+$') } },
    state: 'active',
  },
  'its manifest is as deep as a file can be': {
    odd: { files: { ...main(''), 'package.json': `{"name":"@test/odd","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}` } },
    state: 'refused',
    code: 'extension/manifest-too-large',
  },
};

test.each(Object.entries(table))('X18: %s, and the others start all the same', async (_what, { odd, state, code }) => {
  const well: TestExtension = { id: '@test/well', installed: true, files: main(''), atelier: startup };
  await using kernel = await testKernel({ extensions: [{ id: '@test/odd', installed: true, ...odd }, well] });
  const statuses = kernel.statuses();
  const seen = statuses.find(({ id }) => id !== '@test/well');
  expect([seen?.state, seen?.problem?.code, statuses.find(({ id }) => id === '@test/well')?.state]).toEqual([state, code, 'active']);
});

test('X17: a text that a backtracking engine would not come back from is checked at once', async () => {
  const { odd } = table['a pattern of its command backtracks']!;
  await using kernel = await testKernel({ extensions: [{ id: '@test/odd', installed: true, ...odd }] });
  await expect(kernel.run('odd.say', `${'a'.repeat(5000)}!`)).rejects.toMatchObject({ code: 'command/invalid-arguments' });
  expect(await kernel.run('odd.say', 'aaa')).toBe('said');
});

test('X17: a glob that is refused is named, with what it may be', async () => {
  const { odd } = table['its glob of files asks for every way to divide a name']!;
  await using kernel = await testKernel({ extensions: [{ id: '@test/odd', installed: true, ...odd }] });
  expect(kernel.statuses()[0]?.problem).toMatchObject({ code: 'extension/manifest-invalid', message: expect.stringMatching(/glob/) });
});
