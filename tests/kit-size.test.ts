import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const repo = join(import.meta.dirname, '..');

/** What the pages' build makes of the kit, and how large each part is when packed. */
async function partsOfKit(): Promise<readonly { readonly chunk: Rolldown.OutputChunk; readonly bytes: number }[]> {
  const entry = join(repo, 'kernel', 'ui', 'elements', 'index.ts');
  const [result] = [
    await build({
      root: repo,
      configFile: false,
      mode: 'production',
      logLevel: 'silent',
      build: {
        write: false,
        target: 'chrome140',
        minify: true,
        lib: { entry, formats: ['es'] },
        rolldownOptions: { external: [/^lit/, /^@lit/] },
      },
    }),
  ].flat();
  if (result === undefined || !('output' in result)) throw new Error('The build made nothing.');
  return result.output.filter(part => part.type === 'chunk').map(chunk => ({ chunk, bytes: gzipSync(chunk.code, { level: 9 }).length }));
}

test('the eager kit is at most 20 kB packed, without lit, and leaves rare icons and changes to other chunks', async () => {
  const parts = await partsOfKit();
  const entry = parts.find(({ chunk }) => chunk.isEntry)!;
  const eager = parts.filter(part => part === entry || entry.chunk.imports.includes(part.chunk.fileName));
  const bytes = eager.reduce((sum, part) => sum + part.bytes, 0);
  const modules = eager.flatMap(({ chunk }) => chunk.moduleIds).map(id => id.split('/').slice(-2).join('/'));
  expect({
    fits: bytes <= 20_000,
    holds: ['elements/ui-button.ts', 'generated/first.ts', 'generated/common.ts', 'generated/other.ts', 'diff/diff-view.ts'].filter(id =>
      modules.includes(id),
    ),
  }).toEqual({ fits: true, holds: ['elements/ui-button.ts', 'generated/first.ts'] });
});
