import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineChannel } from '@atelier/kernel';
import { extension, greeter, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

test('an invalid or incompatible manifest is refused by name, and the other extensions run', async () => {
  await using kernel = await testKernel({
    extensions: [
      { id: '@test/torn', files: { 'package.json': '{"name": "@test/torn",' } },
      {
        id: '@test/odd',
        files: {
          'package.json': '{"name": "@test/odd", "version": "1.0.0", "engines": {"atelier": "*"}, "atelier": {"permissions": "all"}}',
        },
      },
      { id: '@test/empty', files: { 'package.json': '' } },
      { id: '@test/list', files: { 'package.json': '[]' } },
      greeter,
    ],
  });
  const refused = kernel
    .statuses()
    .filter(one => one.state === 'refused')
    .map(one => one.problem?.code);
  expect([refused, kernel.statuses().find(one => one.id === '@test/greeter')?.state]).toEqual([
    ['extension/manifest-unreadable', 'extension/manifest-invalid', 'extension/manifest-unreadable', 'extension/manifest-invalid'],
    'dormant',
  ]);
});

test('an invalid contribution is dropped with a problem that names it, and its extension runs without it', async () => {
  await using kernel = await testKernel({
    extensions: [
      extension('@test/palette', () => undefined, { points: { 'colours@1': './colour.schema.json' } }),
      {
        id: '@test/mixed',
        atelier: {
          requires: { '@test/palette': '^1.0.0' },
          contributes: {
            commands: [{ id: 'mixed.good', title: 'Good' }, { id: 'other.bad', title: 'Wrong word' }, { id: 'mixed.untitled' }],
            vews: [{ id: 'x' }],
            '@test/palette:colour@1': [{ name: 'grey' }],
            '@test/undeclared:things@1': [{ name: 'x' }],
          },
        },
      },
    ],
  });
  const listed = await kernel.client(defineChannel('kernel')).call('listExtensions', {});
  const mixed = (listed as { id: string; state: string; problems: { code: string; message: string }[] }[]).find(
    one => one.id === '@test/mixed',
  );
  expect([
    mixed?.state,
    mixed?.problems.map(one => one.code),
    mixed?.problems.map(one => /did you mean "[^"]+"/.exec(one.message)?.[0]).filter(meant => meant !== undefined),
    kernel.contributions('@atelier/kernel:commands@1').map(one => (one.value as { id: string }).id),
  ]).toEqual([
    'dormant',
    [
      'extension/contribution-name',
      'extension/invalid-contribution',
      'extension/unknown-point',
      'extension/undeclared-dependency',
      'extension/unknown-point',
    ],
    ['did you mean "views"', 'did you mean "@test/palette:colours@1"'],
    ['mixed.good'],
  ]);
});

test('entries of a point are checked against its owner’s schema before the owner reads them', async () => {
  const read: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      {
        id: '@test/palette',
        installed: true,
        atelier: { points: { 'colours@1': './colour.schema.json' }, contributes: { commands: [{ id: 'palette.read', title: 'Read' }] } },
        files: {
          'colour.schema.json': JSON.stringify({
            type: 'object',
            required: ['name'],
            additionalProperties: false,
            properties: { name: { type: 'string' } },
          }),
          'main.js': `export default { activate(ctx) {
            const colours = ctx.contributions({ key: '@test/palette:colours@1' });
            ctx.handle('palette.read', async () => colours.items);
          } };`,
        },
      },
      extension('@test/red', () => undefined, {
        optional: { '@test/palette': '^1.0.0' },
        contributes: { '@test/palette:colours@1': [{ name: 'red' }] },
      }),
      extension('@test/noise', () => undefined, {
        optional: { '@test/palette': '^1.0.0' },
        contributes: { '@test/palette:colours@1': [{ name: 7 }] },
      }),
    ],
  });
  read.push(await kernel.run('palette.read'));
  expect(read).toEqual([[{ from: '@test/red', value: { name: 'red' } }]]);
});

const installed = (id: string) => ({ id, installed: true, files: { 'main.js': 'export default { activate() {} };' } });

function changeVersion(folder: string, name: string, version: string): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, engines: { atelier: '^1.0.0' }, atelier: {} }));
}

test('the second start reads one index, and still notices a changed manifest', async () => {
  const first = await testKernel({ extensions: [greeter, installed('@test/second')] });
  await first.close();
  const { userData, bundled, installed: root } = first.host.paths;
  const isRemembered = existsSync(join(userData, 'cache', 'manifests.json'));
  changeVersion(join(bundled, 'test-0'), '@test/greeter', '3.0.0');
  const second = await testKernel({ profile: first.profile });
  await second.close();
  changeVersion(join(root, 'test-1'), '@test/second', '2.0.0');
  await using third = await testKernel({ profile: first.profile });
  const versions = (kernel: typeof third) => kernel.statuses().map(one => one.version);
  expect([isRemembered, versions(second), versions(third)]).toEqual([true, ['3.0.0', '1.0.0'], ['3.0.0', '2.0.0']]);
});

test('the second start notices added and removed extensions', async () => {
  const first = await testKernel({ extensions: [installed('@test/one'), installed('@test/two')] });
  await first.close();
  rmSync(join(first.host.paths.installed, 'test-0'), { recursive: true });
  const second = await testKernel({ profile: first.profile });
  await second.close();
  await using third = await testKernel({ profile: first.profile, extensions: [installed('@test/three')] });
  const ids = (kernel: typeof third) => kernel.statuses().map(one => one.id);
  expect([ids(second), ids(third)]).toEqual([['@test/two'], ['@test/three', '@test/two']]);
});

test('an installed extension cannot have a name in the scope of the plugins that come with the app', async () => {
  await using kernel = await testKernel({ extensions: [installed('@atelier/memory-plus'), installed('@test/one')] });
  expect(kernel.statuses().map(({ id, state, problem }) => [id, state, problem?.code])).toEqual([
    ['@test/one', 'dormant', undefined],
    ['@atelier/memory-plus', 'refused', 'extension/reserved-scope'],
  ]);
});

test('K12: a manifest may write the address of its own page, as its name or as its slug, and not that of another package', async () => {
  const addresses = ['@acme/notes/a.html', 'acme--notes/b.html', '@acme/other/c.html'].map(path => `atelier-extension://${path}`);
  const views = addresses.map((html, at) => ({ id: `notes.view${at}`, slot: 'panel', title: 'Notes', html }));
  await using kernel = await testKernel({
    extensions: [
      {
        id: '@acme/notes',
        installed: true,
        files: { 'main.js': 'export default { activate() {} };' },
        atelier: { contributes: { views } },
      },
    ],
  });
  const listed = kernel.contributions('@atelier/kernel:views@1').map(({ value }) => (value as { html?: string }).html);
  expect(listed).toEqual(['./a.html', './b.html']);
});
