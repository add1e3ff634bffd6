import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import type { Rule } from '../../contract/index.ts';
import type { Answered, Approvals, Question } from './approvals.ts';
import { type Call, createDecide } from './decide.ts';
import { verdictOn } from './decide-table.ts';
import type { Rules } from './rules.ts';

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());
const root = realpathSync(folder.path);
const cwd = join(root, 'project');
mkdirSync(cwd);

const modes = ['secure', 'open'] as const;
const either = [false, true] as const;
const commands = {
  plain: 'ls',
  destructive: 'sudo ls',
  network: 'npm ci',
  both: 'sudo npm publish',
} as const;
const paths = { inside: 'a', outside: '../a', forbidden: '../data/a' } as const;
/** Each tool with what it is given; what is not known to the table is a tool of an extension. */
const tools: readonly {
  readonly kind: 'shell' | 'file' | 'other';
  readonly name: string;
  readonly given: string;
  readonly args: object;
}[] = [
  ...['bash', 'powershell'].flatMap(name =>
    Object.entries(commands).map(([given, command]) => ({ kind: 'shell' as const, name, given, args: { command } })),
  ),
  { kind: 'shell', name: 'bash', given: 'nothing', args: { command: 7 } },
  ...['read', 'ls', 'grep', 'find', 'write', 'edit'].flatMap(name =>
    Object.entries(paths).map(([given, path]) => ({ kind: 'file' as const, name, given, args: { path } })),
  ),
  { kind: 'other', name: 'notes.search', given: 'words', args: { path: '../data/a', command: 'sudo ls' } },
];
const ruleKinds = ['none', 'allow all', 'allow this', 'ask', 'deny'] as const;

interface Case {
  readonly mode: 'secure' | 'open';
  readonly tool: (typeof tools)[number];
  readonly sandboxed: boolean;
  readonly network: boolean;
  readonly rule: (typeof ruleKinds)[number];
  readonly veto: boolean;
  readonly changed: boolean;
}

function everyCase(): readonly Case[] {
  const cases: Case[] = [];
  for (const mode of modes)
    for (const tool of tools)
      for (const sandboxed of either)
        for (const network of either)
          for (const rule of ruleKinds)
            for (const veto of either) for (const changed of either) cases.push({ mode, tool, sandboxed, network, rule, veto, changed });
  return cases;
}

function ruleOf({ rule, tool }: Case): Rule | undefined {
  if (rule === 'none') return undefined;
  const decision = rule === 'ask' || rule === 'deny' ? rule : 'allow';
  return { id: '1', decision, tool: tool.name, scope: 'always', ...(rule === 'allow this' && { pattern: 'x' }) };
}

/** How a call ends where the person says yes to whatever they are asked. */
async function outcomeOf(one: Case, answer: Answered = { by: 'person', allow: true }): Promise<string> {
  const asked: Question[] = [];
  const granted: unknown[] = [];
  const rules: Partial<Rules> = { decide: () => ({ rule: ruleOf(one), changed: one.changed ? ['x.sh'] : [] }) };
  const approvals: Partial<Approvals> = {
    async ask(question) {
      asked.push(question);
      return answer;
    },
  };
  const decide = createDecide({
    rules: rules as Rules,
    approvals: approvals as Approvals,
    policy: async () => (one.veto ? { deny: 'No.' } : undefined),
    allowNetwork: async () => void granted.push('network'),
    forbidden: [join(root, 'data')],
    locale: () => 'en',
  });
  const { mode, sandboxed, network, tool } = one;
  const decided = await decide({
    ...{ conversation: 'c', tool: 't1', name: tool.name, args: tool.args as Call['args'], cwd, project: cwd },
    ...{ mode, sandboxed, network, unattended: false },
  });
  const [question] = asked;
  if (question === undefined) return `${decided.allow ? 'allow' : 'deny'}: ${decided.rule}`;
  return [`ask (${question.scopes?.join(' ')}): ${question.why}`, ...granted].join(' +');
}

const changedWords = 'What this command runs has changed since you allowed it: x.sh.';
const ruleWords = (decision: string, name: string) => `Rule: ${decision} ${name}`;

/** What is said of each call in the README's words, written without a look at the code that decides. */
function expected({ mode, tool, sandboxed, network, rule, veto, changed }: Case): string {
  const { kind, name, given } = tool;
  const news = changed ? `${changedWords} ` : '';
  const everywhere = 'once conversation project always';
  const isOutside = kind === 'file' && (given === 'forbidden' || (given === 'outside' && mode === 'secure'));
  if (isOutside) return 'deny: A path outside what this mode permits.';
  if (veto) return 'deny: An extension denied it.';
  if (rule === 'deny') return `deny: ${ruleWords('denies', name)} (anything), everywhere.`;
  if (kind === 'shell' && mode === 'secure' && !sandboxed)
    return `ask (once): ${news}This machine has no sandbox, so in secure mode every command asks for your approval first.`;
  if (rule === 'ask') return `ask (once conversation): ${news}${ruleWords('asks', name)} (anything), everywhere.`;
  const wishes = given === 'network' || given === 'both';
  if (kind === 'shell' && mode === 'secure' && rule === 'none' && wishes && !network)
    return `ask (once conversation): ${news}This command seems to need the network, which this conversation does not have. Allowing it gives it the network. +network`;
  const what = given === 'both' ? 'sudo' : given === 'destructive' ? 'sudo' : undefined;
  if (kind === 'shell' && mode === 'open' && what !== undefined && rule !== 'allow this')
    return `ask (${everywhere}): ${news}In open mode you are asked about what may destroy, publish or gain rights: ${what}.`;
  if (rule === 'allow all') return `allow: ${ruleWords('allows', name)} (anything), everywhere.`;
  if (rule === 'allow this') return `allow: ${ruleWords('allows', name)} (x), everywhere.`;
  if (changed) return `ask (${everywhere}): ${changedWords}`;
  if (mode === 'open') return 'allow: Open mode.';
  return kind === 'shell' ? 'allow: Secure mode, in the sandbox.' : 'allow: Secure mode, in the working folder.';
}

test('S9: every mode, tool, sandbox, network, rule, veto, command and change has its one outcome', async () => {
  const cases = everyCase();
  const wrong: unknown[] = [];
  for (const one of cases) {
    const outcome = await outcomeOf(one);
    if (outcome !== expected(one)) wrong.push({ ...one, tool: [one.tool.name, one.tool.given], outcome, expected: expected(one) });
  }
  expect(cases.length).toBe(2 * tools.length * 2 * 2 * 5 * 2 * 2);
  expect(wrong).toEqual([]);
});

test('a call that matches no row of the table is asked about, with the scope once', async () => {
  const facts = { command: undefined, sandboxed: true, network: false, refused: undefined, veto: undefined, rule: undefined, changed: [] };
  const unknown = [
    { ...facts, tool: 'shell', mode: 'sealed' },
    { ...facts, tool: 'other', mode: 'toString' },
    { ...facts, tool: 'browser', mode: 'secure' },
    { ...facts, tool: 'browser', mode: 'open' },
  ];
  expect(unknown.map(one => verdictOn(one as unknown as Parameters<typeof verdictOn>[0]))).toEqual(
    Array(4).fill({ ask: 'noRow', scopes: ['once'] }),
  );
  const sealed = { ...everyCase()[0], mode: 'sealed' } as unknown as Case;
  expect([await outcomeOf(sealed), await outcomeOf(sealed, { by: 'time' })]).toEqual(
    Array(2).fill('ask (once): Nothing says whether this call is allowed in this mode, so you are asked about it.'),
  );
});
