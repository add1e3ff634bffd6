import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** A copy of the built program with other contents: main finds everything from where it lies itself. */
export async function layOut(root: string, place: string): Promise<void> {
  const electron = join(place, '.build', 'electron');
  for (const part of ['main', 'preload', 'icons']) cpSync(join(root, '.build/electron', part), join(electron, part), { recursive: true });
  mkdirSync(join(place, '.build', 'ui'), { recursive: true });
  writeFileSync(
    join(place, '.build', 'ui', 'index.html'),
    '<!doctype html><title>Atelier</title><script type="module" src="/page.js"></script>',
  );
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  await bundle(root, 'page.ts', join(place, '.build', 'ui'), 'page.js', false);
  await bundle(root, 'suite-process.ts', join(electron, 'kernel'), 'kernel-process.js', true);
}

async function bundle(root: string, entry: string, outDir: string, file: string, isNode: boolean): Promise<void> {
  const input = join(import.meta.dirname, entry);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir,
      ...(isNode ? { ssr: input } : {}),
      target: isNode ? 'node24' : 'chrome140',
      minify: false,
      rolldownOptions: { input, output: { entryFileNames: file, codeSplitting: false } },
    },
    ssr: { noExternal: true, external: ['ws', 'better-sqlite3'] },
  });
}
