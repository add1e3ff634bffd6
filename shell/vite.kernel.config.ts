import { join } from 'node:path';
import { defineConfig } from 'vite';
import { kernelExternals, kernelInlined } from './build/kernel-externals.ts';
import { keepModuleUrls } from './build/module-urls.ts';

const root = join(import.meta.dirname, '..');
const outDir = join(root, '.build', 'electron', 'kernel');

// The kernel's process of the desktop program.
export default defineConfig({
  root,
  plugins: [keepModuleUrls(outDir)],
  build: {
    ssr: join(root, 'shell/electron/kernel-process.ts'),
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
  ssr: { noExternal: kernelInlined, external: kernelExternals },
});
