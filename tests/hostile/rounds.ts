import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Who the attacks run as, on a machine with a sandbox of the system or without one. */
export interface Round {
  readonly name: string;
  readonly user: 'root' | 'not root';
  readonly sandboxed: boolean;
}

export const allRounds: readonly Round[] = [
  { name: 'root, sandboxed', user: 'root', sandboxed: true },
  { name: 'root, without a sandbox', user: 'root', sandboxed: false },
  { name: 'not root, sandboxed', user: 'not root', sandboxed: true },
  { name: 'not root, without a sandbox', user: 'not root', sandboxed: false },
];

/** What decides how a round can be run here. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  /** Every bubblewrap that could be found, whether it works or not. */
  readonly bubblewraps: readonly string[];
  /** Whether one of them works for this user. */
  readonly isSandboxed: boolean;
  /** Whether this user may hide a program from the processes that it starts. */
  readonly mayHide: boolean;
}

/** The user that root becomes for a round without its rights. */
export const otherUser = 12345;

/** The program and arguments that a round is run with, or why it cannot be run. */
export type Way = { readonly wrap: readonly string[] } | { readonly lack: string };

/** How a round is run on a machine. A machine without bubblewrap is made by a file system in which there is none. */
export function wayOf({ user, sandboxed }: Round, { platform, isRoot, bubblewraps, isSandboxed, mayHide }: Machine): Way {
  if (user === 'root' && !isRoot) return { lack: 'started by a user who is not root' };
  if (sandboxed && !isSandboxed) return { lack: 'this machine has no sandbox that works' };
  if (!sandboxed && platform !== 'linux' && isSandboxed) return { lack: 'the sandbox of this system cannot be hidden' };
  if (user === 'not root' && isRoot && platform !== 'linux') return { lack: 'root becomes another user on Linux only' };
  const become = user === 'not root' && isRoot ? ['setpriv', `--reuid=${otherUser}`, `--regid=${otherUser}`, '--clear-groups'] : [];
  if (sandboxed || bubblewraps.length === 0) return { wrap: become };
  if (!mayHide) return { lack: 'this user may not hide the sandbox from a process' };
  if (!isRoot) {
    const [program = ''] = bubblewraps;
    return { wrap: [program, '--dev-bind', '/', '/', ...bubblewraps.flatMap(path => ['--ro-bind', '/dev/null', path]), '--'] };
  }
  const hide = 'while [ "$1" != -- ]; do mount --bind /dev/null "$1" || exit 1; shift; done; shift; exec "$@"';
  return { wrap: ['unshare', '--mount', 'sh', '-c', hide, 'sh', ...bubblewraps, '--', ...become] };
}

/** What this machine has. */
export async function thisMachine(): Promise<Machine> {
  const { osSandbox } = await import('../../kernel/main/isolate/os-sandbox.ts');
  const { detectSandbox } = await import('../../plugins/agent/engine/detect-sandbox.ts');
  const isRoot = process.getuid?.() === 0;
  const bubblewraps = programsNamed('bwrap');
  const [program = ''] = bubblewraps;
  const hiding = isRoot ? ['unshare', '--mount', 'true'] : [program, '--dev-bind', '/', '/', '--', 'true'];
  return {
    platform: process.platform,
    isRoot,
    bubblewraps,
    isSandboxed: osSandbox() !== undefined || (await detectSandbox()) !== undefined,
    mayHide: process.platform === 'linux' && works(hiding),
  };
}

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function programsNamed(name: string): readonly string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/bin'].filter(isAbsolute);
  const found = folders.flatMap(folder => {
    try {
      return [realpathSync(join(folder, name))];
    } catch {
      return [];
    }
  });
  return [...new Set(found)];
}

/** The tests that are run in every round: what they attack is held by the sandbox and by rights of users. */
export const inEveryRound = {
  extensions: [
    'tests/hostile/main-side.test.ts',
    'tests/hostile/probes.test.ts',
    'tests/hostile/behaviours.test.ts',
    'tests/hostile/tools.test.ts',
    'kernel/main/isolate/crash.test.ts',
  ],
  agent: [
    'plugins/agent/engine/sandbox.test.ts',
    'plugins/agent/engine/pins.test.ts',
    'plugins/agent/engine/file-operations.test.ts',
    'plugins/agent/engine/containment.test.ts',
    'plugins/agent/engine/other-mounts.test.ts',
    'plugins/agent/engine/worktree.test.ts',
    'plugins/agent/engine/stopping.test.ts',
    'plugins/agent/engine/git/attacks.test.ts',
    'plugins/agent/tests/planted.test.ts',
    'plugins/agent/tests/profile.test.ts',
    'plugins/agent/tests/stopping.test.ts',
    'plugins/agent/tests/mode.test.ts',
    'plugins/agent/tests/network-once.test.ts',
    'plugins/agent/tests/approved-command.test.ts',
    'plugins/agent/tests/hidden-runs.test.ts',
    'plugins/agent/tests/app-words.test.ts',
    'plugins/agent/tests/whole-agent.test.ts',
  ],
} as const;

