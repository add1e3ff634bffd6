import { join } from 'node:path';
import { defineConfig } from 'vite';
import { kernelExternals, kernelInlined } from './build/kernel-externals.ts';
import { keepModuleUrls } from './build/module-urls.ts';

const root = join(import.meta.dirname, '..');
const outDir = join(root, '.build', 'app');

// The browser host as one program: loading eighty small files, with type stripping, takes ten times as long.
export default defineConfig({
  root,
  plugins: [keepModuleUrls(outDir)],
  build: {
    ssr: join(root, 'shell/browser/main.ts'),
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    // All chunks in one folder, so that relative paths to the sources are the same in each.
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: kernelInlined, external: kernelExternals },
});
