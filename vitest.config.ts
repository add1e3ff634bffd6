import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { onlyInLongRound } from './tests/e2e/rounds.ts';
import BySeconds from './tests/support/sequencer.ts';

/** `npm test -- tests/e2e/tries` runs what it names. */
const isNamed = process.argv.slice(2).some(argument => !['run', 'list'].includes(argument) && !argument.startsWith('-'));

/** One run for everything that is a test; what runs for minutes has vitest.long.config.ts. */
export default defineConfig({
  // Lit's properties are decorators, which neither Node nor Chromium can read as they stand.
  oxc: {
    decorator: { legacy: true },
    typescript: { removeClassFieldsWithoutInitializer: true },
    assumptions: { setPublicClassFields: true },
  },
  cacheDir: process.env.ATELIER_TEST_CACHE ?? '.build/cache/vite',
  test: {
    include: ['{kernel,schemas,shell,plugins,registry-dev,tests}/**/*.test.ts', 'registry-dev/examples/*/test/*.test.js'],
    exclude: [
      '**/node_modules/**',
      'tests/{faults,hostile,soak,bench}/**',
      'tests/e2e/long/**',
      'registry-dev/examples/**/*.ts',
      ...(isNamed ? [] : onlyInLongRound),
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/leak-guard.ts'],
    reporters: ['default', 'tests/support/summary-reporter.ts'],
    // Vitest leaves one processor alone; on two, that would be half of the machine.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: BySeconds },
    // Only there to end what hangs: on a machine with other work everything takes several times as long.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
