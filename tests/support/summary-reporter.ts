import { writeSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';

interface Count {
  passed: number;
  failed: number;
}

/** Ends a run with `N passed, N failed` alone on the last line, after what was skipped and why; a skip without a reason fails. */
export default class SummaryReporter implements Reporter {
  #summary = '0 passed, 1 failed';
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    // On exit, so that nothing another reporter prints can come after it.
    process.once('exit', () => writeSync(1, `${this.#summary}\n`));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count: Count = { passed: 0, failed: unhandled.length };
    const skips: string[] = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) this.#add(test, count, skips);
      // A file that could not be loaded has no failed test.
      if (module.state() === 'failed' && !tests.some(test => test.result().state === 'failed')) count.failed += 1;
    }
    if (count.failed > 0) process.exitCode = 1;
    this.#summary = [...skips, `${count.passed} passed, ${count.failed} failed`].join('\n');
  }

  #add(test: TestCase, count: Count, skips: string[]): void {
    const result = test.result();
    if (result.state === 'passed') count.passed += 1;
    else if (result.state === 'failed') count.failed += 1;
    // With a name filter (-t), unselected tests are skipped without a reason.
    else if (this.#vitest?.config.testNamePattern === undefined) {
      const reason = result.state === 'skipped' ? result.note : undefined;
      if (reason === undefined) count.failed += 1;
      skips.push(
        `skipped: ${test.fullName}: ${reason ?? 'no reason, which counts as failed; give one with context.skip(condition, reason)'}`,
      );
    }
  }
}
