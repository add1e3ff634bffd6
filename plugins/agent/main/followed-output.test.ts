import { expect, test, vi } from 'vitest';
import { followedOutput } from './followed-output.ts';

test('whole lines are told as they come, and at the end what is left, without what is cleaned out', () => {
  vi.useFakeTimers();
  const told: string[] = [];
  const output = followedOutput(
    text => text.replaceAll('secret', '•••'),
    text => told.push(text),
  );
  const say = (text: string | Buffer) => {
    output.take(Buffer.from(text));
    vi.advanceTimersByTime(100);
  };
  say('one\nsec');
  say('ret two\n\u001b[31mred\u001b[0m');
  const euro = Buffer.from('\n€');
  say(euro.subarray(0, 2));
  say(euro.subarray(2));
  output.end();
  output.end();
  vi.useRealTimers();
  expect(told).toEqual(['one\n', '••• two\n', 'red\n', '€']);
});

test('what cleaning changes after it was told is told no second time, and nothing else of it', () => {
  vi.useFakeTimers();
  const told: string[] = [];
  const output = followedOutput(
    text => text.replace(/BEGIN[\s\S]*?(?:END|$)/, '•••'),
    text => told.push(text),
  );
  for (const line of ['key:\n', 'BEGIN\n', 'abc\n', 'END\n', 'after\n']) {
    output.take(Buffer.from(line));
    vi.advanceTimersByTime(100);
  }
  output.end();
  vi.useRealTimers();
  expect(told.join('')).toBe('key:\n•••\nafter\n');
});
