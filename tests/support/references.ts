import { claims } from './claims.ts';
import { prose } from './readme.ts';
import { isGenerated, isSource, type Tree } from './tree.ts';

/** Files of users, projects and packages that texts mention and that are no documents of this repository. */
const known = new Set(['AGENTS.md', 'CLAUDE.md', 'SKILL.md', 'a.md', 'demo-notes.md', 'hostile-report.md']);

const absent: readonly (readonly [RegExp, string])[] = [
  [/\bshared\/(?:architecture|style|reference|spec|design|findings|hooks)\b/i, 'a folder outside of this repository'],
  [
    /\b(?:architecture|security|performance|hosts|specification|spec|product|design|section|chapter)(?:\.md)? §?\d+(?:\.\d+)*\b/i,
    'a section',
  ],
  [/\bissue \d+\b/i, 'an issue'],
  [/\bmock-?ups?\b/i, 'a drawing'],
  [/\bthe spec(?:ification)?\b/i, 'a specification'],
  [/\bthe product (?:has|states|gives|asks|says|wants|keeps)\b|\bthe product[’']s order\b/i, 'a specification'],
  [/(?:^|[\n"'])[\s/*]*\d+\.\d+: /, 'a section'],
];

/** All references to documents outside of the repository, in comments, test names, descriptions and READMEs. */
export function absentReferences(tree: Tree): readonly string[] {
  const documents = new Set([...tree.keys()].filter(path => path.endsWith('.md')).map(path => path.slice(path.lastIndexOf('/') + 1)));
  const { claims: held, notBuilt, withdrawn } = claims();
  const ids = { ...held, ...notBuilt, ...withdrawn };
  return [...tree].flatMap(([path, text]) => {
    const said = readTexts(path, text).replace(/https?:\/\/\S+/g, '');
    const named = [...said.matchAll(/(?<![\w*-])([A-Za-z][\w-]*\.md)\b/g)].map(match => match[1] ?? '');
    return [
      ...absent.flatMap(([pattern, what]) => {
        const [found] = pattern.exec(said) ?? [];
        return found === undefined ? [] : [`${path} says "${found.trim()}", which names ${what} that is not here. Say what it says.`];
      }),
      ...named
        .filter(name => !documents.has(name) && !known.has(name))
        .map(name => `${path} names ${name}, which is not in this repository. Say what it says.`),
      ...[...said.matchAll(/(?<![\w-])([ERPWSGXNDKC]\d{1,2}): /g)]
        .map(match => match[1] ?? '')
        .filter(id => !(id in ids))
        .map(id => `${path} names the claim ${id}, which is not in tests/claims.json.`),
    ];
  });
}

/** The texts of a file that people read: comments, test names, descriptions. */
function readTexts(path: string, text: string): string {
  if (path.endsWith('.md')) return path.endsWith('.snap.md') ? '' : prose(text);
  if (isGenerated(path) || /(?:^|\/)(?:package-lock\.json|fixtures?\/|results\/)/.test(path)) return '';
  if (path.endsWith('.json')) return /\.(?:channel|schema)\.json$|claims\.json$/.test(path) ? text : '';
  const comments = [...text.matchAll(/(?:^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*|<!--[\s\S]*?-->)/g)].map(([comment]) => comment.trim());
  const names = isSource(path)
    ? [...text.matchAll(/(?:\b(?:test|describe|here)[\w.]*|\))\(\s*(['"`][^'"`\n]*)/g)].map(match => match[1] ?? '')
    : [];
  return [...comments, ...names].join('\n');
}
