import { join } from 'node:path';
import { defineConfig } from 'vite';

// The kit on one page. It is not part of the app, so it has a build of its own.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  cacheDir: join(import.meta.dirname, '..', '..', '.build', 'cache', 'vite-gallery'),
  build: {
    outDir: join(import.meta.dirname, '..', '..', '.build', 'gallery'),
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
