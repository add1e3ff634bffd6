import { dirname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const outDir = join(root, '.build', 'app');

/**
 * The kernel finds its own files, such as the program of an isolated extension's process, beside its sources. In the bundle
 * each module goes on knowing where its source lies, seen from the bundle, so that a copy of the tree can be moved.
 */
const keepAddress: Plugin = {
  name: 'keep-address',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return undefined;
    const seenFromBundle = (path: string): string => JSON.stringify(relative(outDir, path).replaceAll('\\', '/'));
    return code
      .replaceAll('import.meta.url', `new URL(${seenFromBundle(id)}, import.meta['url']).href`)
      .replaceAll(
        'import.meta.dirname',
        `process.getBuiltinModule('node:path').join(import.meta['dirname'], ${seenFromBundle(dirname(id))})`,
      );
  },
};

// The browser host as one program: eighty small files, whose types must be taken out first, take ten times as long to load.
export default defineConfig({
  root,
  plugins: [keepAddress],
  build: {
    ssr: join(root, 'shell/browser/main.ts'),
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    // All in one folder, so that every chunk sees the sources from the same place.
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: [/^@atelier\//, /^semver/], external: ['better-sqlite3', 'tapable', 'ajv', 'ws'] },
});
