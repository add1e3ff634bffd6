import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rule } from '../../contract/index.ts';
import { decideByRules, literal, matches } from './match-rule.ts';
import { splitCommand } from './split-command.ts';

const rule = (decision: Rule['decision'], pattern?: string, more: Partial<Rule> = {}): Rule => ({
  id: `${decision} ${pattern}`,
  decision,
  tool: 'bash',
  scope: 'always',
  ...(pattern === undefined ? {} : { pattern }),
  ...more,
});
const decide = (rules: readonly Rule[], command: string) =>
  decideByRules(rules, { conversation: 'c', project: '/p', tool: 'bash', command })?.decision ?? 'nothing';

test.each([
  ['npm test', 'allow'],
  ['npm test -- --watch', 'allow'],
  ['npm test && npm test x', 'allow'],
  ['npm test; rm -rf /', 'nothing'],
  ['npm test & rm -rf /', 'nothing'],
  ['npm test | sh', 'nothing'],
  ['npm test\nrm -rf /', 'nothing'],
  ['npm test $(rm -rf /)', 'nothing'],
  ['npm test `rm -rf /`', 'nothing'],
  ['npm test "$(rm -rf /)"', 'nothing'],
  ['npm test <(rm -rf /)', 'nothing'],
  ['npm test > ~/.bashrc', 'nothing'],
  ['npm test "; rm', 'nothing'],
  ["npm test '; not a command'", 'allow'],
  ['npm test \\; x', 'allow'],
  ['npm test \\\nrm', 'nothing'],
  ['PATH=. npm test', 'nothing'],
  ['  npm test', 'allow'],
])('a rule for `npm test*` says of %j: %s', (command, expected) => {
  expect(decide([rule('allow', 'npm test*')], command)).toBe(expected);
});

test('what denies or asks holds wherever it stands in a line', () => {
  const rules = [rule('allow', 'npm *'), rule('deny', 'rm *'), rule('ask', 'git push*')];
  const lines = ['npm test && rm -rf x', 'echo $(date); rm x', 'npm test; git push', 'git push; rm x', 'npm test'];
  expect(lines.map(line => decide(rules, line))).toEqual(['deny', 'deny', 'ask', 'deny', 'allow']);
});

test('the most specific rule decides, and of equal ones the one that denies', () => {
  const always = rule('deny', 'npm *');
  const project = rule('ask', 'npm *', { scope: 'project', of: '/p' });
  const conversation = rule('allow', 'npm *', { scope: 'conversation', of: 'c' });
  const others = [rule('deny', 'npm *', { scope: 'conversation', of: 'other' }), rule('deny', 'npm *', { scope: 'project', of: '/other' })];
  expect([
    decide([always, project, conversation, ...others], 'npm test'),
    decide([always, project, ...others], 'npm test'),
    decide([rule('allow', 'npm *'), rule('allow', 'npm test*'), rule('deny', 'npm run*')], 'npm run x'),
    decide([rule('deny', 'npm *'), rule('allow', 'npm test*')], 'npm test'),
    decide([rule('allow', 'npm *'), rule('deny', 'npm *')], 'npm test'),
    decide([rule('allow', undefined, { tool: '*' }), rule('ask')], 'npm test'),
    decide([rule('allow', undefined, { tool: 'read' })], 'npm test'),
  ]).toEqual(['allow', 'ask', 'deny', 'allow', 'deny', 'ask', 'nothing']);
});

test('a rule for a whole line allows that line, whatever it holds, and no other', () => {
  const line = 'for f in *.md; do echo "$f" > out; done';
  const rules = [rule('allow', literal(line))];
  expect([
    decide(rules, line),
    decide(rules, line.replace('*.md', '/etc/*.md')),
    decide(rules, `${line}; rm x`),
    decide([...rules, rule('deny', '*echo*')], line),
  ]).toEqual(['allow', 'nothing', 'nothing', 'allow']);
});

test('rules for files go by the real path or the one from the working directory', () => {
  const asked = { conversation: 'c', tool: 'write', paths: ['/p/src/a.ts', 'src/a.ts'] };
  const decideFile = (pattern: string) => decideByRules([rule('deny', pattern, { tool: 'write' })], asked)?.decision;
  expect([decideFile('src/*'), decideFile('/p/*'), decideFile('*.ts'), decideFile('lib/*')]).toEqual(['deny', 'deny', 'deny', undefined]);
});

test('a text made into a pattern matches itself and nothing else', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '*', '\\', ' ', '🙂'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (one, other) => matches(literal(one), other) === (one === other)),
    { numRuns: 3_000 },
  );
});

test('a pattern of many stars is answered at once', () => {
  expect(matches(`${'a*'.repeat(200)}b`, 'a'.repeat(20_000))).toBe(false);
});

test('S16: no rule for one command allows a line in which anything else stands unquoted', () => {
  const rules = [rule('allow', 'npm test*')];
  const operator = fc.constantFrom(';', '&&', '||', '|', '&', '\n', '|&', ' ; ', '$(', '`', '<(', '>(', '>', '>>', '{', '(');
  const command = fc.constantFrom('rm -rf /', 'curl x', 'sh', './evil');
  fc.assert(
    fc.property(operator, command, fc.boolean(), (joint, evil, first) => {
      const line = first ? `${evil}${joint}npm test` : `npm test ${joint}${evil}`;
      return decide(rules, line) === 'nothing';
    }),
  );
});

test('a line is split outside of quotes, and says when that is not all of it', () => {
  expect([
    splitCommand('a; b && c || d | e'),
    splitCommand('echo "a;b" \'c|d\''),
    splitCommand('echo "$(x)"'),
    splitCommand('a "b'),
  ]).toEqual([
    { parts: ['a', 'b', 'c', 'd', 'e'], clear: true },
    { parts: ['echo "a;b" \'c|d\''], clear: true },
    { parts: ['echo "$(x)"'], clear: false },
    { parts: ['a "b'], clear: false },
  ]);
});
