import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const folder = join(import.meta.dirname, 'frame');
const page = readFileSync(join(folder, 'frame.html'), 'utf8');

/** What nearly every view needs is asked for at once, and not one import after the other. */
const early = ['frame', 'lit', 'kernel/ui'];

/** The page goes out as it stands, since the policy names its import map by a hash; it only learns what to ask for early. */
const pageWithPreloads: Plugin = {
  name: 'page-with-preloads',
  generateBundle(_options, bundle) {
    const files = new Set<string>();
    const visit = (file: string): void => {
      const chunk = bundle[file];
      if (chunk?.type !== 'chunk' || files.has(file)) return;
      files.add(file);
      for (const imported of chunk.imports) visit(imported);
    };
    for (const name of early) visit(`${name}.js`);
    const links = [...files].map(file => `    <link rel="modulepreload" href="/__atelier/${file}" />\n`).join('');
    this.emitFile({ type: 'asset', fileName: 'frame.html', source: page.replace('  </head>', `${links}  </head>`) });
  },
};

/** Everything the import map offers, by the name of the file it is offered as: one build, so that all share one Lit. */
function offered(): Record<string, string> {
  const { imports } = JSON.parse(/<script type="importmap">([^<]*)</.exec(page)?.[1] ?? '{}') as { imports: Record<string, string> };
  return Object.fromEntries(Object.entries(imports).map(([module, file]) => [file.replace(/^\/__atelier\/|\.js$/g, ''), module]));
}

// What a frame is made of, under names that stay: an import map and other people's pages point at them.
export default defineConfig({
  root: folder,
  base: '/__atelier/',
  plugins: [pageWithPreloads],
  build: {
    outDir: join(import.meta.dirname, '..', '.build', 'frame'),
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { ...offered(), frame: join(folder, 'frame.ts'), view: join(folder, 'view.ts'), theme: join(folder, 'theme.css') },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js', assetFileNames: '[name][extname]' },
    },
  },
});
