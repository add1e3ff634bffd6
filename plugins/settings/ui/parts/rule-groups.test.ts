import { expect, test } from 'vitest';
import { isFound } from './rule-groups.ts';

const found = (typed: string, pattern?: string) =>
  isFound(
    { id: 'r', decision: 'allow', tool: 'bash', scope: 'always', ...(pattern !== undefined && { pattern }) },
    `Everywhere Allow bash ${pattern ?? 'anything'}`,
    typed,
  );

test('a rule is found by any of its words in any order, and by a command that its pattern fits, but a rule about everything not by each', () => {
  expect({
    words: ['', '  ', 'BASH allow', 'npm', 'run every'].map(typed => found(typed, 'npm run *')),
    commands: ['npm run build', 'npm run build --all', 'npm install', 'x npm run build'].map(typed => found(typed, 'npm run *')),
    middle: ['git push --force origin', 'git push origin'].map(typed => found(typed, 'git *--force*')),
    exact: ['echo one', 'echo one two'].map(typed => found(typed, 'echo one')),
    escaped: [found('grep * x', 'grep \\* *'), found('grep x y', 'grep \\* *')],
    anything: [found('rm x', '*'), found('rm x')],
  }).toEqual({
    words: [true, true, true, true, true],
    commands: [true, true, false, false],
    middle: [true, false],
    exact: [true, false],
    escaped: [true, false],
    anything: [false, false],
  });
});
