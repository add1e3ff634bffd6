import { join } from 'node:path';
import { build, loadConfigFromFile, mergeConfig } from 'vite';

const root = join(import.meta.dirname, '../..');

/** A program of the benches, bundled the way the app is: what is timed is what a person starts. Lies inside the tree, where its packages are. */
export async function built(entry: string): Promise<string> {
  const outDir = join(root, '.build', 'bench');
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'shell/vite.app.config.ts'));
  await build(
    mergeConfig(loaded?.config ?? {}, {
      configFile: false,
      logLevel: 'error',
      build: { ssr: join(import.meta.dirname, entry), outDir, emptyOutDir: false },
    }),
  );
  return join(outDir, entry.replace(/^.*\//, '').replace(/\.ts$/, '.js'));
}
