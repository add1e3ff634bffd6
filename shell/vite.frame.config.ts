import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { packedIcons } from './build/packed-icons.ts';

const folder = join(import.meta.dirname, 'frame');
const page = readFileSync(join(folder, 'frame.html'), 'utf8');

/** The page goes out as it stands, since the policy names its import map by a hash; it only learns what its script imports. */
const pageWithPreloads: Plugin = {
  name: 'page-with-preloads',
  generateBundle(_options, bundle) {
    const script = bundle['frame.js'];
    const imports = script?.type === 'chunk' ? script.imports : [];
    const links = imports.map(file => `    <link rel="modulepreload" href="/__atelier/${file}" />\n`).join('');
    this.emitFile({ type: 'asset', fileName: 'frame.html', source: page.replace('  </head>', `${links}  </head>`) });
  },
};

/** Everything the import map offers, by the name of the file it is offered as: one build, so that all share one Lit. */
function offered(): Record<string, string> {
  const { imports } = JSON.parse(/<script type="importmap">([^<]*)</.exec(page)?.[1] ?? '{}') as { imports: Record<string, string> };
  return Object.fromEntries(Object.entries(imports).map(([module, file]) => [file.replace(/^\/__atelier\/|\.js$/g, ''), module]));
}

/**
 * What nearly every view needs, with all that it imports, is one file. A frame keeps none of the one before it, since its origin
 * has no name that a cache could know it by, and it is the number of files that takes time.
 */
const nearlyAlways = /kernel\/(?:api|ui|ui\/elements)\/index\.ts$|shell\/frame\/open-frame\.ts$|node_modules\/lit\//;

// What a frame is made of, under names that stay: an import map and other people's pages point at them.
export default defineConfig({
  root: folder,
  base: '/__atelier/',
  plugins: [pageWithPreloads, packedIcons()],
  // As in the app's page. No frame may start a worker: each loads its file itself.
  worker: { format: 'es' },
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
        codeSplitting: { groups: [{ name: 'base', test: nearlyAlways }] },
      },
    },
  },
});
