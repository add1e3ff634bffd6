/** The code of every fence of one language. */
export function fences(markdown: string, language: string): readonly string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(match => match[1] ?? '');
}

/** Every `npm run x` that a text names; `npm start` and `npm test` count as well. */
export function namedScripts(markdown: string): readonly string[] {
  const names = [...markdown.matchAll(/\bnpm (?:run ([a-z][a-z0-9:-]*)|(start|test)\b)/g)].map(match => match[1] ?? match[2] ?? '');
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
