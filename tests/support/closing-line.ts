import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Ends a run with `N passed, N failed` alone on the last line, after the names and reasons of what was skipped. */
export default class ClosingLine implements Reporter {
  #closing = '0 passed, 1 failed';

  onInit(): void {
    // On exit, so that nothing another reporter prints can come after it.
    process.once('exit', () => writeSync(1, `${this.#closing}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count: Count = { passed: 0, failed: unhandled.length, skipped: 0 };
    const skips: string[] = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) this.#add(test, count, skips);
      // A file that could not be loaded has no test to blame.
      if (module.state() === 'failed' && !tests.some(test => test.result().state === 'failed')) count.failed += 1;
    }
    this.#closing = [...skips, closingLine(count)].join('\n');
  }

  #add(test: TestCase, count: Count, skips: string[]): void {
    const result = test.result();
    if (result.state === 'passed') count.passed += 1;
    else if (result.state === 'failed') count.failed += 1;
    else {
      count.skipped += 1;
      const reason = result.state === 'skipped' ? result.note : undefined;
      skips.push(`skipped: ${test.fullName}: ${reason ?? 'no reason given'}`);
    }
  }
}

/** `3 passed, 0 failed`, and what was skipped where something was. */
export function closingLine({ passed, failed, skipped }: Readonly<Count>): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
