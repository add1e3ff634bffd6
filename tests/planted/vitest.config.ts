import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/planted/*.planted.ts'],
    setupFiles: ['tests/support/leak-guard.ts'],
    env: { LEAK_GUARD_MS: '1000' },
    reporters: ['tests/support/summary-reporter.ts'],
  },
});
