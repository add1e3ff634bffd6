import type { Plugin } from 'vite';

const ofPages = /\/(?:kernel|shell|plugins\/[^/]+)\/ui\/.+\.ts$/;
const indents = /\n[ \t]+/g;
/** Where a text may be read as XML, quotes stay. */
const xml = /\b(?:image\/svg\+|text\/|application\/)xml\b|\sxmlns=/;
/** The quotes of an attribute that is one word: what follows says where it ends. */
const quotes = /(\s[a-z][a-z-]*=)"([\w.:%#;,()-]+)"(?=[\s>])/g;
const styles = /\bcss`[^`]*`/g;
/**
 * A string, which is kept; a comment; white space around braces, between two elements (a plus before a number or a function adds), and after
 * separators; the separator before a closing brace.
 */
const room =
  /("[^"\n]*"|'[^'\n]*')|\/\*[\s\S]*?\*\/|;?\s*(\})\s*|\s*(\{)\s*|\s(>|\+(?= (?:\.[a-z_-]|[:[*])| (?!(?:e|pi|infinity) )[a-z-]+[ .:[]))\s|([;,:])\s+|\s+/g;
const halves = /\*?::(?=before|after)/g;
/** Removes white space and quotes that say nothing from templates and styles of elements: script minifiers do not touch strings. */
export function packedTemplates(): Plugin {
  return {
    name: 'packed-templates',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!ofPages.test(id.replaceAll('\\', '/')) || id.includes('node_modules')) return undefined;
      return {
        code: (xml.test(code) ? code : code.replaceAll(quotes, '$1$2')).replaceAll(indents, '\n').replaceAll(styles, pack),
        map: null,
      };
    },
  };
}

function pack(style: string): string {
  return style
    .replaceAll(halves, ':')
    .replaceAll(
      room,
      (found, text?: string, end?: string, start?: string, child?: string, mark?: string) =>
        text ?? end ?? start ?? child ?? mark ?? (found.startsWith('/*') ? '' : ' '),
    );
}
