import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { find } from './outputs.ts';

interface Examples {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const manifest = { name: '@acme/notes', version: '1.0.0', engines: { atelier: '^1.0.0' }, atelier: {} };
const view = { id: 'notes.list', slot: 'main', title: 'Notes' };
const archive = {
  ...{ atelier: 'profile', format: 1, createdAt: '2026-01-01T00:00:00.000Z', profile: '', keys: false },
  ...{ plugins: [], extensions: [], leftOut: [], files: [{ path: 'README.txt', size: 1, sha256: 'a'.repeat(64) }] },
};
const slices = {
  locale: 'fr',
  theme: 'dark',
  contrast: 'more',
  mode: 'assistant',
  conversation: null,
  project: { id: 'p' },
  thread: 'project',
  widget: { width: 10, height: 2.5 },
  visible: true,
  params: null,
};

const examples: Readonly<Record<string, Examples>> = {
  'manifest.schema.json': {
    good: [
      manifest,
      { ...manifest, atelier: { main: './..a/b..c/...' } },
      { ...manifest, name: 'notes', version: '1.1.0-dev.3', keywords: ['npm'], engines: { atelier: '^1.0.0', node: '*' } },
      {
        ...manifest,
        atelier: {
          displayName: '%name%',
          kind: 'channel',
          main: './dist/main.js',
          activation: 'idle',
          requires: { '@atelier/conversations': '>=1 <3' },
          points: { 'cards@1': './contract/card.schema.json' },
          channels: { 'atelier:acp': './contract/acp.channel.json' },
          taps: ['@atelier/x:beforeCall@12'],
          rights: { net: ['*.example.org:8443', 'localhost'], files: [{ glob: '**/*.md', mode: 'read', in: 'project' }], notify: true },
          contributes: { views: [{}], '@atelier/x:cards@1': [{ element: 'notes-card' }] },
        },
      },
    ],
    bad: [
      null,
      [],
      {},
      { ...manifest, name: '@Acme/notes' },
      { ...manifest, name: 'a--b' },
      { ...manifest, name: 'a'.repeat(49) },
      { ...manifest, version: '1.0' },
      { ...manifest, engines: {} },
      ...['*', ' x ', '', ' '.repeat(50)].map(atelier => ({ ...manifest, engines: { atelier } })),
      { ...manifest, atelier: { load: 'first' } },
      ...[
        'dist/main.js',
        './../main.js',
        './a/../../b.js',
        './..',
        './a/..',
        './a\n/../../b.js',
        './a\u2028/../../b.js',
        './a\\b.js',
        '/etc/passwd',
        './',
      ].map(main => ({
        ...manifest,
        atelier: { main },
      })),
      { ...manifest, atelier: { activation: '*' } },
      { ...manifest, atelier: { requires: { '@Acme/x': '^1.0.0' } } },
      { ...manifest, atelier: { requires: { '@acme/x': '*' } } },
      ...['HTTP://x', 'a.org/path', '*.*.org', 'a.org:123456', '.a.org', ''].map(net => ({
        ...manifest,
        atelier: { rights: { net: [net] } },
      })),
      { ...manifest, atelier: { rights: { files: [{ glob: '*', mode: 'read' }] } } },
      { ...manifest, atelier: { rights: { everything: true } } },
      { ...manifest, atelier: { contributes: { views: [1] } } },
      JSON.parse(JSON.stringify(manifest).replace('"atelier":{}', '"atelier":{"__proto__":{}}')),
      JSON.parse(JSON.stringify(manifest).replace('"atelier":{}', '"atelier":{"constructor":{}}')),
    ],
  },
  'frame.schema.json': {
    good: [
      { v: 1, id: 0, kind: 'event', to: 'a:b' },
      { v: 1, id: 7, kind: 'call', to: 'atelier:acp:event', body: null, from: '@acme/notes' },
    ],
    bad: [
      'frame',
      [],
      { v: 2, id: 0, kind: 'event', to: 'a:b' },
      { v: 1, id: -1, kind: 'event', to: 'a:b' },
      { v: 1, id: 0.5, kind: 'event', to: 'a:b' },
      { v: 1, id: 0, kind: 'shout', to: 'a:b' },
      { v: 1, id: 0, kind: 'event', to: 'ab' },
      { v: 1, id: 0, kind: 'event', to: 'x'.repeat(201) },
      { v: 1, id: 0, kind: 'event', to: 'a:b', extra: 1 },
    ],
  },
  'channel.schema.json': {
    good: [
      { channel: 'notes', calls: {}, events: {} },
      {
        channel: 'atelier:acp',
        calls: { send: { access: 'everybody', params: {}, result: {}, errors: ['acp/gone'], timeoutMs: 0 } },
        events: {
          event: {
            access: 'everybody',
            payload: {},
            merge: { by: ['id'], append: 'text', last: ['at'] },
            urgent: { kind: ['done', 1, true] },
          },
        },
        $defs: { None: { type: 'object' } },
      },
      { channel: 'notes', access: 'bundled', calls: { send: { params: {}, result: {} } }, events: {} },
      { channel: 'notes', calls: { send: { access: { rights: ['notify', '@acme/notes:read'] }, params: {}, result: {} } }, events: {} },
      { channel: 'notes', calls: { send: { access: { own: 'id' }, params: {}, result: {} } }, events: {} },
    ],
    bad: [
      { channel: 'Notes', calls: {}, events: {} },
      { channel: 'notes', calls: { Send: { access: 'everybody', params: {}, result: {} } }, events: {} },
      { channel: 'notes', calls: { send: { access: 'everybody', params: {} } }, events: {} },
      { channel: 'notes', calls: { send: { access: 'everybody', params: {}, result: {}, errors: ['gone'] } }, events: {} },
      { channel: 'notes', calls: { send: { params: {}, result: {} } }, events: {} },
      { channel: 'notes', access: 'everybody', calls: {}, events: {} },
      { channel: 'notes', calls: {}, events: { done: { payload: {} } } },
      { channel: 'notes', calls: {}, events: { done: { access: { own: 'id' }, payload: {} } } },
      { channel: 'notes', calls: { send: { access: 'nobody', params: {}, result: {} } }, events: {} },
      { channel: 'notes', calls: { send: { access: { rights: ['everything'] }, params: {}, result: {} } }, events: {} },
      { channel: 'notes', calls: {}, events: { done: { access: 'everybody', payload: {}, coalesceMs: 0 } } },
      { channel: 'notes', calls: {}, events: { done: { access: 'everybody', payload: {}, urgent: 'now' } } },
    ],
  },
  'view-context.schema.json': {
    good: [slices, { ...slices, conversation: { id: 'c', title: 'T', accessMode: 'secure' } }],
    bad: [
      { ...slices, locale: 'de' },
      { ...slices, project: {} },
      { ...slices, widget: { width: '10', height: 1 } },
      { ...slices, window: {} },
    ],
  },
  'points/views.schema.json': {
    good: [
      { ...view, element: 'notes-list' },
      { ...view, html: './panel.html', mode: 'workspace', context: 'always', width: 16, order: 1.5, replaces: 'a.b' },
    ],
    bad: [
      view,
      { ...view, element: 'notes-list', html: './panel.html' },
      { ...view, element: 'notes' },
      { ...view, html: './../panel.html' },
      { ...view, html: './a\u2028/../../panel.html' },
      { ...view, element: 'notes-list', slot: 'everywhere' },
      { ...view, element: 'notes-list', width: 15 },
    ],
  },
  'points/commands.schema.json': {
    good: [
      { id: 'notes.forget', title: 'Forget', args: { type: 'object' }, palette: false },
      { id: 'notes.forget', title: '😀'.repeat(80) },
    ],
    bad: [
      { id: 'notes', title: 'Forget' },
      { id: 'notes.forget', title: '' },
      { id: 'notes.forget', title: 'x'.repeat(81) },
      { id: 'notes.forget', title: '😀'.repeat(81) },
    ],
  },
  'points/deep-links.schema.json': {
    good: [{ route: 'notes/open/*', command: 'notes.open' }],
    bad: [{ route: '/notes', command: 'notes.open' }, { route: 'notes' }, { route: 'notes/*/x', command: 'notes.open' }],
  },
  'points/keybindings.schema.json': {
    good: [{ command: 'notes.open', key: 'Mod+Shift+K', args: null }],
    bad: [
      { command: 'notes.open', key: 'Mod+' },
      { command: 'notes.open', key: 'Hyper+K' },
    ],
  },
  'files/settings.schema.json': {
    good: [{}, { enabledModels: ['a/b'], defaultProvider: null, other: 1 }],
    bad: [[], { enabledModels: 'a/b' }, { defaultModel: 1 }],
  },
  'files/models.schema.json': {
    good: [{ providers: {} }, { providers: { a: { models: [{ id: 'm', maxTokens: 1, more: true }] } } }],
    bad: [{}, { providers: { a: { models: [{}] } } }, { providers: { a: { baseUrl: '' } } }],
  },
  'files/auth.schema.json': {
    good: [{}, { a: { type: 'oauth', access: 'x', expires: 1.5, new: {} } }],
    bad: [[], { a: {} }, { a: { type: 'key', key: 1 } }],
  },
  'files/extensions.schema.json': {
    good: [
      { extensions: {} },
      {
        extensions: { '@acme/notes': { enabled: true, granted: { net: ['a.org'], files: [{ glob: '+(a)', mode: 'read', in: 'data' }] } } },
      },
    ],
    bad: [{}, { extensions: { a: { granted: { net: [1] } } } }, { extensions: { a: { granted: { all: true } } } }],
  },
  'files/notices.schema.json': {
    good: [
      { version: 1, notices: [] },
      { version: 1, notices: [{ id: 'a', at: 1.5, message: 'Hello', extension: '@acme/notes', command: 'notes.open', args: { id: 1 } }] },
    ],
    bad: [
      {},
      { version: 0, notices: [] },
      { version: 1, notices: [{ id: 'a', at: 1, message: 'Hello' }] },
      { version: 1, notices: [{ id: 'a', at: 1, message: 'Hello', extension: 'a', more: 1 }] },
    ],
  },
  'files/archive.schema.json': {
    good: [archive, { ...archive, version: '1.0.0', leftOut: [{ path: 'a', why: 'link' }], plugins: [{ id: 'a', version: '1' }] }],
    bad: [
      {},
      { ...archive, format: 0 },
      { ...archive, more: 1 },
      { ...archive, version: '<b>' },
      { ...archive, files: [{ path: '', size: 1 }] },
    ],
  },
};

test('every schema has examples', () => {
  const schemas = find(join(import.meta.dirname, '..'), ['**/*.schema.json']).filter(path => !path.startsWith('generated/'));

  expect(Object.keys(examples).toSorted()).toEqual(schemas);
});

test('where generating code from strings is forbidden, each validator accepts its valid examples and refuses its invalid ones with reasons', () => {
  const tasks = Object.entries(examples).map(([path, { good, bad }]) => {
    const file = join(import.meta.dirname, '../generated', path.replace('.schema.json', '.validate.js'));
    return { path, url: pathToFileURL(file).href, good, bad };
  });
  const script = `
    import { readFileSync } from 'node:fs';
    const wrong = [];
    for (const { path, url, good, bad } of JSON.parse(readFileSync(0, 'utf8'))) {
      const [validate] = Object.values(await import(url));
      good.forEach((value, i) => { if (!validate(value)) wrong.push([path, 'good', i, validate.errors]); });
      bad.forEach((value, i) => { if (validate(value) || !validate.errors?.length) wrong.push([path, 'bad', i]); });
    }
    console.log(JSON.stringify(wrong));`;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', script];

  expect(JSON.parse(execFileSync(process.execPath, args, { input: JSON.stringify(tasks), encoding: 'utf8' }))).toEqual([]);
});

test('the schema for editors stands alone, describes its fields and completes the entries of the kernel’s own points', () => {
  const text = readFileSync(join(import.meta.dirname, '../generated/extension-package.schema.json'), 'utf8');
  const { atelier } = JSON.parse(text).properties;
  const { contributes, rights } = atelier.properties;

  expect({
    references: text.includes('"$ref"'),
    points: Object.keys(contributes.properties),
    required: contributes.properties.views.items.required,
    names: ['views', 'vews', '@acme/cards:cards@1', 'cards@1'].filter(name => new Ajv2020().validate(contributes.propertyNames, name)),
    described: [atelier.description, rights.description, rights.properties.net.description].every(words => words.length > 20),
  }).toEqual({
    references: false,
    points: ['commands', 'deepLinks', 'keybindings', 'views'],
    required: ['id', 'slot', 'title'],
    names: ['views', '@acme/cards:cards@1'],
    described: true,
  });
});
