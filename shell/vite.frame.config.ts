import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { packedIcons } from './build/packed-icons.ts';
import { sharedLanguages } from './build/shared-languages.ts';

const folder = join(import.meta.dirname, 'frame');
const page = readFileSync(join(folder, 'frame.html'), 'utf8');

/** Emits the page unchanged, because the policy contains a hash of its import map; only preload links for its script's imports are added. */
const pageWithPreloads: Plugin = {
  name: 'page-with-preloads',
  generateBundle(_options, bundle) {
    const script = bundle['frame.js'];
    const imports = script?.type === 'chunk' ? script.imports : [];
    const links = imports.map(file => `    <link rel="modulepreload" href="/__atelier/${file}" />\n`).join('');
    this.emitFile({ type: 'asset', fileName: 'frame.html', source: page.replace('  </head>', `${links}  </head>`) });
  },
};

/** The modules of the import map, by output file name: one build, so that all share one Lit. */
function offered(): Record<string, string> {
  const { imports } = JSON.parse(/<script type="importmap">([^<]*)</.exec(page)?.[1] ?? '{}') as { imports: Record<string, string> };
  return Object.fromEntries(Object.entries(imports).map(([module, file]) => [file.replace(/^\/__atelier\/|\.js$/g, ''), module]));
}

/**
 * The modules that nearly every view needs are one file, imports included. Frames share no cache, because their origins are
 * opaque, and the number of files determines the time.
 */
const commonModules = /kernel\/(?:api|ui|ui\/elements)\/index\.ts$|shell\/frame\/open-frame\.ts$|node_modules\/lit\//;

// The modules of a frame have fixed names: the import map and third-party pages refer to them.
export default defineConfig({
  root: folder,
  base: '/__atelier/',
  plugins: [pageWithPreloads, packedIcons({ as: 'text' })],
  // As for the app's page. Frames may not start workers, so each imports the worker's file itself.
  worker: { format: 'es', plugins: () => [sharedLanguages()] },
  build: {
    outDir: join(import.meta.dirname, '..', '.build', 'frame'),
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { ...offered(), frame: join(folder, 'frame.ts'), view: join(folder, 'view.ts'), theme: join(folder, 'theme.css') },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name].js',
        assetFileNames: '[name][extname]',
        codeSplitting: { groups: [{ name: 'base', test: commonModules }] },
      },
    },
  },
});
