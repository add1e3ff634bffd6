import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import type { Rule } from '../../contract/index.ts';
import { lineReader } from './decide.ts';
import { decideWithGiven, foresee, givenRules } from './foresee.ts';

const readLine = await lineReader();
const about = (accessMode: 'secure' | 'open', sandboxed: boolean, commands: readonly string[] = [], rules: readonly Rule[] = []) =>
  foresee({ rules, sandboxed, readLine }, { accessMode, folder: '/home/me/project', commands });

test('what would be asked about is foreseen by the table that decides: by mode, and with or without a sandbox', () => {
  expect({
    secure: about('secure', true).asks,
    bare: about('secure', false).asks,
    open: about('open', true).asks,
    openBare: about('open', false).asks,
  }).toEqual({
    secure: ['wantsNetwork', 'outside'],
    bare: ['noSandbox'],
    open: ['destructive', 'unclear', 'outside'],
    openBare: ['destructive', 'unclear', 'closed', 'outside'],
  });
});

test('a command that is allowed beforehand runs where a rule may allow it, and nowhere else: not where it has no network', () => {
  const deny: Rule = { id: '1', decision: 'deny', tool: 'bash', pattern: 'npm *', scope: 'always' };
  const runs = (...given: Parameters<typeof about>) => about(...given).commands.map(one => one.runs);
  expect({
    secure: runs('secure', true, ['npm test', 'curl example.org']),
    bare: runs('secure', false, ['npm test']),
    open: runs('open', true, ['npm test', 'git push']),
    denied: runs('open', true, ['npm test'], [deny]),
  }).toEqual({ secure: [true, false], bare: [false], open: [true, true], denied: [false] });
});

test.for(['ask', 'deny'] as const)(
  'where what no rule matches is to %s, a command that is allowed beforehand still runs, alone or among others that are, and no other one does',
  async decision => {
    const otherwise: Rule = { id: 'otherwise', decision, tool: '*', scope: 'always' };
    const deny: Rule = { id: '1', decision: 'deny', tool: 'bash', pattern: 'npm publish*', scope: 'always' };
    const rules = [otherwise, deny, ...givenRules('run', ['npm test', 'npm publish'])];
    const decided = (command: string, conversation = 'run') =>
      decideWithGiven(rules, {
        conversation,
        folder: '/home/me/project',
        tool: 'bash',
        command,
        line: readLine(command, '/home/me/project', 'bash'),
      })?.decision;
    expect({
      foreseen: about('open', true, ['npm test', 'npm publish'], [otherwise, deny]).commands.map(one => one.runs),
      given: decided('npm test'),
      twice: decided('npm test && npm test'),
      another: decided('npm run build'),
      both: decided('npm test && npm run build'),
      denied: decided('npm publish'),
      elsewhere: decided('npm test', 'another'),
    }).toEqual({
      ...{ foreseen: [true, false], given: 'allow', twice: 'allow', another: decision, both: decision },
      ...{ denied: 'deny', elsewhere: decision },
    });
  },
);

test('a command lacks the network where a sandbox keeps it away, and where nothing else refuses it', () => {
  const deny: Rule = { id: '1', decision: 'deny', tool: 'bash', pattern: 'curl *', scope: 'always' };
  const commands = ['npm test', 'curl example.org'];
  const lacks = (...given: Parameters<typeof about>) => about(...given).commands.map(one => one.lacksNetwork);
  expect({
    secure: lacks('secure', true, commands),
    bare: lacks('secure', false, commands),
    open: lacks('open', true, commands),
    denied: lacks('secure', true, commands, [deny]),
  }).toEqual({ secure: [false, true], bare: [false, false], open: [false, false], denied: [false, false] });
});

test('a project whose path is a link is judged by the rules of what it leads to, as each call in it is', () => {
  using folder = tempFolder();
  const [real, link] = [folder.file('real'), folder.file('link')];
  mkdirSync(real);
  symlinkSync(real, link);
  const deny: Rule = { id: '1', decision: 'deny', tool: 'bash', pattern: 'git push*', scope: 'project', of: real };
  const runs = (path: string) =>
    foresee({ rules: [deny], sandboxed: true, readLine }, { accessMode: 'open', folder: path, commands: ['git push'] }).commands[0]?.runs;
  expect([runs(real), runs(link), runs(folder.path)]).toEqual([false, false, true]);
});
