import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Languages of highlight.js whose files begin with the whole or a half of another's. */
const heirs: Readonly<Record<string, string>> = { scss: 'css', typescript: 'javascript' };
const module = /\/highlight\.js\/es\/languages\/(css|scss|javascript|typescript)\.js$/;
// A comment is a part of its own: the last list of a file has the next language's comment behind it.
const declarations = /^(?=(?:const|function|export) |\/\*)/m;
const declared = /^(?:const|function) (\w+)/;
/** The minifier's own note to who bundles its output once more, beside each list of words. */
const note = '/* @__PURE__ */ ';

/** A language takes from the other what both files say word for word: highlight.js copies it into each. */
export function sharedLanguages(): Plugin {
  return {
    name: 'shared-languages',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const name = module.exec(id.replaceAll('\\', '/'))?.[1];
      if (name === undefined) return undefined;
      const heir = Object.keys(heirs).find(one => heirs[one] === name);
      const other = heirs[name] ?? heir;
      const parts = code.split(declarations);
      const common = partsOf(other ?? name).filter(part => declared.test(part) && parts.includes(part));
      const names = common.map(part => declared.exec(part)?.[1]).join(', ');
      if (heir !== undefined) return { code: `${code}\nexport { ${names} };\n`, map: null };
      const own = parts.filter(part => !common.includes(part));
      return { code: `import { ${names} } from 'highlight.js/lib/languages/${other}';\n${own.join('')}`, map: null };
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = file.code.replaceAll(note, '');
    },
  };
}

function partsOf(name: string): readonly string[] {
  return readFileSync(fileURLToPath(import.meta.resolve(`highlight.js/lib/languages/${name}`)), 'utf8').split(declarations);
}
