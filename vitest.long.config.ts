import { defineConfig, mergeConfig } from 'vitest/config';
import usual from './vitest.config.ts';

/** Faults, attacks, soaks and the app as a person uses it: too long for every run, and alone on the machine. */
export default defineConfig(() => {
  const long = mergeConfig(usual, defineConfig({ test: { fileParallelism: false, testTimeout: 600_000, hookTimeout: 60_000 } }));
  return { ...long, test: { ...long.test, include: ['tests/{faults,hostile,soak,e2e}/**/*.test.ts'], exclude: ['**/node_modules/**'] } };
});
