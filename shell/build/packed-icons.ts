import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { Plugin } from 'vite';

const table = /kernel\/ui\/icons\/generated\/other\.ts$/;

/** Puts the two thousand icons that hardly anybody asks for into the page as a third of their letters; it unpacks them when one is asked for. */
export function packedIcons(): Plugin {
  return {
    name: 'packed-icons',
    apply: 'build',
    async load(id) {
      if (!table.test(id.replaceAll('\\', '/'))) return undefined;
      const { otherIcons } = (await import(pathToFileURL(id).href)) as { readonly otherIcons: Readonly<Record<string, string>> };
      const packed = deflateRawSync(JSON.stringify(otherIcons), { level: 9, memLevel: 9 }).toString('base64');
      return {
        code: [
          `const packed = new Blob([Uint8Array.fromBase64('${packed}')]).stream();`,
          "export const otherIcons = await new Response(packed.pipeThrough(new DecompressionStream('deflate-raw'))).json();",
        ].join('\n'),
        moduleType: 'js',
      };
    },
  };
}
