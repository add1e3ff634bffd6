import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { pathOf, root, secondsFile } from './sequencer.ts';
import type { TestSeconds } from './test-seconds.ts';

/** Records the duration of each test file of a run. Files that did not run keep their entry; entries of deleted files are removed. */
export default class RecordSeconds implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const before = JSON.parse(readFileSync(secondsFile, 'utf8')) as TestSeconds;
    const ran = modules.map(module => {
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic();
      return [pathOf(module), Math.round((duration + collectDuration + setupDuration + prepareDuration) / 100) / 10] as const;
    });
    const seconds = Object.entries({ ...before, ...Object.fromEntries(ran) })
      .filter(([file]) => existsSync(join(root, file)))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(seconds), undefined, 2)}\n`);
  }
}
