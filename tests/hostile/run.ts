import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportPage } from './report.ts';
import type { Reported } from './reporter.ts';
import {
  allRounds,
  inEveryRound,
  onlyOnce,
  otherUser,
  type Round,
  type RoundResult,
  roundFaults,
  roundsTable,
  thisMachine,
  wayOf,
} from './rounds.ts';

// `npm run hostile`: every round, or with arguments only the tests whose files they name. `--round=<part of its name>` runs some rounds.

const root = join(import.meta.dirname, '..', '..');
const args = process.argv.slice(2);
const wanted = args.flatMap(arg => (arg.startsWith('--round=') ? [arg.slice('--round='.length)] : []));
const named = args.filter(arg => !arg.startsWith('--round='));
const machine = await thisMachine();

const results: RoundResult[] = [];
const reports: Reported[] = [];
let isFirst = true;
for (const round of allRounds.filter(({ name }) => wanted.length === 0 || wanted.some(part => name.startsWith(part)))) {
  const way = wayOf(round, machine);
  if ('lack' in way) results.push({ round, lack: way.lack, outcomes: [] });
  else {
    console.log(`\n— ${round.name}\n`);
    results.push(await run(round, way.wrap, isFirst ? onlyOnce : []));
    isFirst = false;
  }
}

const table = roundsTable(results);
const rows = reports.flatMap(({ rows }) => rows);
const others = reports.flatMap(({ others }) => others);
mkdirSync(join(root, '.build'), { recursive: true });
const [about] = reports;
if (about !== undefined) {
  writeFileSync(join(root, '.build', 'hostile-report.md'), `${table}\n${reportPage(rows, others, about)}`);
  writeFileSync(join(root, '.build', 'hostile-report.json'), `${JSON.stringify({ rounds: results, rows }, undefined, 2)}\n`);
}
console.log(`\n${table}\nThe report is in .build/hostile-report.md`);
const faults =
  wanted.length === 0 && named.length === 0 ? roundFaults(results) : results.flatMap(({ broken }) => (broken ? ['a run broke'] : []));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Runs the tests of one round in a process of its own, which may be another user's and see no bubblewrap. */
async function run(round: Round, wrap: readonly string[], more: readonly string[]): Promise<RoundResult> {
  // The user of a round owns what it writes: caches, a home, and its report.
  const folder = mkdtempSync(join(tmpdir(), 'atelier-round-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  // Some tests of root become another user.
  for (const path of [folder, home]) chmodSync(path, 0o755);
  if (round.user === 'not root' && machine.isRoot) for (const path of [folder, home]) chownSync(path, otherUser, otherUser);
  const vitest = [process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'];
  const files = named.length > 0 ? named : [...inEveryRound.extensions, ...inEveryRound.agent, ...more];
  // Without a bundled configuration, which would be written into a folder of the repository.
  const command = [...wrap, ...vitest, '--configLoader', 'native', '--config', 'vitest.long.config.ts', ...files];
  const began = performance.now();
  try {
    const [program = '', ...rest] = command;
    const env = {
      ...process.env,
      HOME: home,
      ATELIER_TEST_CACHE: join(folder, 'cache'),
      ATELIER_HOSTILE_ROUND: join(folder, 'report.json'),
    };
    const child = spawn(program, rest, { cwd: root, stdio: 'inherit', env });
    const [code] = (await once(child, 'close')) as [number | null];
    const reported = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Reported;
    reports.push(reported);
    return { round, seconds: (performance.now() - began) / 1000, outcomes: reported.outcomes, broken: code !== 0 };
  } catch (error) {
    console.error(String(error));
    return { round, outcomes: [], broken: true };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
