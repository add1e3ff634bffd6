import { mkdirSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { isLost, type Other, type Row, reportPage } from './report.ts';

const root = join(import.meta.dirname, '..', '..');

/** Gathers what the attacks came to, prints it as a table, and writes `.build/hostile-report.md` and `.json`. */
export default class HostileReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows: Row[] = [];
    const others: Other[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { attack } = test.meta();
        if (attack) rows.push(attack);
        else others.push({ test: test.fullName, file: relative(root, module.moduleId), state: test.result().state });
      }
    }
    if (rows.length === 0) return;
    const about = {
      when: new Date().toISOString().slice(0, 10),
      system: `${process.platform} ${release().split('-')[0]}, Node ${process.version}`,
    };
    mkdirSync(join(root, '.build'), { recursive: true });
    writeFileSync(join(root, '.build', 'hostile-report.md'), reportPage(rows, others, about));
    writeFileSync(join(root, '.build', 'hostile-report.json'), `${JSON.stringify({ ...about, rows, others }, undefined, 2)}\n`);
    console.log(`\n${rows.map(lineOf).join('\n')}\n\nThe report is in .build/hostile-report.md`);
  }
}

function lineOf(row: Row): string {
  const outcome = isLost(row) ? 'LOST' : row.gained === undefined ? 'failed' : 'known';
  return [outcome.padEnd(6), row.isolation.padEnd(13), row.attack.padEnd(24), row.gained ?? row.stoppedBy.slice(0, 100)].join('  ');
}
