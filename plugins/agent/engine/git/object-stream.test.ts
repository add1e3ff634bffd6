import { expect, test } from 'vitest';
import { ObjectStream } from './object-stream.ts';

test('objects are read in whatever pieces they come; missing, large and other ones are left out', () => {
  const blob = (id: string, text: string, type = 'blob') => `${id} ${type} ${Buffer.byteLength(text)}\n${text}\n`;
  const all = Buffer.from(
    `${blob('a', 'one\n')}m missing\n${blob('b', '')}${blob('large', 'x'.repeat(50))}${blob('t', 'tree', 'tree')}${blob('c', 'a missing\nb')}`,
  );
  const read = (size: number) => {
    const stream = new ObjectStream(20, 16);
    for (let at = 0; at < all.length; at += size) stream.take(all.subarray(at, at + size));
    return [...stream.objects].map(([id, bytes]) => [id, bytes.toString()]);
  };
  const whole = [
    ['a', 'one\n'],
    ['b', ''],
    ['c', 'a missing\nb'],
  ];
  expect([1, 2, 3, 7, 1_000].map(read)).toEqual([whole, whole, whole, whole, whole]);
});
