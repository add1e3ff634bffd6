import type { Plugin } from 'vite';

const table = /\/plugins\/[^/]+\/text\/(?:fr|en)\.json$/;

/** Removes the description of a plugin from the texts of its views: only the kernel reads it, for the list of extensions. */
export function packedTexts(): Plugin {
  return {
    name: 'packed-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!table.test(id.replaceAll('\\', '/'))) return undefined;
      const { description: _, ...texts } = JSON.parse(code) as Record<string, string>;
      return { code: JSON.stringify(texts), map: null };
    },
  };
}
