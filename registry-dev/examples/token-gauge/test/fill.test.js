import { expect, test } from 'vitest';
import { fillOf } from '../ui/fill.js';

test('a context is told in percent and warns before it is full', () => {
  const at = tokens => fillOf({ tokens, window: 1000 });
  expect([at(0), at(125), at(750), at(899), at(5000)].map(fill => [fill?.percent, fill?.role])).toEqual([
    [0, 'calm'],
    [13, 'calm'],
    [75, 'warn'],
    [90, 'danger'],
    [100, 'danger'],
  ]);
});

test('what nobody knows is not drawn as empty', () => {
  expect([fillOf(undefined), fillOf({ tokens: 5 }), fillOf({ window: 1000 }), fillOf({ tokens: 1, window: 0 })]).toEqual(
    Array(4).fill(undefined),
  );
});
