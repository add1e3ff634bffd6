import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { assetsOf } from './assets.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

const map = '{"imports":{"lit":"/__atelier/lit.js","@atelier/kernel":"/__atelier/kernel.js"}}';
const page = `<head><script type="importmap">${map}</script></head><body></body>`;

/** The preload links of the frame page of a package with these files. */
async function preloads(files: Readonly<Record<string, string>>): Promise<readonly (string | undefined)[]> {
  const root = mkdtempSync(join(tmpdir(), 'atelier-frame-page-'));
  roots.push(root);
  const all: Record<string, string> = { 'frame/frame.html': page, 'outside.js': '' };
  for (const [name, text] of Object.entries(files)) all[`package/${name}`] = text;
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  mkdirSync(join(root, 'package'), { recursive: true });
  symlinkSync(join(root, 'outside.js'), join(root, 'package', 'linked.js'));
  const asset = await assetsOf(() => join(root, 'package'), join(root, 'frame'))('acme--notes', '/__atelier/frame.html');
  const text = Buffer.from(asset?.bytes ?? []).toString();
  return [...text.matchAll(/<link rel="modulepreload" href="([^"]*)" \/>/g)].map(([, href]) => href).toSorted();
}

const manifest = (ui: unknown) => JSON.stringify({ name: '@acme/notes', atelier: { ui } });

test('the frame page preloads all modules of its view, however deeply they are imported', async () => {
  const asked = await preloads({
    'package.json': manifest('./ui/index.js'),
    'ui/index.js':
      "import { html } from 'lit';\nimport { one } from './one.js';\nexport * from '../two.js';\nconst late = () => import('./late.js');",
    'ui/one.js': "import'./a b.js'; import { two } from '../two.js';",
    'ui/a b.js': "import './index.js';",
    'ui/late.js': '',
    'two.js': '',
    'unused.js': '',
  });
  expect(asked).toEqual(['/__atelier/lit.js', '/two.js', '/ui/a%20b.js', '/ui/index.js', '/ui/one.js']);
});

test('P1: it preloads no file that may not be served, and no file name can end the link element', async () => {
  const asked = await preloads({
    'package.json': manifest('./ui.js'),
    'ui.js': [
      ...['./package.json', './node_modules/x/index.js', '../outside.js', './linked.js', 'https://example.org/a.js', '//example.org/a.js'],
      ...['x', './missing.js', './a"><script>.js', './%2e%2e/outside.js', './.hidden.js'],
    ]
      .map(from => `import '${from}';`)
      .join('\n'),
    'node_modules/x/index.js': '',
    '.hidden.js': '',
    'a"><script>.js': '',
  });
  expect(asked).toEqual(['/ui.js']);
});

test('a package without a module, or with an unreadable manifest, gets the page without preloads', async () => {
  const asked = [
    await preloads({ 'package.json': manifest(undefined) }),
    await preloads({ 'package.json': manifest(['./ui.js']) }),
    await preloads({ 'package.json': '{' }),
    await preloads({ 'package.json': manifest('./ui.js') }),
    await preloads({}),
  ];
  expect(asked).toEqual([[], [], [], [], []]);
});

test('a package of very many modules has the first of them preloaded, and its frame page still works', async () => {
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`m${at}.js`, `import './m${at + 1}.js';`]));
  const asked = await preloads({ 'package.json': manifest('./m0.js'), ...files });
  expect(asked).toHaveLength(40);
});

test('a source that is crafted to slow down the search for imports does not', async () => {
  const asked = await preloads({
    'package.json': manifest('./ui.js'),
    'ui.js': "import './lines.js'; import './words.js'; import './quotes.js';",
    'lines.js': '\n'.repeat(150_000),
    'words.js': '\nimport a'.repeat(2_000),
    'quotes.js': `import ${'"'.repeat(10_000)}`,
  });
  expect(asked).toEqual(['/lines.js', '/quotes.js', '/ui.js', '/words.js']);
}, 5000);
