import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claims, claimsPage, claimsPath, testsByClaim } from './support/claims.ts';
import { repositoryTree } from './support/tree.ts';

test('the page of claims says which tests hold us to each', () => {
  expect(claimsPage(claims(), testsByClaim(repositoryTree())), 'Run `npm run generate` and read the difference.').toBe(
    readFileSync(claimsPath, 'utf8'),
  );
});

test('a test that names a claim nobody made is found', () => {
  // In pieces, or this file would be read as naming them.
  const planted = [
    ['test(', "'D6, Q9: an older app', () => {});"].join(''),
    ['test.skipIf(true)(', '`X1: sandboxed`, run);'].join(''),
  ].join('\n');
  const tree = new Map([['kernel/main/x.test.ts', planted]]);
  const named = testsByClaim(tree);
  expect([[...named.keys()], [...named.keys()].filter(id => !(id in claims()))]).toEqual([['D6', 'Q9', 'X1'], ['Q9']]);
  expect([...testsByClaim(repositoryTree()).keys()].filter(id => !(id in claims()))).toEqual([]);
});
