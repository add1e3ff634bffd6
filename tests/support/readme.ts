import { posix } from 'node:path';

/** The code of every fence of one language. */
export function fences(markdown: string, language: string): readonly string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(match => match[1] ?? '');
}

/** The text without its fences. */
export function prose(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}

/** Every `npm run x` that a text names; `npm start` and `npm test` count as well. */
export function namedScripts(markdown: string): readonly string[] {
  const names = [...markdown.matchAll(/\bnpm (?:run (?:-s )?([a-z][a-z0-9:-]*)|(start|test)\b)/g)].map(match => match[1] ?? match[2] ?? '');
  return [...new Set(names)].toSorted();
}

/**
 * The paths of a tree map: a fence called `tree`, two spaces a level, a name and then words about it.
 * `kernel/` with `api/` below it is `kernel`, `kernel/api`.
 */
export function treePaths(markdown: string): readonly string[] {
  const parents: string[] = [];
  return fences(markdown, 'tree')
    .flatMap(fence => fence.split('\n'))
    .flatMap(line => {
      const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? [];
      if (name === '') return [];
      const depth = indent.length / 2;
      parents.length = depth;
      parents[depth] = name.replace(/\/$/, '');
      return [parents.join('/')];
    });
}

/** Folders missing in a tree map: it must name all top-level folders, and all subfolders of a folder if it names one of them. */
export function unnamedFolders(paths: readonly string[], files: readonly string[]): readonly string[] {
  const folders = new Set(files.flatMap(file => parentsOf(file)));
  const open = new Set(paths.filter(path => folders.has(path)).map(path => posix.dirname(path)));
  return [...folders].filter(folder => open.has(posix.dirname(folder)) && !paths.includes(folder)).toSorted();
}

function parentsOf(file: string): readonly string[] {
  const parent = posix.dirname(file);
  return parent === '.' ? [] : [...parentsOf(parent), parent];
}

/**
 * The paths in a README that do not exist. A path is a link, or code that begins with a folder of the repository or of the
 * README's package; placeholders such as `<name>` and `*` are skipped.
 */
export function missingPaths(readme: string, markdown: string, files: readonly string[]): readonly string[] {
  const there = new Set(files.flatMap(file => [file, ...parentsOf(file)]));
  const own = posix.dirname(readme);
  const text = prose(markdown);
  const linked = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(match => match[1] ?? '')
    .filter(target => !/^[a-z]+:/.test(target))
    .filter(target => !there.has(posix.join(own, target)));
  const code = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(match => (match[1] ?? '').replace(/\/$/, ''))
    .filter(path => path.includes('/') && !path.startsWith('.build/') && !path.startsWith('node_modules/'))
    .filter(path => {
      const candidates = [path, posix.join(own, path)];
      const begins = candidates.some(candidate => there.has(candidate.slice(0, candidate.lastIndexOf(path) + path.indexOf('/'))));
      return (begins || /\.(?:ts|mjs|js|css|json|md|html)$/.test(path)) && !candidates.some(candidate => there.has(candidate));
    });
  return [...linked, ...code];
}
