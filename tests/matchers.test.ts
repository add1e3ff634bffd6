import { expect, test } from 'vitest';
import { matchers, texts } from './support/matcher-table.ts';

const size = 10_000;
const noticeableMs = 25;

/** The processor's milliseconds for the best of some runs, so that a busy machine does not count. */
function cost(work: (text: string) => unknown, text: string, runs: number): number {
  const all = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage();
    work(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...all);
}

/** The texts with which four times the length takes more than eight times the work. */
function slowWith(work: (text: string) => unknown, among = texts): readonly string[] {
  const slow = Object.entries(among).filter(([, text]) => {
    if (cost(work, text(size), 1) < noticeableMs) return false;
    const short = cost(work, text(size), 3);
    return short >= noticeableMs && cost(work, text(size * 4), 3) > 8 * short;
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
