import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from './tree.ts';

/** The path of the claims page. */
export const claimsPath = join(import.meta.dirname, '../claims.md');

/** The claims about security and data safety, by id. */
export function claims(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../claims.json'), 'utf8')) as Record<string, string>;
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

/** The content of the page: every claim with the tests that prove it. */
export function claimsPage(all: Readonly<Record<string, string>>, tests: ReadonlyMap<string, readonly string[]>): string {
  const held = Object.keys(all).filter(id => tests.has(id));
  const lines = Object.entries(all).flatMap(([id, claim]) => [
    `- **${id}** ${claim}`,
    ...(tests.get(id) ?? ['no test yet']).map(test => `  - ${test}`),
  ]);
  return [
    '# Claims',
    '',
    `What Atelier claims about security and data safety, and the tests named by each claim. ${held.length} of ${Object.keys(all).length} have one.`,
    '',
    ...lines,
    '',
  ].join('\n');
}
