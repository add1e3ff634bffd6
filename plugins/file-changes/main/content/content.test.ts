import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, compared } from './compare.ts';
import { loadDiff } from './diff.ts';
import { enclosing } from './enclosing.ts';
import { groups, hunksOf } from './hunks.ts';
import { linesOf } from './lines.ts';
import { rebased, uneditedPosition, withRevertedRegions } from './merge.ts';

await loadDiff();

const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'é\r\n'), { maxLength: 12 }).map(lines => lines.join(''));
const bytes = (value: string) => Buffer.from(value);

test('for any two texts, reverting every region of the newer one gives the older one, byte by byte', () => {
  fc.assert(
    fc.property(text, text, (old, now) => {
      const both = compared(bytes(old), bytes(now))!;
      const back = both.regions.map(({ oldAt, oldCount, newAt, newCount }) => ({
        at: newAt,
        count: newCount,
        lines: both.old.slice(oldAt, oldAt + oldCount),
      }));
      expect(bytesOf(withRevertedRegions(both.now, back)).toString()).toBe(old);
    }),
    { numRuns: 500 },
  );
});

test('text that is not UTF-8 is preserved', () => {
  const odd = Buffer.from([0x66, 0xfc, 0x72, 0x0a, 0xff, 0xfe, 0x0a]);
  expect(bytesOf(compared(odd, bytes('x\n'))!.old).equals(odd)).toBe(true);
});

test('an unedited region is found at its new position, and an edited one is not found', () => {
  fc.assert(
    fc.property(text, text, text, (old, left, now) => {
      const [own, foreign] = [compared(bytes(old), bytes(left))!, compared(bytes(left), bytes(now))!];
      for (const { newAt, newCount } of own.regions) {
        const at = uneditedPosition(newAt, newCount, foreign.regions);
        if (at === undefined) continue;
        expect(foreign.now.slice(at, at + newCount)).toEqual(own.now.slice(newAt, newAt + newCount));
      }
    }),
    { numRuns: 1000 },
  );
});

test('the rebased base contains the edits of the person and no change of the conversation', () => {
  const old = 'one\ntwo\nthree\nfour\nfive\nsix\n';
  const left = 'one\nTWO by us\nthree\nfour\nfive\nsix\n';
  const now = 'one\nTWO by us\nthree\nfour\nFIVE by them\nsix\nseven by them\n';
  expect(rebased(bytes(old), bytes(left), bytes(now))?.join('')).toBe('one\ntwo\nthree\nfour\nFIVE by them\nsix\nseven by them\n');
});

test('a line that both edited counts as the person’s, and a revert does not lose it', () => {
  const [old, left, now] = ['a\nb\nc\nd\n', 'a\nB us\nc\nD us\n', 'a\nB them\nc\nD us\n'];
  expect(rebased(bytes(old), bytes(left), bytes(now))?.join('')).toBe('a\nB them\nc\nd\n');
});

test('an edit of the person that covers a change of the conversation is kept completely, and so is one inside such a change', () => {
  const [old, left] = ['a\nb\nc\nd\n', 'a\nB us\nc\nd\n'];
  const wide = rebased(bytes(old), bytes(left), bytes('them\nd\n'))?.join('');
  const narrow = rebased(bytes(old), bytes('us 1\nus 2\nus 3\nd\n'), bytes('us 1\nthem\nus 3\nd\n'))?.join('');
  expect({ wide, narrow }).toEqual({ wide: 'them\nd\n', narrow: 'us 1\nthem\nus 3\nd\n' });
});

test('rebasing over any edits loses none of their lines, and over no edits is the older text', () => {
  const marked = fc.array(fc.constantFrom('p\n', 'q\n'), { maxLength: 3 }).map(lines => lines.join(''));
  fc.assert(
    fc.property(text, text, fc.nat(12), marked, (old, left, at, theirs) => {
      const lines = linesOf(left);
      const now = [...lines.slice(0, at), ...linesOf(theirs), ...lines.slice(at)].join('');
      const result = rebased(bytes(old), bytes(left), bytes(now))!.join('');
      expect(result.split('\n').filter(line => line === 'p' || line === 'q')).toEqual(theirs.split('\n').slice(0, -1));
      expect(rebased(bytes(old), bytes(left), bytes(left))!.join('')).toBe(Buffer.from(old).toString('latin1'));
    }),
    { numRuns: 500 },
  );
});

test('a hunk contains its position, its context, and marks of the changed words', () => {
  const body = [
    'export function forecast(points) {',
    '  const rows = points.map(p => {',
    '    const day = localMidnight(p.at)',
    '    return day',
    '  })',
    '}',
    '',
  ];
  const old = body.join('\n');
  const { hunks, more } = hunksOf(compared(bytes(old), bytes(old.replace('localMidnight', 'zoned')))!);
  expect({ hunks, more }).toEqual({
    more: 0,
    hunks: [
      {
        id: expect.any(String),
        from: 2,
        to: 4,
        inside: 'forecast()',
        added: 1,
        removed: 1,
        lines: [
          { kind: 'same', old: 2, new: 2, text: body[1] },
          { kind: 'removed', old: 3, text: body[2], marks: [[16, 29]] },
          { kind: 'added', new: 3, text: '    const day = zoned(p.at)', marks: [[16, 21]] },
          { kind: 'same', old: 4, new: 4, text: body[3] },
        ],
      },
    ],
  });
});

test('a hunk keeps its id when lines are added above it, and two equal hunks have different ids', () => {
  const old = ['a', ...Array.from({ length: 20 }, (_, at) => `l${at}`), 'a', ''].join('\n');
  const now = old.replaceAll(/^a$/gm, 'A');
  const ids = (from: string, to: string) => groups(compared(bytes(from), bytes(to))!).map(({ id }) => id);
  expect({ same: ids(`x\n${old}`, `x\n${now}`), two: new Set(ids(old, now)).size }).toEqual({ same: ids(old, now), two: 2 });
});

test('names of functions and classes are found in some languages, and a condition is not a name', () => {
  const inside = (...lines: string[]) => enclosing(lines, lines.length - 1);
  expect([
    inside('def tide(x):', '    return x'),
    inside('func (p *Port) Zone() string {', '\treturn p.zone'),
    inside('pub async fn run(&self) {', '    if ready {', '        go()'),
    inside('class Tide {', '  #level(at) {', '    return at'),
    inside('const zoned = (at, zone) => {', '  if (at) {', '    return 1'),
    inside('plain', 'text'),
  ]).toEqual(['tide()', 'Zone()', 'run()', '#level()', 'zoned()', undefined]);
});
