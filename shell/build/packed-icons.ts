import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const table = /kernel\/ui\/icons\/generated\/other\.ts$/;

/**
 * Compresses the table of the two thousand rarely used icons to a third of its size; it is unpacked when the first of them is used. A page
 * fetches it as a file; a frame may fetch nothing, so its script holds the bytes as text, which is a third longer.
 */
export function packedIcons({ as }: { readonly as: 'file' | 'text' }): Plugin {
  return {
    name: 'packed-icons',
    apply: 'build',
    async load(id) {
      if (!table.test(id.replaceAll('\\', '/'))) return undefined;
      const { otherIcons } = (await import(pathToFileURL(id).href)) as { readonly otherIcons: Readonly<Record<string, string>> };
      const bytes = packed(otherIcons);
      const source =
        as === 'text'
          ? `new Blob([Uint8Array.fromBase64('${bytes.toString('base64')}')]).stream()`
          : `(await fetch(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: 'other-icons.gz', source: bytes })})).body`;
      return { code: unpacking(source), moduleType: 'js' };
    },
  };
}

/** All names of each path, a line each; then the paths, in the same order. */
function packed(icons: Readonly<Record<string, string>>): Buffer {
  const byPath = [...Map.groupBy(Object.entries(icons), ([, path]) => path)];
  const names = byPath.map(([, entries]) => entries.map(([name]) => name).join(' '));
  const text = [...names, ...byPath.map(([path]) => path)].join('\n');
  return gzipSync(text, { level: 9, memLevel: 9 });
}

function unpacking(source: string): string {
  return `
    const lines = (await new Response(${source}.pipeThrough(new DecompressionStream('gzip'))).text()).split('\\n');
    const paths = lines.splice(lines.length / 2);
    export const otherIcons = Object.fromEntries(lines.flatMap((names, at) => names.split(' ').map(name => [name, paths[at]])));
  `;
}
