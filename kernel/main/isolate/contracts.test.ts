import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { bench } from '../../../tests/hostile/support.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { contractsOf } from './contracts.ts';
import { programOf } from './isolate-program.ts';

vi.setConfig({ testTimeout: 30_000 });

function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('an isolated extension imports the contract of an extension that it declared, as TypeScript or JavaScript, and no other file of it', async () => {
  using temp = tempFolder();
  const at = temp.path;
  const notes = write(join(at, 'notes'), {
    'package.json': JSON.stringify({ exports: { './contract': { types: './no.d.ts', default: './contract/index.ts' } } }),
    'contract/index.ts':
      "import { defineToken } from '@atelier/kernel';\nimport { name } from './name.js';\nexport const Notes = defineToken<{ readonly a: string }>(name);\n",
    'contract/name.js': 'export const name = "@acme/notes:Notes@1";',
    'inside.js': 'export const secret = 1;',
  });
  const own = write(join(at, 'own'), {
    'main.mjs': `import { Notes } from '@acme/notes/contract';
      export default { activate(ctx) {
        ctx.handle('names', () => Notes.key);
        ctx.handle('probe', () => import('@acme/notes/inside.js').then(() => 'read', error => error.code));
      } };`,
  });
  await using built = bench('honest.mjs', {
    main: join(own, 'main.mjs'),
    packageFolder: own,
    packages: new Map([['@acme/notes', notes]]),
  });
  await built.start();
  expect([await built.run('names'), await built.run('probe')]).toEqual(['@acme/notes:Notes@1', 'ERR_MODULE_NOT_FOUND']);
});

test('a contract that does not parse, and a package that was removed, fail only their own import, with a sentence that names them', async () => {
  using temp = tempFolder();
  const notes = write(join(temp.path, 'notes'), {
    'package.json': JSON.stringify({ exports: { './broken': './broken.ts', './whole': './whole.js' } }),
    'broken.ts': 'export const = enum {',
    'whole.js': 'export const whole = 1;',
  });
  const own = write(join(temp.path, 'own'), {
    'main.mjs': `const tried = name => import(name).then(({ whole }) => whole, error => error.message);
      export default { activate(ctx) { ctx.handle('names', async () => [await tried('@acme/notes/whole'), await tried('@acme/notes/broken'), await tried('@acme/gone/contract')]); } };`,
  });
  await using built = bench('honest.mjs', {
    main: join(own, 'main.mjs'),
    packageFolder: own,
    packages: new Map([
      ['@acme/notes', notes],
      ['@acme/gone', join(temp.path, 'gone')],
    ]),
  });
  await built.start();
  expect(await built.run('names')).toEqual([
    1,
    expect.stringContaining("Cannot find package '@acme/notes'"),
    expect.stringContaining("Cannot find package '@acme/gone'"),
  ]);
});

test('X2: a contract that imports files outside its package, by a path or by a link, gets none of them', () => {
  using temp = tempFolder();
  const at = write(temp.path, { 'diary.js': 'export const diary = "canary";' });
  const folder = write(join(at, 'notes'), {
    'package.json': JSON.stringify({ exports: { './up': '../diary.js', './path': './path.js', './link': './link.js' } }),
    'path.js': "export * from '../diary.js';",
  });
  symlinkSync(join(at, 'diary.js'), join(folder, 'link.js'));
  const contracts = contractsOf(new Map([['@acme/notes', folder]]));
  const program = programOf(pathToFileURL(join(folder, 'path.js')), new Map());
  expect({
    named: [...contracts.keys()],
    brought: programOf(new URL('./isolate-child.ts', import.meta.url), contracts).includes('canary'),
    would: program.includes('canary'),
  }).toEqual({ named: ['@acme/notes/path', '@acme/notes/link'], brought: false, would: true });
});
