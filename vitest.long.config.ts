import { defineConfig, mergeConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** What attacks elsewhere too, and belongs into the report of the attacks. */
const attacks = [
  'kernel/main/isolate/crash.test.ts',
  'tests/{frames,frames-ui,markdown-hostile}.test.ts',
  'plugins/extensions/tests/{install,supply}.test.ts',
  'plugins/extensions/main/package/tarball.test.ts',
];

/** Faults, attacks, soaks and the app as a person uses it: too long for every run, and alone on the machine. */
export default defineConfig(() => {
  const long = mergeConfig(usual, defineConfig({ test: { fileParallelism: false, testTimeout: 600_000 } }));
  const reporters = ['default', 'tests/hostile/reporter.ts', 'tests/support/summary-reporter.ts'];
  const include = ['tests/{faults,hostile,soak,e2e}/**/*.test.ts', ...attacks];
  return { ...long, test: { ...long.test, reporters, include, exclude: ['**/node_modules/**'] } };
});
