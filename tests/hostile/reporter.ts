import { writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type {} from '../support/needing.ts';
import { isLost, type Other, type Row } from './report.ts';
import type { Outcome } from './rounds.ts';

const root = join(import.meta.dirname, '..', '..');

/** What one round hands to `run.ts`. */
export interface Reported {
  readonly when: string;
  readonly system: string;
  readonly outcomes: readonly Outcome[];
  readonly rows: readonly Row[];
  readonly others: readonly Other[];
}

/** Gathers what the attacks of a round came to, prints it as lines, and writes the file that `run.ts` asked for. */
export default class HostileReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.ATELIER_HOSTILE_ROUND;
    if (file === undefined) return;
    const tests = modules.flatMap(module => [...module.children.allTests()].map(test => ({ test, file: relative(root, module.moduleId) })));
    const rows = tests.flatMap(({ test }) => test.meta().attack ?? []);
    const others = tests
      .filter(({ test }) => test.meta().attack === undefined)
      .map(one => ({ test: one.test.fullName, file: one.file, state: one.test.result().state }));
    const reported: Reported = {
      when: new Date().toISOString().slice(0, 10),
      system: `${process.platform} ${release().split('-')[0]}, Node ${process.version}`,
      outcomes: tests.map(({ test, file }) => outcomeOf(test, file)),
      rows,
      others,
    };
    writeFileSync(file, JSON.stringify(reported));
    console.log(`\n${rows.map(lineOf).join('\n')}`);
  }
}

function outcomeOf(test: TestCase, file: string): Outcome {
  const { attack, attacks = 1 } = test.meta();
  const result = test.result();
  const about = { test: test.fullName, file, attacks };
  if (result.state === 'skipped') return { ...about, state: 'skipped', ...(result.note !== undefined && { why: result.note }) };
  if (result.state !== 'passed') return { ...about, state: 'lost' };
  if (attack?.known !== undefined && attack.gained !== undefined) return { ...about, state: 'known', why: attack.known };
  return { ...about, state: 'held' };
}

function lineOf(row: Row): string {
  const outcome = isLost(row) ? 'LOST' : row.gained === undefined ? 'failed' : 'known';
  return [outcome.padEnd(6), row.isolation.padEnd(13), row.attack.padEnd(24), row.gained ?? row.stoppedBy.slice(0, 100)].join('  ');
}
