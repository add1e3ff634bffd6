import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/planted/*.planted.ts'],
    setupFiles: ['tests/support/leak-guard.ts'],
    reporters: ['tests/support/summary-reporter.ts'],
  },
});
