import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { migrateTo } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { holding } from '../../../../tests/support/outside-sources.ts';
import type { AskedRequest, ToolCall } from '../../contract/index.ts';
import { migrations } from '../migrations/index.ts';
import { type Answer, createApprovals } from './approvals.ts';
import { type Call, createDecide, type DecisionSources } from './decide.ts';
import { openRules } from './rules.ts';

/** A conversation in a project; `answer` is what the person says when they are asked. */
function place(answer: Answer | undefined = undefined, change: Partial<DecisionSources> = {}) {
  const folder = tempFolder();
  const cwd = join(realpathSync(folder.path), 'project');
  mkdirSync(cwd);
  const stored = migrateTo(migrations, 120);
  const rules = openRules(stored.database);
  const asked: AskedRequest[] = [];
  const approvals = createApprovals({
    asked: request => {
      asked.push(request);
      if (answer) queueMicrotask(() => approvals.answer(request.id, answer));
    },
    answered: () => {},
  });
  const decide = createDecide({
    rules,
    approvals,
    policy: async () => undefined,
    outside: holding([]),
    senderOf: async () => undefined,
    forbidden: [join(realpathSync(folder.path), 'data')],
    locale: () => 'en',
    ...change,
  });
  const call = (name: string, args: Record<string, unknown>, more: Partial<Call> = {}, signal?: AbortSignal) =>
    decide(
      {
        conversation: 'c',
        tool: 't1',
        name,
        args,
        cwd,
        mode: 'secure',
        sandboxed: true,
        network: false,
        unattended: false,
        folder: cwd,
        ...more,
      },
      signal,
    );
  const bash = (command: string, more: Partial<Call> = {}) => call('bash', { command }, more);
  return {
    cwd,
    rules,
    approvals,
    asked,
    call,
    bash,
    [Symbol.dispose]: () => {
      stored[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

const open = { mode: 'open', cwd: '/' } as const;
const bare = { sandboxed: false } as const;

test('secure mode in a sandbox allows what is inside without asking, and says so', async () => {
  using at = place();
  expect([await at.bash('rm -rf .'), await at.call('read', { path: 'a' }), await at.call('memory.search', {}), at.asked]).toEqual([
    { allow: true, rule: 'Secure mode, in the sandbox.', decided: { allowed: true, by: 'modeSecure' } },
    { allow: true, rule: 'Secure mode, in the working folder.', decided: { allowed: true, by: 'modeSecureFiles' } },
    { allow: true, rule: 'Secure mode, in the working folder.', decided: { allowed: true, by: 'modeSecureFiles' } },
    [],
  ]);
});

test('S2: a path outside is denied before anybody is asked, whatever rules say', async () => {
  const policy = vi.fn(async () => undefined);
  using at = place({ allow: true }, { policy });
  at.rules.save({ id: '1', decision: 'allow', tool: 'write', scope: 'always' });
  const outcomes = await Promise.all([
    at.call('write', { path: '../x', content: '' }),
    at.call('read', { path: join(at.cwd, '../data/auth.json') }, open),
    at.call('read', { path: 7 }),
  ]);
  expect({ outcomes, asked: at.asked, policies: policy.mock.calls }).toEqual({
    outcomes: [
      {
        allow: false,
        deny: expect.stringContaining('outside the working directory'),
        rule: 'A path outside what this mode permits.',
        decided: { allowed: false, by: 'contained' },
      },
      {
        allow: false,
        deny: expect.stringContaining('No access mode opens it.'),
        rule: 'A path outside what this mode permits.',
        decided: { allowed: false, by: 'contained' },
      },
      {
        allow: false,
        deny: 'The path of this call is no text.',
        rule: 'A path outside what this mode permits.',
        decided: { allowed: false, by: 'contained' },
      },
    ],
    asked: [],
    policies: [],
  });
});

test('a policy that denies, throws or does not answer denies, and rules cannot undo it', async () => {
  const policies = [
    async (call: ToolCall) => ({ deny: `No ${call.name} today.`, by: '@test/police' }),
    async () => {
      throw new Error('broken');
    },
    () => new Promise<undefined>(() => {}),
  ];
  const nobodyAsked = 'The extensions that check calls could not be asked.';
  const outcomes = await Promise.all(
    policies.map(async policy => {
      using at = place({ allow: true }, { policy, policyMs: 5 });
      at.rules.save({ id: '1', decision: 'allow', tool: '*', scope: 'always' });
      return at.bash('ls');
    }),
  );
  expect(outcomes).toEqual([
    {
      allow: false,
      deny: 'No bash today.',
      rule: 'The extension @test/police denied it.',
      decided: { allowed: false, by: 'policy', extension: '@test/police', said: 'No bash today.' },
    },
    {
      allow: false,
      deny: 'A policy could not be asked (broken), so this call is not made.',
      rule: nobodyAsked,
      decided: { allowed: false, by: 'policyFailed' },
    },
    {
      allow: false,
      deny: 'A policy could not be asked (it did not answer in time), so this call is not made.',
      rule: nobodyAsked,
      decided: { allowed: false, by: 'policyFailed' },
    },
  ]);
});

test('the rule that decided is told in words, with nothing hidden in them', async () => {
  using at = place({ allow: false, text: 'Not now.' });
  at.rules.save({ id: '1', decision: 'deny', tool: 'bash', pattern: 'rm\u202e *', scope: 'always' });
  at.rules.save({ id: '2', decision: 'ask', tool: 'bash', pattern: 'git *', scope: 'conversation', of: 'c' });
  at.rules.save({ id: '3', decision: 'allow', tool: 'bash', pattern: 'npm *', scope: 'project', of: '/p' });
  expect([await at.bash('rm\u202e x'), await at.bash('git log'), await at.bash('npm ci', { project: '/p' })]).toEqual([
    {
      allow: false,
      deny: 'A rule of the person denies this call.',
      rule: 'Rule: denies bash (rm⟦U+202E⟧ *), everywhere.',
      decided: { allowed: false, by: 'rule', rule: { decision: 'deny', tool: 'bash', pattern: 'rm⟦U+202E⟧ *', scope: 'always' } },
    },
    {
      allow: false,
      deny: 'The person denied this call. They say: Not now.',
      rule: 'You denied it.',
      decided: { allowed: false, by: 'person', said: 'Not now.' },
    },
    {
      allow: true,
      rule: 'Rule: allows bash (npm *), this project.',
      decided: { allowed: true, by: 'rule', rule: { decision: 'allow', tool: 'bash', pattern: 'npm *', scope: 'project' } },
    },
  ]);
  expect(at.asked.map(({ why, scopes }) => [why, scopes])).toEqual([
    ['Rule: asks bash (git *), this conversation.', ['once', 'conversation']],
  ]);
});

test('S3: without a sandbox, secure mode asks about every command, whatever rules say', async () => {
  using at = place({ allow: true, scope: 'always' });
  at.rules.save({ id: '1', decision: 'allow', tool: 'bash', scope: 'always' });
  const outcomes = [await at.bash('ls', bare), await at.bash('ls', bare), await at.call('read', { path: 'a' }, bare)];
  expect({ outcomes, asked: at.asked.map(({ text, scopes }) => [text, scopes]), rules: at.rules.all().length }).toMatchObject({
    outcomes: [
      { allow: true, rule: 'You allowed it (once).' },
      { allow: true, rule: 'You allowed it (once).' },
      { allow: true, rule: 'Secure mode, in the working folder.' },
    ],
    asked: [
      ['ls', ['once']],
      ['ls', ['once']],
    ],
    rules: 1,
  });
});

test('S9: what seems to need the network asks for it, and the answer gives the network and makes no rule', async () => {
  using once = place({ allow: true });
  using kept = place({ allow: true, scope: 'conversation' });
  using never = place({ allow: false });
  const outcomes = [
    await once.bash('npm ci'),
    await kept.bash('npm ci'),
    await never.bash('npm ci'),
    await never.bash('npm ci', { network: true }),
  ];
  expect({
    outcomes: outcomes.map(outcome => [outcome.allow, outcome.allow && outcome.network]),
    scopes: kept.asked.map(({ scopes }) => scopes),
    rules: kept.rules.all(),
  }).toEqual({
    outcomes: [
      [true, true],
      [true, true],
      [false, false],
      [true, true],
    ],
    scopes: [['once']],
    rules: [],
  });
});

test('open mode asks nothing but what may destroy, and keeps the answer as a rule for that very command', async () => {
  using at = place({ allow: true, scope: 'always' });
  const outcomes = [
    await at.bash('rm -rf ~ *', open),
    await at.bash('rm -rf ~ *', open),
    await at.bash('rm -rf ~ x', open),
    await at.bash('ls', open),
  ];
  expect({ outcomes, asked: at.asked.map(({ why, scopes }) => [why, scopes]), rules: at.rules.all() }).toMatchObject({
    outcomes: [
      { rule: 'You allowed it (everywhere).' },
      { rule: 'Rule: allows bash (rm -rf ~ \\*), everywhere.' },
      { rule: 'You allowed it (everywhere).' },
      { rule: 'Open mode.' },
    ],
    asked: Array.from({ length: 2 }, () => [
      'In open mode you are asked about what may destroy, publish or gain rights: rm.',
      ['once', 'conversation', 'always'],
    ]),
    rules: [
      { decision: 'allow', tool: 'bash', scope: 'always', pattern: 'rm -rf ~ \\*' },
      { decision: 'allow', tool: 'bash', scope: 'always', pattern: 'rm -rf ~ x' },
    ],
  });
});

test('a rule for every command does not allow what may destroy', async () => {
  using at = place({ allow: false });
  at.rules.save({ id: '1', decision: 'allow', tool: 'bash', scope: 'always' });
  expect([(await at.bash('sudo rm x', open)).allow, (await at.bash('ls', open)).allow]).toEqual([false, true]);
});

test('a stopped turn takes its question back, and denies', async () => {
  using at = place();
  const stop = new AbortController();
  const pending = at.call('bash', { command: 'ls' }, bare, stop.signal);
  await expect.poll(() => at.approvals.list().length).toBe(1);
  stop.abort();
  expect([await pending, at.approvals.list()]).toEqual([
    {
      allow: false,
      deny: 'Nobody answered whether this call may be made, so it is not made.',
      rule: 'Nobody answered in time.',
      decided: { allowed: false, by: 'nobody' },
    },
    [],
  ]);
});
