import { expect, test } from 'vitest';
import { matchers, texts } from './support/matcher-table.ts';

const size = 10_000;
const noticeableMs = 25;

/** A busy machine counts in none of so many runs. */
const runs = 3;

/** The processor's milliseconds. */
function cost(work: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The texts with which four times the length takes more than eight times the work. */
function slowWith(work: (text: string) => unknown, among = texts): readonly string[] {
  const slow = Object.entries(among).filter(([, text]) => {
    const short: number[] = [];
    while (short.length < runs) {
      short.push(cost(work, text(size)));
      if (Math.min(...short) < noticeableMs) return false;
    }
    // The first run that is fast enough says it.
    return short.every(() => cost(work, text(size * 4)) > 8 * Math.min(...short));
  });
  return slow.map(([name]) => name);
}

test.each(Object.entries(matchers))('X17: however it is written, the work of %s grows no faster than its length', (_what, work) => {
  expect(slowWith(work)).toEqual([]);
});

test('work that grows faster than the text is found', () => {
  const everyPair = (text: string): number => {
    let found = 0;
    for (let at = 0; at < text.length; at += 1) for (let to = at; to < text.length; to += 1) found += text.charCodeAt(to) & 1;
    return found;
  };
  expect(slowWith(everyPair, { a: length => 'a'.repeat(length) })).toEqual(['a']);
});
