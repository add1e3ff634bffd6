import { expect, test } from 'vitest';
import type { Rule } from '../../../contract/index.ts';
import { destructiveIn } from '../destructive/destructive.ts';
import { whereOf } from '../destructive/where.ts';
import { decideByRules } from '../match-rule.ts';
import { wantsNetwork } from '../network.ts';
import { loadShellParser, maxLineLength } from './parse.ts';
import { readLine } from './read-line.ts';

const parser = await loadShellParser();
const folder = '/home/me/project';
const rules: readonly Rule[] = [
  { id: '1', decision: 'deny', tool: 'bash', pattern: '*a*b*c*', scope: 'always' },
  { id: '2', decision: 'allow', tool: 'bash', pattern: 'git *x*y*', scope: 'always' },
  { id: '3', decision: 'deny', tool: 'read', pattern: '*a*.env', scope: 'always' },
];

/** Everything that is decided about a line, in milliseconds of processor time of this thread. */
function cost(line: string): number {
  const began = process.threadCpuUsage();
  const read = readLine(parser, line, { cwd: folder, isFolder: () => false });
  destructiveIn(read, whereOf(folder, ['/tmp']));
  wantsNetwork(read);
  decideByRules(rules, { conversation: 'c', folder, tool: 'bash', command: line, line: read });
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

/** What a line is made of, again and again, and what closes it. */
const seeds: readonly (readonly [open: string, close?: string])[] = [
  // The lines that took the old patterns minutes.
  ...([['git push '], ['rm -rf / '], ['a* '], ['> '], [':(){ '], ['curl x | '], ['ch mod -R ']] as const),
  // Everything that the grammar nests, open and closed.
  ...([
    ['$('],
    ['$(a ', ')'],
    ['"$(', ')"'],
    ['"$(a ', ')"'],
    ['`'],
    ['<(a ', ')'],
    ['$(('],
    ['$((1+', '))'],
    ['${a:-', '}'],
    ['${a:-$(', ')}'],
  ] as const),
  ...([
    ['('],
    ['(a;', ')'],
    ['{ '],
    ['{ a;', '}'],
    ['if a; then ', ' fi;'],
    ['while a; do ', ' done;'],
    ['case x in a) ', ' ;; esac'],
    ['[[ ( '],
  ] as const),
  ...([
    ['f() '],
    ['f() { ', '; }'],
    ['! '],
    ['time '],
    ['coproc '],
    ['@(', ')'],
    ['{a,', '}'],
    ['a=('],
    ['a=($(b) ', ')'],
    ['((a+', '))'],
  ] as const),
  // Everything that may stand beside itself.
  ...([
    ['a;'],
    ['a '],
    ['a|'],
    ['a&&'],
    ['a||'],
    ['a&'],
    ['a\n'],
    ['"a" '],
    ["'a' "],
    ['$a '],
    ['"$a"'],
    ['a=1;'],
    ['$(a) '],
    ['`a` '],
    ['*'],
    ['\\'],
  ] as const),
  ...([
    ['<<a '],
    ['<<a\nx\na\n'],
    ['cat <<a\n$(x) `y`\na\n'],
    ['> a '],
    ['2>&1 '],
    ['<<<a '],
    ['{a,b}'],
    ['{a,b} '],
    ['?(a)'],
    ['[a'],
    ['#'],
    ['# \n'],
  ] as const),
  ...([
    ['cd a;'],
    ['cd a && '],
    ['cd a || '],
    ['for x in a; do b; done;'],
    ['x=$(a);'],
    ['a1=b;'],
    ['sudo '],
    ['env a=1 '],
    ['xargs '],
    ['timeout 1 '],
  ] as const),
  ...([
    ['find -exec '],
    ['find . -exec a {} ; '],
    ['sh -c a;'],
    ['bash -c "', '"'],
    ['-x '],
    ['-abcdef'],
    ['--a='],
    ['a:'],
    ['-o a '],
    ["'a[$(b)]' "],
    ['EDITOR=a '],
    ['docker -v a '],
    ['ln -s / b;'],
    ['sed s/a/b/e;'],
    ['=~'],
    ['~/'],
    ['/a'],
    ['é'],
    ['🙂'],
  ] as const),
];

const lengths = [4_000, 8_000, 16_000] as const;

function lineOf([open, close = '']: (typeof seeds)[number], length: number): string {
  const count = Math.floor(length / (open.length + close.length));
  return `${open.repeat(count)}${close.repeat(count)}`;
}

/** Whether twice the length costs more than three times as much. A busy machine may disturb a measurement, so it is made up to three times. */
function isSlow(seed: (typeof seeds)[number], sizes: readonly number[]): boolean {
  return [1, 2, 3].every(() => {
    const costs = sizes.map(length => cost(lineOf(seed, length)));
    // Short times say little.
    return costs.some((each, at) => at > 0 && each > Math.max(3 * (costs[at - 1] ?? 0), 300));
  });
}

test('S22: a line of any kind is decided on in a time that grows with its length, and a longer one than that is not read', () => {
  expect(seeds.filter(seed => isSlow(seed, lengths))).toEqual([]);
  const longer = ['a', '$(', 'a;', '"', "'", '\\', '<<a\n'].flatMap(seed =>
    [maxLineLength + 1, 100_000, 1_000_000].map(length => seed.repeat(length).slice(0, length)),
  );
  const read = longer.map(line => readLine(parser, line, { cwd: '/', isFolder: () => true }));
  expect(read.filter(({ unclear, commands }) => unclear !== 'long' || commands.length > 0)).toEqual([]);
});

test('two kinds at once cost no more', () => {
  const mixed = seeds.map(([open, close = ''], at) => {
    const [other, end = ''] = seeds[(at * 7 + 3) % seeds.length] ?? [''];
    return [open + other, end + close] as const;
  });
  expect(mixed.filter((seed, at) => at % 3 === 0 && isSlow(seed, lengths.slice(0, 2)))).toEqual([]);
});
