import { join } from 'node:path';
import { defineConfig } from 'vite';
import { bundledPlugins, copyPluginFiles } from './build/bundled-plugins.ts';

const root = join(import.meta.dirname, '..');
const outDir = join(root, '.build', 'electron', 'plugins');
const plugins = bundledPlugins(root);

// The bundled plugins for a runtime that cannot load TypeScript: main sides and programs as JavaScript, other files unchanged.
export default defineConfig({
  root,
  plugins: [copyPluginFiles(plugins, outDir)],
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(
        plugins.flatMap(({ name, main, programs, folder }) =>
          [...(main ? [main] : []), ...programs].map(({ built, source }) => [`${name}/${built}`, join(folder, source)]),
        ),
      ),
      output: { entryFileNames: '[name]', chunkFileNames: '.shared/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: [/^@atelier\//], external: plugins.flatMap(({ dependencies }) => dependencies) },
});
