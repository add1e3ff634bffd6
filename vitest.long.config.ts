import { defineConfig, mergeConfig } from 'vitest/config';
import { inEveryRound, onlyOnce } from './tests/hostile/rounds.ts';
import usual from './vitest.config.ts';

/** Faults, attacks, soaks and the app as a person uses it: too long for every run, and alone on the machine. */
export default defineConfig(() => {
  const long = mergeConfig(
    usual,
    defineConfig({ test: { fileParallelism: false, testTimeout: 600_000, env: { ATELIER_ALL_LOOKS: '1' } } }),
  );
  const reporters = ['default', 'tests/hostile/reporter.ts', 'tests/support/summary-reporter.ts'];
  const include = ['tests/{faults,hostile,soak,e2e}/**/*.test.ts', ...Object.values(inEveryRound).flat(), ...onlyOnce];
  return { ...long, test: { ...long.test, reporters, include, exclude: ['**/node_modules/**'] } };
});