/**
 * The tests that are run once, in the first round: frames, pages and archives know neither a sandbox nor a user, and a model that obeys
 * what it reads is tried with and without a sandbox by its own tests.
 */
export const onlyOnce: readonly string[] = [
  'tests/hostile/obeying.test.ts',
  'tests/hostile/outside-adaptive.test.ts',
  'tests/hostile/views.test.ts',
  'tests/hostile/supply.test.ts',
  'tests/frames.test.ts',
  'tests/frames-ui.test.ts',
  'tests/frames-replaced.test.ts',
  'tests/markdown-hostile.test.ts',
  'plugins/extensions/tests/install.test.ts',
  'plugins/extensions/tests/supply.test.ts',
  'plugins/extensions/tests/hostile.test.ts',
  'plugins/extensions/main/package/tarball.test.ts',
];

/** What came of one test of a round. */
export interface Outcome {
  readonly test: string;
  readonly file: string;
  readonly state: 'held' | 'known' | 'lost' | 'skipped';
  /** How many attacks the test makes. */
  readonly attacks: number;
  /** Why it was skipped, or is known to succeed. */
  readonly why?: string;
}

/** A round that was run, or could not be. */
export interface RoundResult {
  readonly round: Round;
  readonly lack?: string;
  readonly seconds?: number;
  readonly outcomes: readonly Outcome[];
  /** The program that ran the tests failed, whatever the outcomes are. */
  readonly broken?: boolean;
}

/** The table at the end: for each round how many attacks were made, held and skipped, and why. */
export function roundsTable(results: readonly RoundResult[]): string {
  const lines = results.map(({ round, lack, outcomes, seconds, broken }) => {
    if (lack !== undefined) return [round.name, '-', '-', '-', '-', 'all', `not run: ${lack}`];
    const count = (...states: readonly Outcome['state'][]) =>
      outcomes.filter(({ state }) => states.includes(state)).reduce((sum, { attacks }) => sum + attacks, 0);
    const made = count('held', 'known', 'lost');
    const took = `${Math.round((seconds ?? 0) / 60)} min`;
    return [
      round.name,
      made,
      count('held'),
      count('known'),
      `${count('lost')}${broken ? ' (the run broke)' : ''}`,
      count('skipped'),
      took,
    ].map(String);
  });
  const reasons = results.flatMap(({ round, outcomes }) =>
    [...Map.groupBy(outcomes.filter(isLeftOut), ({ state, why }) => `${state}: ${why}`)].map(
      ([why, some]) => `- ${round.name}: ${some.reduce((sum, { attacks }) => sum + attacks, 0)} ${why}`,
    ),
  );
  return [
    '| Round | Attacks made | Held | Known to succeed | Succeeded | Skipped | Took |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map(cells => `| ${cells.join(' | ')} |`),
    '',
    ...(reasons.length === 0 ? [] : ['Skipped, or known to succeed, and why:', '', ...reasons, '']),
  ].join('\n');
}

const isLeftOut = ({ state }: Outcome) => state === 'skipped' || state === 'known';

/** What makes the whole run fail: an attack that succeeded, a run that broke, a skip without a reason, a round that made no attack. */
export function roundFaults(results: readonly RoundResult[]): readonly string[] {
  return allRounds.flatMap(({ name }) => {
    const result = results.find(({ round }) => round.name === name);
    if (result === undefined) return [`${name}: nobody says what became of it`];
    if (result.lack !== undefined) return [];
    const { outcomes, broken } = result;
    return [
      ...(broken ? [`${name}: the run broke`] : []),
      ...(outcomes.some(({ state }) => state === 'held') ? [] : [`${name}: no attack was made`]),
      ...outcomes.filter(({ state }) => state === 'lost').map(({ test }) => `${name}: ${test}`),
      ...outcomes.filter(one => isLeftOut(one) && one.why === undefined).map(({ test }) => `${name}: ${test}, left out without a reason`),
    ];
  });
}
