import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from './tree.ts';

/** The path of the claims page. */
export const claimsPath = join(import.meta.dirname, '../claims.md');

/** `tests/claims.json`: every sentence that Atelier claims, and those that it does not claim, with the reason. */
export interface Claims {
  /** By id; each is proved by a test that names it. */
  readonly claims: Readonly<Record<string, string>>;
  /** By id; each waits for parts of which no plugin exists. */
  readonly notBuilt: Readonly<Record<string, { readonly claim: string; readonly part: readonly string[] }>>;
  /** By id; each cannot be proved by a test of ours. */
  readonly withdrawn: Readonly<Record<string, { readonly claim: string; readonly why: string }>>;
}

export function claims(): Claims {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../claims.json'), 'utf8')) as Claims;
}

/** The tests whose names begin with a claim's id, as in "D6: an older app refuses …". */
export function testsByClaim(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const tests = new Map<string, string[]>();
  for (const [path, text] of tree) {
    if (!/^(?:kernel|plugins|shell|schemas|registry-dev|tests)\/.*\.test\.ts$/.test(path)) continue;
    for (const [, ids = '', name = ''] of text.matchAll(/\(\s*['"`]((?:[A-Z]\d+, )*[A-Z]\d+): ([^'"`\n]*)/g)) {
      for (const id of ids.split(', ')) tests.set(id, [...(tests.get(id) ?? []), `${name.trim()} (${path})`]);
    }
  }
  return tests;
}

/** The names of the plugins of a tree, without their folder. */
export function pluginNames(tree: Tree): readonly string[] {
  return [...tree.keys()].flatMap(path => /^plugins\/([^/]+)\/package\.json$/.exec(path)?.[1] ?? []);
}

/** What is wrong with the list: each sentence is proved by a test, or says why it is not claimed, and never both. */
export function claimFaults(
  { claims, notBuilt, withdrawn }: Claims,
  tests: ReadonlyMap<string, readonly string[]>,
  plugins: readonly string[],
): readonly string[] {
  const lists = [claims, notBuilt, withdrawn];
  const ids = new Set([...lists.flatMap(list => Object.keys(list)), ...tests.keys()]);
  return [...ids].flatMap(id => {
    const places = lists.filter(list => Object.hasOwn(list, id)).length;
    const built = (notBuilt[id]?.part ?? []).flatMap(part => plugins.filter(plugin => isPart(plugin, part)));
    return [
      ...(places === 0 ? [`${id} is named by a test and is no claim`] : []),
      ...(places > 1 ? [`${id} is in more than one list`] : []),
      ...(id in claims && !tests.has(id) ? [`${id} has no test: write one, or say why it is not claimed`] : []),
      ...(!(id in claims) && places > 0 && tests.has(id) ? [`${id} has a test and is not among the claims`] : []),
      ...(notBuilt[id]?.part.length === 0 ? [`${id} names no part that it waits for`] : []),
      ...(withdrawn[id]?.why.trim() === '' ? [`${id} is withdrawn without a reason`] : []),
      ...built.map(plugin => `${id} waits for a part that is built: plugins/${plugin}`),
    ];
  });
}

/** Whether a plugin's name says that it is this part: `automation` and `channels-telegram` are. */
function isPart(plugin: string, part: string): boolean {
  const singular = (word: string) => word.replace(/s$/, '');
  return plugin.split('-').some(word => singular(word) === singular(part));
}

/** The content of the page: every claim with the tests that prove it, and what is not claimed. */
export function claimsPage({ claims, notBuilt, withdrawn }: Claims, tests: ReadonlyMap<string, readonly string[]>): string {
  const lines = Object.entries(claims).flatMap(([id, claim]) => [
    `- **${id}** ${claim}`,
    ...(tests.get(id) ?? []).map(test => `  - ${test}`),
  ]);
  return [
    '# Claims',
    '',
    `What Atelier claims about security and data safety, ${Object.keys(claims).length} sentences, each with the tests that prove it.`,
    '',
    ...lines,
    '',
    '## Not claimed yet, because the part is not built',
    '',
    'As soon as there is a plugin of that name, these need a test.',
    '',
    ...Object.entries(notBuilt).map(([id, { claim, part }]) => `- **${id}** (${part.join(', ')}) ${claim}`),
    '',
    '## Withdrawn',
    '',
    ...Object.entries(withdrawn).map(([id, { claim, why }]) => `- **${id}** ${claim}. *${why}*`),
    '',
  ].join('\n');
}
