import { defineConfig } from 'vitest/config';

/** One run for everything that is a test; what runs for minutes has vitest.long.config.ts. */
export default defineConfig({
  // Lit's properties are decorators, which neither Node nor Chromium can read as they stand.
  oxc: {
    decorator: { legacy: true },
    typescript: { removeClassFieldsWithoutInitializer: true },
    assumptions: { setPublicClassFields: true },
  },
  cacheDir: '.build/cache/vite',
  test: {
    include: ['{kernel,schemas,shell,plugins,registry-dev,tests}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tests/{faults,hostile,soak,bench}/**', 'tests/e2e/long/**', 'registry-dev/examples/**'],
    setupFiles: ['tests/support/leak-guard.ts'],
    reporters: ['default', 'tests/support/closing-line.ts'],
    // On a machine with other work, a page needs more than the usual second.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
