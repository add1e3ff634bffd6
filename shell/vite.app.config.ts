import { join } from 'node:path';
import { defineConfig } from 'vite';
import { keepAddress } from './build/keep-address.ts';
import { kernelExternals, kernelInlined } from './build/kernel-externals.ts';

const root = join(import.meta.dirname, '..');
const outDir = join(root, '.build', 'app');

// The browser host as one program: eighty small files, whose types must be taken out first, take ten times as long to load.
export default defineConfig({
  root,
  plugins: [keepAddress(outDir)],
  build: {
    ssr: join(root, 'shell/browser/main.ts'),
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    // All in one folder, so that every chunk sees the sources from the same place.
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: kernelInlined, external: kernelExternals },
});
