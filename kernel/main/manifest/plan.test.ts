import { expect, test } from 'vitest';
import { type Planned, plan } from './plan.ts';

function manifest(id: string, more: Partial<Planned> = {}): Planned {
  return { id, version: '1.0.0', folder: `/x/${id}`, bundled: false, engine: '^1.0.0', requires: {}, optional: {}, ...more };
}

function outcome(found: readonly Planned[], kernel = '1.2.0', off: readonly string[] = []) {
  const { order, refusals } = plan(found, kernel, new Set(off));
  return { order, refused: refusals.map(({ id, error }) => [id, error.code, error.message]) };
}

test('every extension runs after its dependencies, and ties are ordered by name so that the order is always the same', () => {
  const found = [
    manifest('@b/zebra'),
    manifest('@a/notes', { requires: { '@b/zebra': '^1.0.0' } }),
    manifest('@a/apple'),
    manifest('@a/lamp', { optional: { '@c/late': '^1.0.0' } }),
    manifest('@c/late', { requires: { '@a/notes': '^1.0.0' } }),
  ];
  const order = ['@a/apple', '@b/zebra', '@a/notes', '@c/late', '@a/lamp'];
  expect([plan(found, '1.2.0', new Set()).order, plan([...found].reverse(), '1.2.0', new Set()).order]).toEqual([order, order]);
});

test('an extension that cannot run is refused with one sentence, and so are only those that require it', () => {
  const found = [
    manifest('@a/fine'),
    manifest('@a/old-engine', { engine: '^2.0.0' }),
    manifest('@a/lonely', { requires: { '@a/nobody': '^1.0.0' } }),
    manifest('@a/picky', { requires: { '@a/fine': '^3.0.0' } }),
    manifest('@a/above', { requires: { '@a/picky': '^1.0.0' } }),
    manifest('@a/wishful', { optional: { '@a/nobody': '^1.0.0', '@a/fine': '^9.0.0' } }),
    manifest('@a/hen', { requires: { '@a/egg': '^1.0.0' } }),
    manifest('@a/egg', { requires: { '@a/hen': '^1.0.0' } }),
    manifest('@a/eater', { requires: { '@a/egg': '^1.0.0' } }),
  ];
  expect(outcome(found)).toMatchInlineSnapshot(`
    {
      "order": [
        "@a/fine",
        "@a/wishful",
      ],
      "refused": [
        [
          "@a/old-engine",
          "extension/engine-mismatch",
          "@a/old-engine 1.0.0 is switched off: it needs Atelier ^2.0.0, but this is version 1.2.0. Update Atelier, or install a version of @a/old-engine made for it.",
        ],
        [
          "@a/lonely",
          "extension/requirement-missing",
          "@a/lonely 1.0.0 is switched off: it needs @a/nobody ^1.0.0, which is not installed. Install @a/nobody, or remove @a/lonely.",
        ],
        [
          "@a/picky",
          "extension/requirement-version",
          "@a/picky 1.0.0 is switched off: it needs @a/fine ^3.0.0, but 1.0.0 is installed. Update @a/fine, or install another version of @a/picky.",
        ],
        [
          "@a/above",
          "extension/requirement-off",
          "@a/above 1.0.0 is switched off: it needs @a/picky, which is also switched off. Switch @a/picky on, or see why it is refused.",
        ],
        [
          "@a/eater",
          "extension/requirement-off",
          "@a/eater 1.0.0 is switched off: it needs @a/egg, which is also switched off. Switch @a/egg on, or see why it is refused.",
        ],
        [
          "@a/egg",
          "extension/cycle",
          "@a/egg 1.0.0 is switched off: it requires itself through @a/egg → @a/hen → @a/egg. One of these must move the other to atelier.optional.",
        ],
        [
          "@a/hen",
          "extension/cycle",
          "@a/hen 1.0.0 is switched off: it requires itself through @a/hen → @a/egg → @a/hen. One of these must move the other to atelier.optional.",
        ],
      ],
    }
  `);
});

test('a bundled plugin keeps its name against an installed extension', () => {
  const { order, refused } = outcome([
    manifest('@a/notes', { folder: '/installed' }),
    manifest('@a/notes', { folder: '/bundled', bundled: true }),
  ]);
  expect([order, refused]).toEqual([
    ['@a/notes'],
    [
      [
        '@a/notes',
        'extension/duplicate-id',
        'The extension @a/notes in /installed is switched off: /bundled has the same name and comes first. Rename one of them, or remove one.',
      ],
    ],
  ]);
});

test('a development build counts as its coming release', () => {
  expect(outcome([manifest('@a/notes')], '1.1.0-dev.3').order).toEqual(['@a/notes']);
});

test('a disabled extension is not refused, but those that require it are', () => {
  const found = [manifest('@a/base'), manifest('@a/top', { requires: { '@a/base': '^1.0.0' } })];
  expect(outcome(found, '1.0.0', ['@a/base'])).toEqual({
    order: [],
    refused: [
      [
        '@a/top',
        'extension/requirement-off',
        '@a/top 1.0.0 is switched off: it needs @a/base, which is also switched off. Switch @a/base on, or see why it is refused.',
      ],
    ],
  });
});

test('two extensions that optionally depend on each other both run', () => {
  const found = [manifest('@a/one', { optional: { '@a/two': '^1.0.0' } }), manifest('@a/two', { optional: { '@a/one': '^1.0.0' } })];
  expect(outcome(found)).toEqual({ order: ['@a/one', '@a/two'], refused: [] });
});

test('a third-party extension with the word of a bundled one is refused, whether that one is on or off, and so is one with the kernel’s name', () => {
  const ours = manifest('@atelier/notes', { bundled: true });
  const found = [ours, manifest('@aaa/notes'), manifest('@atelier/kernel'), manifest('@aaa/fine')];
  const refused = [
    [
      '@aaa/notes',
      'extension/word-taken',
      '@aaa/notes is switched off: the names of what it adds begin with "notes", and so do those of @atelier/notes, so it could answer in place of @atelier/notes. Remove one of them.',
    ],
    [
      '@atelier/kernel',
      'extension/name-reserved',
      'The extension in /x/@atelier/kernel is switched off: its name, @atelier/kernel, is that of Atelier itself. Remove it, or rename it.',
    ],
  ];
  expect([outcome(found), outcome(found, '1.2.0', ['@atelier/notes'])]).toEqual([
    { order: ['@aaa/fine', '@atelier/notes'], refused },
    { order: ['@aaa/fine'], refused },
  ]);
});
