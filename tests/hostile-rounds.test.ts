import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allRounds, inEveryRound, type Machine, onlyOnce, type RoundResult, roundFaults, roundsTable, wayOf } from './hostile/rounds.ts';
import { repositoryFiles } from './support/tree.ts';

const root = join(import.meta.dirname, '..');
const linux: Machine = { platform: 'linux', isRoot: true, bubblewraps: ['/usr/bin/bwrap'], isSandboxed: true, mayHide: true };

test.each<[string, Partial<Machine>, readonly string[]]>([
  ['root on Linux with bubblewrap', {}, ['as it is', 'hidden', 'as 12345', 'hidden, as 12345']],
  [
    'another user',
    { isRoot: false },
    ['started by a user who is not root', 'started by a user who is not root', 'as it is', 'hidden by bubblewrap'],
  ],
  [
    'a machine without bubblewrap',
    { bubblewraps: [], isSandboxed: false },
    ['this machine has no sandbox that works', 'as it is', 'this machine has no sandbox that works', 'as 12345'],
  ],
  [
    'a bubblewrap that does not work and may not be hidden',
    { isSandboxed: false, mayHide: false },
    [
      'this machine has no sandbox that works',
      'this user may not hide the sandbox from a process',
      'this machine has no sandbox that works',
      'this user may not hide the sandbox from a process',
    ],
  ],
  [
    'macOS',
    { platform: 'darwin', isRoot: false, bubblewraps: [], mayHide: false },
    ['started by a user who is not root', 'started by a user who is not root', 'as it is', 'the sandbox of this system cannot be hidden'],
  ],
])('each of the four rounds is run, or says why it is not: %s', (_, changed, ways) => {
  const told = allRounds.map(round => {
    const way = wayOf(round, { ...linux, ...changed });
    if ('lack' in way) return way.lack;
    const text = way.wrap.join(' ');
    const hidden = text.includes('mount --bind /dev/null') ? 'hidden' : text.includes('--ro-bind /dev/null') ? 'hidden by bubblewrap' : '';
    const who = text.includes('--reuid=12345') ? 'as 12345' : '';
    return [hidden, who].filter(Boolean).join(', ') || 'as it is';
  });
  expect(told).toEqual(ways);
});

const held = { test: 'X1: it fails', file: 'a.test.ts', state: 'held', attacks: 40 } as const;
const whole: readonly RoundResult[] = allRounds.map(round => ({ round, seconds: 100, outcomes: [held] }));
const [first, ...others] = whole as [RoundResult, ...RoundResult[]];

test.each<[string, readonly RoundResult[], readonly string[]]>([
  ['everything held', whole, []],
  ['a round that cannot be run here', [{ ...first, outcomes: [], lack: 'no root' }, ...others], []],
  ['a round that nobody mentions', others, ['root, sandboxed: nobody says what became of it']],
  ['a round without an attack', [{ ...first, outcomes: [] }, ...others], ['root, sandboxed: no attack was made']],
  ['an attack that succeeds', [{ ...first, outcomes: [held, { ...held, state: 'lost' }] }, ...others], ['root, sandboxed: X1: it fails']],
  [
    'an attack that is skipped without a reason',
    [{ ...first, outcomes: [held, { ...held, state: 'skipped' }] }, ...others],
    ['root, sandboxed: X1: it fails, left out without a reason'],
  ],
  ['a run that breaks', [{ ...first, broken: true }, ...others], ['root, sandboxed: the run broke']],
])('the run says what went wrong: %s', (_, results, faults) => {
  expect(roundFaults(results)).toEqual(faults);
});

test('the table has each round, with how many attacks were made, held and left out, and why', () => {
  const skipped = { ...held, attacks: 2, state: 'skipped', why: 'no sandbox' } as const;
  const known = { ...held, attacks: 1, state: 'known', why: 'the app says so' } as const;
  expect(
    roundsTable([
      { ...first, outcomes: [held, skipped, known] },
      { ...(others[0] as RoundResult), outcomes: [], lack: 'no root' },
    ]),
  ).toBe(
    `| Round | Attacks made | Held | Known to succeed | Succeeded | Skipped | Took |
| --- | --- | --- | --- | --- | --- | --- |
| root, sandboxed | 41 | 40 | 1 | 0 | 2 | 2 min |
| root, without a sandbox | - | - | - | - | all | not run: no root |

Skipped, or known to succeed, and why:

- root, sandboxed: 2 skipped: no sandbox
- root, sandboxed: 1 known: the app says so
`,
  );
});

test('every file of attacks is in a round, exists, and gives a reason where it skips', () => {
  const files = repositoryFiles();
  const listed = [...Object.values(inEveryRound).flat(), ...onlyOnce] as readonly string[];
  const attacks = files.filter(path => /^tests\/hostile\/[^/]+\.test\.ts$|^tests\/frames[^/]*\.test\.ts$/.test(path));
  expect({
    unlisted: attacks.filter(path => !listed.includes(path)),
    missing: listed.filter(path => !files.includes(path)),
    twice: listed.filter((path, at) => listed.indexOf(path) !== at),
    silent: listed.filter(path => /\b(?:test|it|describe)\.(?:skipIf|runIf|skip)\b/.test(readFileSync(join(root, path), 'utf8'))),
  }).toEqual({ unlisted: [], missing: [], twice: [], silent: [] });
});
