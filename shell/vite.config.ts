import { join } from 'node:path';
import { defineConfig } from 'vite';
import { packedDecorators } from './build/packed-decorators.ts';
import { packedIcons } from './build/packed-icons.ts';
import { packedTemplates } from './build/packed-templates.ts';
import { packedTexts } from './build/packed-texts.ts';
import { preloadFirst } from './build/preload-first.ts';
import { sharedLanguages } from './build/shared-languages.ts';
import { windowCheck } from './build/window-check.ts';

const hookKinds = ['notify', 'first', 'pipe'].map(kind => `defineHook.${kind}`);

const isOfTheApp = (id: string): boolean => !id.startsWith(join(import.meta.dirname, '..', 'tests'));

// Vite compiles decorators as each tsconfig.json says (experimentalDecorators); no browser parses them yet.
export default defineConfig({
  root: join(import.meta.dirname, 'ui'),
  base: '/',
  plugins: [preloadFirst(), packedIcons({ as: 'file' }), packedTemplates(), packedTexts(), packedDecorators(), windowCheck()],
  // A worker imports its languages one by one, which only a module worker can.
  worker: { format: 'es', plugins: () => [sharedLanguages()] },
  build: {
    outDir: join(import.meta.dirname, '..', '.build', 'ui'),
    emptyOutDir: true,
    target: 'chrome140',
    // The page's policy forbids data: scripts, and small files cost little on the loopback address.
    assetsInlineLimit: 0,
    modulePreload: false,
    // One style sheet, which the page links: no chunk needs a list of those that it waits for.
    cssCodeSplit: false,
    // The first screen is one file: on the loopback address, the number of files determines the time. Test pages
    // exclude their own script: its top-level await for a module that imports this file would be a deadlock.
    rolldownOptions: {
      // A package that is optional for one plugin is imported on use there, although another plugin always loads it.
      checks: { ineffectiveDynamicImport: false },
      // They only make an object that names something, so what a page does not use of a contract is left out.
      treeshake: { manualPureFunctions: ['defineToken', 'definePoint', 'defineChannel', 'defineErrors', ...hookKinds] },
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'], test: isOfTheApp }] },
        // The browser compiles it off the main thread, while the main thread is busy with the page.
        postBanner: ({ name }) => (name === 'first' ? '//# allFunctionsCalledOnLoad' : ''),
      },
    },
  },
});
