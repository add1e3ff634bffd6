import { expect, test } from 'vitest';
import { findLookAlike, type KnownExtension, namesAlike } from './look-alike.ts';

const known = (id: string, where: KnownExtension['where'], title?: string, publisher?: string): KnownExtension => ({
  id,
  where,
  title,
  publisher,
});

test('N13: a name that differs by what the eye or the finger slips over is alike; one that says something else is not', () => {
  const pairs: readonly [string, string][] = [
    ['@acme/notes', '@acrne/notes'],
    ['@acme/notes', '@acme/n0tes'],
    ['@acme/notes', '@acme/note-s'],
    ['@acme/notes', '@acme-notes/notes'],
    ['@acme/notes', '@notes/acme'],
    ['@acme/notes', '@evil/notes'],
    ['@acme/notes', '@acme/ntoes'],
    ['@acme/notes', '@evil/notess'],
    ['@acme/word-count', '@acme/word_count'],
    ['@acme/calculator', '@evil/calcuIator'],
    ['@acme/screenshots', '@evil/scrensohts'],
    ['@acme/memory', '@acme/calendar'],
    ['@acme/log', '@acme/dog'],
    ['@acme/notes', '@acme/votes-counted'],
    ['@acme/notes', '@acme/notes'],
  ];
  expect(pairs.map(([one, other]) => [other, namesAlike(one, other), namesAlike(other, one)])).toEqual(
    pairs.map(([, other], at) => [other, at < 11, at < 11]),
  );
});

test('N13: the best known of those that one could be taken for is named, also by a title in other letters, and never one of the same publisher', () => {
  const ours = known('@atelier/memory', 'bundled', 'Memory');
  const installed = known('@acme/memory', 'installed', 'Recall', 'acme');
  const offered = known('@team/agenda', 'offered', undefined, 'team');
  const all = [offered, installed, ours];
  const one = (id: string, title?: string, publisher?: string) => findLookAlike({ id, title, publisher }, all);
  expect([
    one('@evil/memory'),
    one('@evil/recaller', 'Rеcall'),
    one('@acme/memory2', undefined, 'acme'),
    one('@teem/agenda', undefined, 'evil'),
    one('@team/agendas', undefined, 'team'),
    one('@evil/weather', 'Weather'),
  ]).toEqual([
    { id: '@atelier/memory', by: 'name', where: 'bundled' },
    { id: '@acme/memory', by: 'title', where: 'installed' },
    { id: '@atelier/memory', by: 'name', where: 'bundled' },
    { id: '@team/agenda', by: 'name', where: 'offered' },
    undefined,
    undefined,
  ]);
});
