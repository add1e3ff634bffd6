import { expect, test } from 'vitest';
import { longestFirst, partsOf, secondsOf } from './support/test-seconds.ts';

const seconds = { a: 30, b: 20, c: 20, d: 10, e: 0.1 };

test('the longest files come first, equals by name, and one that was never measured before the short ones', () => {
  expect(longestFirst(['e', 'new', 'd', 'c', 'b', 'a'], seconds)).toEqual(['a', 'b', 'c', 'd', 'new', 'e']);
});

test('each file of a run is in one part, and the parts have about the same to do', () => {
  const parts = partsOf(['a', 'b', 'c', 'd', 'e'], seconds, 2);
  const loads = [1, 2].map(part => [...parts].filter(([, of]) => of === part).reduce((sum, [file]) => sum + secondsOf(file, seconds), 0));
  expect({ files: [...parts.keys()].toSorted(), loads }).toEqual({ files: ['a', 'b', 'c', 'd', 'e'], loads: [40.1, 40] });
});
