import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, UserConfig } from 'vite';

/** Builds an entry of shell/electron into one CommonJS file that requires only electron and Node's own modules. */
export function electronEntry(name: 'main' | 'preload', root: string): UserConfig {
  const outDir = join(root, '.build', 'electron', name);
  return {
    root,
    plugins: name === 'main' ? [icons(root, outDir)] : [],
    build: {
      ssr: join(root, 'shell', 'electron', `${name}.ts`),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external: ['electron'],
        // The browser host, which kernel/host also exports, is left out with its imports.
        treeshake: { moduleSideEffects: id => id !== 'ws' },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
    ssr: { noExternal: true, external: ['electron', 'ws'] },
  };
}

function icons(root: string, outDir: string): Plugin {
  return {
    name: 'icons',
    closeBundle: () => cpSync(join(root, 'shell', 'electron', 'icons'), join(outDir, '..', 'icons'), { recursive: true }),
  };
}
