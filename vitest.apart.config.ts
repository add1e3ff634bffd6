import { globSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import usual from './vitest.config.ts';

// Every suite of ours that starts plugins in a kernel, and no other: the rest would only run twice.
const include = globSync('plugins/*/main/**/*.test.ts').filter(file => readFileSync(file, 'utf8').includes('testKernel('));

/** The suites of our own plugins once more, each plugin in a process of its own: whatever it uses of the API crosses. */
export default defineConfig(() => {
  const apart = mergeConfig(usual, defineConfig({ test: { env: { ATELIER_TEST_APART: '1' } } }));
  return { ...apart, test: { ...apart.test, include } };
});
