import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defineErrors } from '../kernel/api/error.ts';
import { collectMessages, errorFiles, faultsOf, messagesOf, messagesPage, snapshotPath } from './support/messages.ts';

test('every message is the one that was reviewed and committed, and none has a fault', async () => {
  const messages = await collectMessages();
  expect(faultsOf(messages)).toEqual([]);
  expect(messagesPage(messages), 'Run `npm run generate` and read the difference.').toBe(readFileSync(snapshotPath, 'utf8'));
});

test('planted faults are all found', () => {
  const good = { file: 'a.ts', en: '{id} is full. Delete a note.', fr: '{id} est plein. Supprimez une note.' };
  const messages = [
    { ...good, code: 'notes/full' },
    { ...good, code: 'notes/full', file: 'b.ts' },
    { ...good, code: 'notFound' },
    { ...good, code: 'notes/blank', fr: 'Plein. Supprimez une note.' },
    { ...good, code: 'notes/same', fr: good.en },
    { ...good, code: 'notes/open', en: '{id} is full' },
  ];
  expect(faultsOf(messages)).toEqual([
    'notes/full stands in a.ts and in b.ts.',
    'notFound is not of the form area/what-happened.',
    'notes/blank leaves other blanks in French than in English.',
    'notes/same says the same in both languages.',
    'notes/open does not end as a sentence (en).',
  ]);
});

test('a table is read from what a module exports, wherever the module lies', () => {
  const errors = defineErrors({ 'notes/gone': { en: '{id} is gone. Reload the list.', fr: '{id} a disparu. Rechargez la liste.' } });
  const files = ['plugins/notes/main/odd.ts', 'plugins/notes/main/odd.test.ts', 'kernel/api/error.ts', 'kernel/main/manifest/plan.ts'];
  expect({
    read: messagesOf('odd.ts', { errors, other: 1 }),
    files: errorFiles(files, path => (path.includes('plan') ? '' : 'export const errors = defineErrors({')),
  }).toEqual({
    read: [{ code: 'notes/gone', file: 'odd.ts', en: '{id} is gone. Reload the list.', fr: '{id} a disparu. Rechargez la liste.' }],
    files: ['plugins/notes/main/odd.ts'],
  });
  expect(() => messagesOf('odd.ts', { other: 1 })).toThrow('Export it');
});
