import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { examine } from './check/examine.ts';
import { validate } from './validate.ts';

const root = resolve(import.meta.dirname, '../../..');

/** An extension on disk; the manifest is completed with the required fields. */
function extension(files: Readonly<Record<string, string>>, atelier: object = {}, more: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-validate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifest = {
    name: '@acme/trial',
    version: '1.0.0',
    type: 'module',
    license: 'MIT',
    engines: { atelier: '^1.0.0' },
    atelier,
    ...more,
  };
  const all = { 'package.json': JSON.stringify(manifest), 'README.md': 'About it.', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The findings, as code and placeholders of the message. */
async function found(folder: string) {
  const { errors, warnings } = await examine(root, folder);
  const told = (list: typeof errors) =>
    list.map(({ code, details }) => [code.replace('author/', ''), ...Object.values(details).filter(value => typeof value !== 'object')]);
  return { errors: told(errors), warnings: told(warnings) };
}

const view = (given: object) => ({ contributes: { views: [{ id: 'trial.panel', slot: 'panel', title: 'Trial', ...given }] } });

test('a valid extension has no findings', async () => {
  const folder = extension(
    {
      'ui.js':
        "import { html, LitElement } from 'lit';\nimport { Slice } from '@atelier/kernel/ui';\nimport './part.js';\nexport const elements = { 'trial-panel': class extends LitElement {} };\n",
      'part.js': '// import nothing from "nowhere";\nexport {};\n',
      'main.js':
        "import { readFile } from 'node:fs/promises';\nimport { defineExtension } from '@atelier/kernel';\nexport default { activate: ctx => ctx.fetch('https://example.org') };\n",
    },
    { main: './main.js', ui: './ui.js', rights: { net: ['example.org'] }, ...view({ element: 'trial-panel' }) },
  );
  expect(await found(folder)).toEqual({ errors: [], warnings: [] });
});

test('files that the manifest names and the package lacks are found, in every form of path', async () => {
  const folder = extension(
    { 'ui.js': "import './gone.js';\n", 'text/en.json': '{"title":"Title"}' },
    {
      displayName: '%title%',
      main: './main.ts',
      ui: './ui.js',
      points: { 'cards@1': './cards.schema.json' },
      servers: [{ id: 'index', main: './server.js' }],
      ...view({ html: './page.html' }),
    },
  );
  expect(await found(folder)).toEqual({
    errors: [
      ['file-missing', './main.ts', 'atelier.main'],
      ['file-missing', './server.js', 'atelier.servers (index)'],
      ['file-missing', './page.html', 'atelier.contributes.views (trial.panel)'],
      ['file-missing', './cards.schema.json', 'atelier.points (cards@1)'],
      ['file-missing', 'gone.js', 'ui.js'],
    ],
    warnings: [['text-missing', 'title', 'fr']],
  });
});

test('what a view cannot do in its frame is found in its code and in its page', async () => {
  const folder = extension(
    {
      'page.html':
        '<body onload="go()"><script>go()</script><script src="https://cdn.example.org/x.js"></script><script type="module" src="./page.js"></script></body>',
      'page.js':
        "import { openView } from '/__atelier/view.js';\nimport _ from 'lodash';\nlocalStorage.setItem('a', 'b');\nconst answer = await fetch('/x');\nthis.view.fetch('x');\n",
    },
    view({ html: './page.html' }),
  );
  expect(await found(folder)).toEqual({
    errors: [
      ['inline-script', 'page.html'],
      ['view-import', 'page.js', 'lodash'],
    ],
    warnings: [
      ['view-reach', 'page.js', 'fetch'],
      ['view-reach', 'page.js', 'localStorage'],
    ],
  });
});

test('undeclared and forbidden uses of a main side are found, and rights that it requests and does not use', async () => {
  const folder = extension(
    {
      'main.js':
        "import { spawn } from 'node:child_process';\nimport https from 'https';\nimport yaml from 'yaml';\nimport { Agent } from '@atelier/agent/contract';\nexport default { activate(ctx) { ctx.notify({ title: 'x' }); void ctx.files.read('a'); } };\n",
    },
    { main: './main.js', rights: { secrets: ['apiKey'] }, contributes: { commands: [{ id: 'trial.run', title: 'Run' }] } },
  );
  expect(await found(folder)).toEqual({
    errors: [
      ['main-reach', 'main.js', 'node:child_process'],
      ['main-reach', 'main.js', 'https'],
      ['main-import', 'main.js', 'yaml'],
      ['main-import', 'main.js', '@atelier/agent/contract'],
      ['right-missing', 'main.js:5', 'ctx.files', expect.stringContaining('"files"')],
      ['right-missing', 'main.js:5', 'ctx.notify', '"notify": true'],
      ['command-unhandled', 'trial.run'],
    ],
    warnings: [['right-unused', '"secrets"']],
  });
});

test('what is imported, written in a text or a comment, or declared by the file itself is no use of a right or of what a view lacks', async () => {
  const folder = extension(
    {
      'main.js':
        "import { defineHook, Agent as agent } from '@atelier/kernel';\nexport const ended = defineHook.notify('trial:ended@1'); // ctx.notify({})\nconst about = 'call ctx.fetch(url)';\nexport default { activate(ctx) { ctx.handle('trial.run', () => about); agent.secret('x'); } };\n",
      'view.js':
        "const help = 'fetch(url) and localStorage'; /* eval('x') */ function fetch() { return help; }\nthis.view.fetch(fetch());\n",
    },
    { main: './main.js', ui: './view.js', contributes: { commands: [{ id: 'trial.run', title: 'Run' }] } },
  );
  expect(await found(folder)).toEqual({ errors: [], warnings: [] });
});

test('a point, a hook, a command and an element that there is not, and an entry that its point does not take, are named with their line and what was meant', async () => {
  const folder = extension(
    {
      'main.js': "export default {\n  activate(ctx) {\n    ctx.handle('trial.rum', async () => 1);\n  },\n};\n",
      'ui.js':
        "import { LitElement } from 'lit';\nclass Panel extends LitElement {\n  go() { void this.view.run('trial.runn'); }\n}\nexport const elements = { 'trial-panell': Panel };\n",
    },
    {},
  );
  const atelier = {
    ...{ main: './main.js', ui: './ui.js', requires: { '@atelier/agent': '^0.1.0' }, rights: { tools: ['roll'] } },
    taps: ['@atelier/agent:beforeToolCal@1'],
    contributes: {
      ...view({ element: 'trial-panel' }).contributes,
      commands: [{ id: 'trial.run', title: 'Run' }],
      '@atelier/agent:tool@1': [{ name: 'x' }],
      '@atelier/agent:tools@1': [{ name: 'roll', command: 'trial.roll', parameters: { type: 'object' } }],
    },
  };
  const manifest = { name: '@acme/trial', version: '1.0.0', type: 'module', license: 'MIT', engines: { atelier: '^1.0.0' }, atelier };
  const text = JSON.stringify(manifest, undefined, 1);
  writeFileSync(join(folder, 'package.json'), text);
  const at = (name: string) => `package.json:${text.slice(0, text.indexOf(`"${name}"`)).split('\n').length}`;
  const { errors } = await examine(root, folder);
  expect(
    errors.map(error => [error.code.replace('author/', ''), error.details.file, /did you mean "([^"]+)"/.exec(error.message)?.[1]]),
  ).toEqual([
    ['command-unhandled', undefined, undefined],
    ['unknown-name', at('@atelier/agent:beforeToolCal@1'), '@atelier/agent:beforeToolCall@1'],
    ['unknown-name', at('@atelier/agent:tool@1'), '@atelier/agent:tools@1'],
    ['entry-invalid', at('@atelier/agent:tools@1'), undefined],
    ['unknown-name', at('trial.roll'), 'trial.run'],
    ['unknown-name', 'main.js:3', 'trial.run'],
    ['unknown-name', 'ui.js:3', 'trial.run'],
    ['unknown-element', at('trial-panel'), 'trial-panell'],
  ]);
  expect(errors.find(({ code }) => code === 'author/entry-invalid')?.message).toMatch(/description.*is missing/);
});

test('a mistake in the syntax is named by file, line and column', async () => {
  const folder = extension({ 'main.js': 'export default {\n  activate(ctx) { let x = ; },\n};\n' }, { main: './main.js' });
  expect(await found(folder)).toEqual({ errors: [['syntax', 'main.js', 2, 27, 'Unexpected token']], warnings: [] });
});

test('a tool that is missing from the permissions shown to the person is found', async () => {
  const tool = (name: string) => ({ name, description: 'x', command: 'trial.run', parameters: { type: 'object' } });
  const folder = extension(
    { 'main.js': "export default { activate: ctx => ctx.handle('trial.run', async () => 1) };" },
    {
      main: './main.js',
      requires: { '@atelier/agent': '^0.1.0' },
      rights: { tools: ['asked'] },
      contributes: { commands: [{ id: 'trial.run', title: 'Run' }], '@atelier/agent:tools@1': [tool('asked'), tool('smuggled')] },
    },
  );
  expect(await found(folder)).toEqual({ errors: [['tool-right', 'smuggled']], warnings: [] });
});

test('a secret that would be published with the package is reported by file and line, and never printed', async () => {
  const secrets = [`npm_${'a1B2'.repeat(9)}`, `sk-proj-${'x9'.repeat(14)}`, '-----BEGIN RSA PRIVATE KEY-----'];
  const folder = extension({
    'notes.md': `one\ntwo ${secrets[0]}\n`,
    'key.js': `const key = '${secrets[1]}';\n`,
    'text/x.txt': secrets[2] ?? '',
    '.env': 'A=1',
    'server.pem': 'x',
  });
  const { errors } = await examine(root, folder);
  const told = errors.map(error => [error.code, error.details.file, error.details.line]);
  const said = errors.flatMap(error => [error.in('en'), error.in('fr')]).join('\n');
  expect({ told: told.toSorted(), repeated: secrets.filter(secret => said.includes(secret)) }).toEqual({
    told: [
      ['author/private-file', '.env', undefined],
      ['author/private-file', 'server.pem', undefined],
      ['author/secret', 'key.js', 1],
      ['author/secret', 'notes.md', 2],
      ['author/secret', 'text/x.txt', 1],
    ],
    repeated: [],
  });
});

test('the kernel’s own errors are reported unchanged, with the line to correct', async () => {
  const other = extension({}, {}, { engines: { atelier: '^2.0.0' } });
  const broken = extension({ 'package.json': '{ "name": ' });
  const odd = extension({}, view({ element: 'other-panel' }));
  expect({ other: await found(other), broken: (await found(broken)).errors.map(([code]) => code), odd: (await found(odd)).errors }).toEqual(
    {
      other: { errors: [['extension/engine-mismatch', '@acme/trial', '1.0.0', '^2.0.0', '1.0.0']], warnings: [] },
      broken: ['extension/manifest-unreadable'],
      odd: [['extension/contribution-name', '@acme/trial', 'other-panel', 'trial-']],
    },
  );
});

test('a package.json that is nested without end or begins with a byte order mark is answered in a sentence, and an id that is given twice is named', async () => {
  const deep = extension({ 'package.json': `{ "name": "@acme/trial", "atelier": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)} }` });
  const large = extension({ 'package.json': `{ "name": "${'a'.repeat(1_000_001)}" }` });
  const marked = extension({ 'main.js': 'export default { activate() {} };' }, { main: './main.js' });
  const file = join(marked, 'package.json');
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
  const command = { id: 'trial.go', title: 'Go' };
  const twice = extension(
    { 'main.js': "export default { activate: ctx => ctx.handle('trial.go', async () => 1) };" },
    { main: './main.js', contributes: { commands: [command, command] } },
  );
  const codes = async (folder: string) => (await found(folder)).errors.map(([code]) => code);
  expect([await codes(deep), await codes(large), await codes(marked), await codes(twice)]).toEqual([
    ['extension/manifest-too-large'],
    ['extension/manifest-too-large'],
    [],
    ['extension/duplicate-contribution'],
  ]);
});

test('validate says in the person’s language what an extension asks for and how large it is', async () => {
  const folder = extension(
    { 'main.js': 'export default { activate: ctx => ctx.fetch("https://api.example.org") };' },
    {
      main: './main.js',
      requires: { '@atelier/agent': '^0.1.0' },
      rights: { net: ['api.example.org'], files: [{ glob: '**/*.md', mode: 'write', in: 'project' }] },
    },
  );
  const told = async (locale: 'en' | 'fr') =>
    (await validate({ root, positionals: [folder], options: {}, locale })).record as { permissions: { says: string }[]; size: object };
  const [english, french] = [await told('en'), await told('fr')];
  expect({ en: english.permissions.map(each => each.says), fr: french.permissions.map(each => each.says), size: english.size }).toEqual({
    en: [
      'Talks to api.example.org over the network.',
      'Reads and changes files that match **/*.md in the projects of the person.',
      'Uses @atelier/agent (^0.1.0), and cannot run without it.',
    ],
    fr: [
      'Communique avec api.example.org par le réseau.',
      'Lit et modifie les fichiers **/*.md dans les projets de la personne.',
      'Utilise @atelier/agent (^0.1.0), et ne peut pas s’en passer.',
    ],
    size: { packed: expect.any(Number), unpacked: expect.any(Number), files: 3 },
  });
});
