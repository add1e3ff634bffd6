import { join } from 'node:path';
import { defineConfig } from 'vite';
import { packedIcons } from './build/packed-icons.ts';
import { packedTemplates } from './build/packed-templates.ts';
import { packedTexts } from './build/packed-texts.ts';
import { preloadFirst } from './build/preload-first.ts';
import { windowCheck } from './build/window-check.ts';

const ofTheApp = (id: string): boolean => !id.startsWith(join(import.meta.dirname, '..', 'tests'));

// Decorators are lowered by Vite as each tsconfig.json says (experimentalDecorators); no browser parses them yet.
export default defineConfig({
  root: join(import.meta.dirname, 'ui'),
  base: '/',
  plugins: [preloadFirst(), packedIcons(), packedTemplates(), packedTexts(), windowCheck()],
  // A worker loads its languages one by one, which only modules can.
  worker: { format: 'es' },
  build: {
    outDir: join(import.meta.dirname, '..', '.build', 'ui'),
    emptyOutDir: true,
    target: 'chrome140',
    // The page's policy allows no data: scripts, and small files are no burden on the loopback address.
    assetsInlineLimit: 0,
    modulePreload: false,
    // What the first screen needs is one file: on the loopback address it is the number of files that takes time. Pages of tests
    // keep their own script out of it: one that waits at its top for what needs this file would wait for itself.
    rolldownOptions: {
      // What is optional for one plugin is imported where it is used, though another one that needs it always has brought it.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'], test: ofTheApp }] },
        // The browser compiles all of it beside the page's own thread, while that is still busy with the page.
        postBanner: ({ name }) => (name === 'first' ? '//# allFunctionsCalledOnLoad' : ''),
      },
    },
  },
});
