import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands, elements } from './index.ts';
import { languageOf, pathParts } from './path-name.ts';

test('every element and window command that the manifest names is exported', () => {
  const { atelier } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { views, commands: listed } = atelier.contributes as {
    views: { element: string }[];
    commands: { id: string; runs?: string }[];
  };
  expect({
    elements: Object.keys(elements),
    commands: Object.keys(commands),
  }).toEqual({
    elements: views.map(({ element }) => element),
    commands: listed.filter(({ runs }) => runs === 'window').map(({ id }) => id),
  });
});

test('a file name shows invisible characters, does not change the text direction around it, and determines the language', () => {
  expect([
    pathParts('src/a.ts'),
    pathParts('a\u202Eb\nc.txt'),
    languageOf('src/a.ts'),
    languageOf('x/Makefile'),
    languageOf('.bashrc'),
  ]).toEqual([
    { folder: 'src/', base: 'a.ts' },
    { folder: '', base: expect.not.stringMatching(/[\u202E\n]/) },
    'ts',
    'makefile',
    '.bashrc',
  ]);
});
