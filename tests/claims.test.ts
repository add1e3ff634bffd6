import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Claims, claimFaults, claims, claimsPage, claimsPath, pluginNames, testsByClaim } from './support/claims.ts';
import { repositoryTree } from './support/tree.ts';

const tree = repositoryTree();

test('the page of claims says which tests hold us to each', () => {
  expect(claimsPage(claims(), testsByClaim(tree)), 'Run `npm run generate` and read the difference.').toBe(
    readFileSync(claimsPath, 'utf8'),
  );
});

test('every claim is proved by a test, and what is not claimed says why', () => {
  expect(claimFaults(claims(), testsByClaim(tree), pluginNames(tree))).toEqual([]);
});

const claim = 'It holds.';
const sound: Claims = {
  claims: { D6: claim },
  notBuilt: { C6: { claim, part: ['memory'] } },
  withdrawn: { E10: { claim, why: 'It needs a network.' } },
};

test.each<[string, Partial<Claims>, readonly string[], readonly string[], readonly string[]]>([
  ['nothing', {}, ['D6'], ['agent'], []],
  ['a claim without a test', {}, [], [], ['D6 has no test: write one, or say why it is not claimed']],
  ['a test of a claim that nobody made', {}, ['D6', 'D99'], [], ['D99 is named by a test and is no claim']],
  ['a proved sentence that is not claimed', {}, ['D6', 'E10'], [], ['E10 has a test and is not among the claims']],
  ['a part that is built', {}, ['D6'], ['agent', 'memory'], ['C6 waits for a part that is built: plugins/memory']],
  [
    'a part that is built under a longer name',
    { notBuilt: { C5: { claim, part: ['automations'] }, C1: { claim, part: ['channels'] } } },
    ['D6'],
    ['automation', 'channel-mail'],
    ['C5 waits for a part that is built: plugins/automation', 'C1 waits for a part that is built: plugins/channel-mail'],
  ],
  ['no part', { notBuilt: { C6: { claim, part: [] } } }, ['D6'], [], ['C6 names no part that it waits for']],
  ['no reason', { withdrawn: { E10: { claim, why: ' ' } } }, ['D6'], [], ['E10 is withdrawn without a reason']],
  ['two lists', { withdrawn: { D6: { claim, why: 'x' } } }, ['D6'], [], ['D6 is in more than one list']],
])('of a list with %s the faults are named', (_, changed, named, plugins, faults) => {
  const tests = new Map(named.map(id => [id, ['a test']]));
  expect(claimFaults({ ...sound, ...changed }, tests, plugins)).toEqual(faults);
});

test('a test names a claim at the beginning of its name', () => {
  // In pieces, or this file would be read as naming them.
  const planted = [
    ['test(', "'D6, Q9: an older app', () => {});"].join(''),
    ['test.skipIf(true)(', '`X1: sandboxed`, run);'].join(''),
  ].join('\n');
  expect([...testsByClaim(new Map([['kernel/main/x.test.ts', planted]])).keys()]).toEqual(['D6', 'Q9', 'X1']);
});
