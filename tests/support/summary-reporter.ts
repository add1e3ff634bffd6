import { writeSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';

interface Count {
  passed: number;
  failed: number;
}

/**
 * Ends a run with `N passed, N failed` alone on the last line, after what was skipped and what failed, each with its reason.
 * A skip without a reason fails.
 */
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
    const lines: string[] = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) this.#add(test, count, lines);
      // A file that could not be loaded has no failed test.
      if (module.state() === 'failed' && !tests.some(test => test.result().state === 'failed')) {
        count.failed += 1;
        lines.push(failedLine(module.relativeModuleId, module.errors()));
      }
    }
    for (const error of unhandled) lines.push(failedLine('outside of a test', [error]));
    if (count.failed > 0) process.exitCode = 1;
    this.#summary = [...lines, `${count.passed} passed, ${count.failed} failed`].join('\n');
  }

  #add(test: TestCase, count: Count, lines: string[]): void {
    const result = test.result();
    if (result.state === 'passed') count.passed += 1;
    else if (result.state === 'failed') {
      count.failed += 1;
      lines.push(failedLine(`${test.module.relativeModuleId} > ${test.fullName}`, result.errors));
    }
    // With a name filter (-t), unselected tests are skipped without a reason.
    else if (this.#vitest?.config.testNamePattern === undefined) {
      const reason = result.state === 'skipped' ? result.note : undefined;
      if (reason === undefined) count.failed += 1;
      lines.push(
        `skipped: ${test.fullName}: ${reason ?? 'no reason, which counts as failed; give one with context.skip(condition, reason)'}`,
      );
    }
  }
}

/** On one line, so that the end of a long log names each failure. */
function failedLine(name: string, errors: readonly { readonly message: string; readonly diff?: string }[]): string {
  const reason = errors.map(error => [error.message, error.diff ?? ''].join(' ')).join('; ');
  return `failed: ${name}: ${stripVTControlCharacters(reason).replace(/\s+/g, ' ').slice(0, 600)}`;
}
