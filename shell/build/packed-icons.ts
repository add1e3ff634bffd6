import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'vite';

const table = /kernel\/ui\/icons\/generated\/other\.ts$/;

/** Compresses the table of the two thousand rarely used icons to a third of its size; it is unpacked when the first of them is used. */
export function packedIcons(): Plugin {
  return {
    name: 'packed-icons',
    apply: 'build',
    async load(id) {
      if (!table.test(id.replaceAll('\\', '/'))) return undefined;
      const { otherIcons } = (await import(pathToFileURL(id).href)) as { readonly otherIcons: Readonly<Record<string, string>> };
      return { code: unpacking(packed(otherIcons)), moduleType: 'js' };
    },
  };
}

/** All names of each path, a line each; then the paths, in the same order. */
function packed(icons: Readonly<Record<string, string>>): string {
  const byPath = [...Map.groupBy(Object.entries(icons), ([, path]) => path)];
  const names = byPath.map(([, entries]) => entries.map(([name]) => name).join(' '));
  const text = [...names, ...byPath.map(([path]) => path)].join('\n');
  return deflateRawSync(text, { level: 9, memLevel: 9 }).toString('base64');
}

function unpacking(base64: string): string {
  return `
    const packed = new Blob([Uint8Array.fromBase64('${base64}')]).stream();
    const lines = (await new Response(packed.pipeThrough(new DecompressionStream('deflate-raw'))).text()).split('\\n');
    const paths = lines.splice(lines.length / 2);
    export const otherIcons = Object.fromEntries(lines.flatMap((names, at) => names.split(' ').map(name => [name, paths[at]])));
  `;
}
