import type { Plugin } from 'vite';

const ofPages = /\/(?:kernel|shell|plugins\/[^/]+)\/ui\/.+\.ts$/;
const indents = /\n[ \t]+/g;
const styles = /\bcss`[^`]*`/g;
/** A string, which is kept; a comment; white space around braces and after separators; the separator before a closing brace. */
const room = /("[^"\n]*"|'[^'\n]*')|\/\*[\s\S]*?\*\/|;?\s*(\})\s*|\s*(\{)\s*|([;,:])\s+|\s+/g;

/** Removes white space from templates and styles of elements: script minifiers do not touch strings. */
export function packedTemplates(): Plugin {
  return {
    name: 'packed-templates',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!ofPages.test(id.replaceAll('\\', '/')) || id.includes('node_modules')) return undefined;
      return { code: code.replaceAll(indents, '\n').replaceAll(styles, pack), map: null };
    },
  };
}

function pack(style: string): string {
  return style.replaceAll(
    room,
    (found, text?: string, end?: string, start?: string, mark?: string) =>
      text ?? end ?? start ?? mark ?? (found.startsWith('/*') ? '' : ' '),
  );
}
