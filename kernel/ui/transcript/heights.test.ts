import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heights } from './heights.ts';

test('the top of every row is the sum of the heights before it, after any number of corrections', () => {
  const changes = fc.array(fc.tuple(fc.nat(299), fc.integer({ min: 0, max: 500 })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), changes, fc.nat(60_000), (count, made, place) => {
      const plain = Array.from({ length: count }, (_, index) => 20 + (index % 7));
      const heights = new Heights(count, index => plain[index] ?? 0);
      for (const [index, height] of made.filter(([index]) => index < count)) {
        plain[index] = height;
        heights.set(index, height);
      }
      const tops = plain.map((_, index) => plain.slice(0, index).reduce((sum, one) => sum + one, 0));
      expect(plain.map((_, index) => heights.top(index))).toEqual(tops);
      expect(heights.indexAt(place)).toBe(tops.findLastIndex(top => top <= place));
    }),
    { numRuns: 200 },
  );
});
