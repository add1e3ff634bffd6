import { join } from 'node:path';
import { defineConfig } from 'vite';
import { preloadFirst } from './build/preload-first.ts';

// Decorators are lowered by Vite as each tsconfig.json says (experimentalDecorators); no browser parses them yet.
export default defineConfig({
  root: join(import.meta.dirname, 'ui'),
  base: '/',
  plugins: [preloadFirst()],
  // A worker loads its languages one by one, which only modules can.
  worker: { format: 'es' },
  build: {
    outDir: join(import.meta.dirname, '..', '.build', 'ui'),
    emptyOutDir: true,
    target: 'chrome140',
    // The page's policy allows no data: scripts, and small files are no burden on the loopback address.
    assetsInlineLimit: 0,
    modulePreload: false,
    // What every page needs is one file: on the loopback address it is the number of files that takes time.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(?:lit|@lit)|kernel\/(?:api|ui\/(?:elements\/toast|[a-z-]+)\.ts$)|preload-helper|rolldown\/runtime|@oxc-project/,
            },
          ],
        },
      },
    },
  },
});
