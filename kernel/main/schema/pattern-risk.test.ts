import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Expression, parsePattern } from './pattern-parse.ts';
import { isSlowPattern } from './pattern-risk.ts';

test.each([
  ['(a+)+$'],
  ['(a*)*$'],
  ['(a|a)*$'],
  ['(a|aa)+$'],
  ['(a*b*)*$'],
  ['(a?b?)*$'],
  ['(?:(?:a?)+b)*'],
  ['(?:a{1,}){2,}'],
  ['(?<word>\\d+)*x'],
  ['^(\\w+\\s?)*$'],
  ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$'],
  ['(.*a){20}'],
  ['(x+x+)+y'],
  ['(?!(a+)+$)b'],
  ['(?<=(a|a)*)b'],
  ['(?:[^,]*,?)*'],
  ['(a)\\1'],
  ['(?:\\p{L}+|[a-z]+)*$'],
])('%s can take exponential time', pattern => {
  expect(isSlowPattern(pattern)).toBe(true);
});

test.each([
  [''],
  ['[]'],
  ['^[^\\0]*$'],
  ['^.*$'],
  ['^[a-z]+(?:-[a-z]+)*$'],
  ['^(?:@[a-z0-9]+(?:-[a-z0-9]+)*/)?[a-z0-9]+(?:-[a-z0-9]+)*$'],
  ['^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$'],
  ['^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$'],
  ['^(?:[0-9a-f]{2}){16}$'],
  ['^(?:[a-z]{1,3}){1,5}$'],
  ['^(?:foo|bar)+$'],
  ['^(?:\\r\\n|\\n)*$'],
  ['^\\p{L}+(?: \\p{L}+)*$'],
  ['^(?<year>\\d+)(?:\\.(?<month>\\d+))*$'],
  ['^\\$\\{[a-z]+\\}$'],
  ['^[\\]\\-a-c]+(?:\\u{1F600}[\\]\\-a-c]+)*$'],
])('%s never takes exponential time', pattern => {
  expect(isSlowPattern(pattern)).toBe(false);
});

test('no pattern of the project’s own schemas is slow', () => {
  const files = ['manifest', 'channel', 'points/views', 'points/commands', 'points/deep-links', 'points/keybindings'];
  const texts = files.map(file => readFileSync(join(import.meta.dirname, `../../../schemas/${file}.schema.json`), 'utf8'));
  const patterns = texts.flatMap(text =>
    [...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(found => JSON.parse(found[1] ?? '') as string),
  );

  expect(patterns.length).toBeGreaterThan(15);
  expect(patterns.filter(isSlowPattern)).toEqual([]);
});

test('the work of a pattern that counts as harmless grows polynomially with the text, not exponentially', () => {
  const piece = fc.constantFrom('a', 'b', '[ab]', 'a?', '(?:a|b)', '(?:ab)', '(?:a|ab)');
  const inner = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 2 }), fc.constantFrom('*', '+', '{1,2}', '{2}', '?'));
  const repeated = inner.map(([pieces, count]) => `(?:${pieces.join('')})${count}`);
  const pattern = fc.array(fc.oneof(piece, repeated), { minLength: 1, maxLength: 2 }).map(parts => `(?:${parts.join('')})*`);

  fc.assert(
    fc.property(pattern, fc.constantFrom('a', 'b', 'ab', 'aab', 'abb'), (text, unit) => {
      fc.pre(!isSlowPattern(text));
      const short = stepsOf(text, unit.repeat(8));
      const long = stepsOf(text, unit.repeat(16));
      expect(long / short).toBeLessThan(128);
    }),
    { numRuns: 1000 },
  );
});

// Counts the steps of a backtracking search that never succeeds.
function stepsOf(pattern: string, text: string): number {
  let steps = 0;
  const go = (expression: Expression, at: number, then: (at: number) => void): void => {
    steps += 1;
    if (steps > 3_000_000) return;
    switch (expression.kind) {
      case 'empty':
        return then(at);
      case 'set': {
        const code = text.codePointAt(at);
        if (code !== undefined && expression.set.some(([low, high]) => low <= code && code <= high)) then(at + 1);
        return;
      }
      case 'choice':
        for (const part of expression.parts) go(part, at, then);
        return;
      case 'sequence':
        return expression.parts.reduceRight<(at: number) => void>((rest, part) => next => go(part, next, rest), then)(at);
      case 'loop':
        return repeat(expression, at, then, 0);
    }
  };
  const repeat = (loop: Extract<Expression, { kind: 'loop' }>, at: number, then: (at: number) => void, done: number): void => {
    if (done < loop.most) go(loop.body, at, next => (next > at || done < loop.least ? repeat(loop, next, then, done + 1) : undefined));
    if (done >= loop.least) then(at);
  };
  go(parsePattern(pattern).expression, 0, () => undefined);
  return steps;
}
