import { expect, test } from 'vitest';
import { Points } from './points.ts';

test('entries are in plan order in whatever order they were added, and watchers are called once per change', () => {
  const changed: string[] = [];
  const points = new Points({
    positionOf: id => ['@a/first', '@a/second'].indexOf(id),
    mayAdd: () => true,
    changed: key => changed.push(key),
  });
  const heard: unknown[] = [];
  const early = points.add('p', '@a/second', { n: 2 });
  const list = points.read('p');
  const watching = list.watch(change => heard.push(change));
  points.add('p', '@a/first', { n: 1 });
  const both = list.items;
  void early.dispose();
  void watching.dispose();
  points.add('p', '@a/first', { n: 3 });
  expect({ changed, both, after: list.items.map(entry => entry.value), heard }).toEqual({
    changed: ['p', 'p', 'p', 'p'],
    both: [
      { from: '@a/first', value: { n: 1 } },
      { from: '@a/second', value: { n: 2 } },
    ],
    after: [{ n: 1 }, { n: 3 }],
    heard: [
      { added: [{ from: '@a/first', value: { n: 1 } }], removed: [] },
      { added: [], removed: [{ from: '@a/second', value: { n: 2 } }] },
    ],
  });
});

test('removing invalid entries returns the extensions that added them', () => {
  const points = new Points({ positionOf: () => 0, mayAdd: () => true, changed: () => undefined });
  points.add('p', '@a/good', 'fine');
  points.add('p', '@a/bad', 'wrong');
  const removed = points.removeInvalid('p', value => (value === 'wrong' ? ['It is wrong.'] : []));
  expect([removed, points.read('p').items]).toEqual([[{ from: '@a/bad', why: ['It is wrong.'] }], [{ from: '@a/good', value: 'fine' }]]);
});
