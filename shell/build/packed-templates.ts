import type { Plugin } from 'vite';

const ofPages = /\/(?:kernel|shell|plugins\/[^/]+)\/ui\/.+\.ts$/;
const indents = /\n[ \t]+/g;
const styles = /\bcss`[^`]*`/g;
/** A string, which stays; a comment; the room around braces, and after what ends or parts declarations. */
const room = /("[^"\n]*"|'[^'\n]*')|\/\*[\s\S]*?\*\/|\s*([{}])\s*|([;,:])\s+|\s+/g;

/** Takes the room out of templates and styles of elements: they are strings, which no minifier of scripts looks into. */
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
    (found, text?: string, brace?: string, mark?: string) => text ?? brace ?? mark ?? (found.startsWith('/*') ? '' : ' '),
  );
}
