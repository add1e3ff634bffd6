import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { holding } from '../../../../tests/support/outside-sources.ts';
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
  unclear: '$X ls',
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
  /** Rules deny or ask about some commands. */
  readonly guarded: boolean;
  /** The conversation holds text from outside. */
  readonly outside: boolean;
}

function everyCase(): readonly Case[] {
  const cases: Case[] = [];
  for (const mode of modes)
    for (const tool of tools)
      for (const sandboxed of either)
        for (const network of either)
          for (const rule of ruleKinds)
            for (const veto of either)
              for (const changed of either)
                for (const guarded of tool.kind === 'shell' ? either : [false])
                  for (const outside of either) cases.push({ mode, tool, sandboxed, network, rule, veto, changed, guarded, outside });
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
  const found = { rule: ruleOf(one), changed: one.changed ? ['x.sh'] : [], isGuarded: one.guarded, isGuardedPerhaps: false };
  const rules: Partial<Rules> = { decide: () => found, used: () => undefined };
  const approvals: Partial<Approvals> = {
    async ask(question) {
      asked.push(question);
      return answer;
    },
  };
  const decide = createDecide({
    rules: rules as Rules,
    approvals: approvals as Approvals,
    policy: async () => (one.veto ? { deny: 'No.', by: '@test/police' } : undefined),
    outside: holding(one.outside ? [{ kind: 'file', name: 'README.md', at: 0 }] : []),
    senderOf: async () => '@test/sends',
    forbidden: [join(root, 'data')],
    locale: () => 'en',
  });
  const { mode, sandboxed, network, tool } = one;
  const decided = await decide({
    ...{ conversation: 'c', tool: 't1', name: tool.name, args: tool.args as Call['args'], cwd, folder: cwd, project: cwd },
    ...{ mode, sandboxed, network, unattended: false },
  });
  const [question] = asked;
  if (question === undefined) return `${decided.allow ? 'allow' : 'deny'}: ${decided.rule}`;
  return [`ask (${question.scopes?.join(' ')}): ${question.why}`, ...(decided.allow && decided.network ? ['network'] : [])].join(' +');
}

const destroyed = (given: string) => (given === 'both' ? 'sudo, publish' : given === 'destructive' ? 'sudo' : undefined);
const changedWords = 'What this command runs has changed since you allowed it: x.sh.';
const ruleWords = (decision: string, name: string) => `Rule: ${decision} ${name}`;

/** What is said of each call in the README's words, written without a look at the code that decides. */
function expected(one: Case): string {
  const outcome = decisionOn(one);
  const keepsNetwork = one.tool.kind === 'shell' && one.mode === 'secure' && one.network;
  return keepsNetwork && outcome.startsWith('ask') && !outcome.endsWith('+network') ? `${outcome} +network` : outcome;
}

/** Whether the call could send something away: by a tool that can, by a network that nobody gave, or by anything where no sandbox is. */
function howItLeaves({ tool: { kind, name, given }, sandboxed, network, outside }: Case): string {
  const read = 'This conversation holds text from outside: README.md. Such text can lead the assistant to send away what it has read.';
  if (!outside || kind === 'file') return '';
  if (kind === 'other') return `${read} This tool belongs to @test/sends, which can send.`;
  if (!sandboxed)
    return name === 'bash' && (given === 'plain' || given === 'nothing')
      ? ''
      : `${read} Without a sandbox, nothing keeps this command from the network.`;
  const reaches = name === 'bash' && (given === 'network' || given === 'both');
  return reaches && !network ? `${read} Allowing it gives the network to this command alone.` : '';
}

function decisionOn(one: Case): string {
  const { mode, tool, sandboxed, network, rule, veto, changed, guarded } = one;
  const { kind, name, given } = tool;
  const news = changed ? `${changedWords} ` : '';
  const everywhere = 'once conversation project always';
  const leaves = howItLeaves(one);
  const isOutside = kind === 'file' && (given === 'forbidden' || (given === 'outside' && mode === 'secure'));
  if (isOutside) return 'deny: A path outside what this mode permits.';
  if (veto) return 'deny: The extension @test/police denied it.';
  if (rule === 'deny') return `deny: ${ruleWords('denies', name)} (anything), everywhere.`;
  if (kind === 'shell' && mode === 'secure' && !sandboxed)
    return `ask (once): ${news}This machine has no sandbox, so in secure mode every command asks for your approval first.${leaves === '' ? '' : ` ${leaves}`}`;
  const what = name === 'powershell' || given === 'unclear' ? undefined : destroyed(given);
  if (leaves !== '') {
    const also = mode === 'open' && what !== undefined ? ` It may also destroy, publish or gain rights: ${what}.` : '';
    return `ask (once): ${news}${leaves}${also}${kind === 'shell' ? ' +network' : ''}`;
  }
  if (rule === 'ask') return `ask (once conversation): ${news}${ruleWords('asks', name)} (anything), everywhere.`;
  // Of a shell that is not bash nothing is understood.
  const isUnclear = name === 'powershell' || given === 'unclear';
  const unclear = `ask (${everywhere}): ${news}It is not certain what this command runs, so you are asked about it.`;
  if (isUnclear && guarded && rule !== 'allow this') return unclear;
  const wishes = !isUnclear && (given === 'network' || given === 'both');
  if (kind === 'shell' && mode === 'secure' && rule === 'none' && wishes && !network)
    return `ask (once): ${news}This command seems to need the network, which this conversation does not have. Allowing it gives it the network. +network`;
  if (kind === 'shell' && mode === 'open' && what !== undefined && rule !== 'allow this')
    return `ask (${everywhere}): ${news}In open mode you are asked about what may destroy, publish or gain rights: ${what}.`;
  if (kind === 'shell' && mode === 'open' && isUnclear && rule !== 'allow this') return unclear;
  if (rule === 'allow all') return `allow: ${ruleWords('allows', name)} (anything), everywhere.`;
  if (rule === 'allow this') return `allow: ${ruleWords('allows', name)} (x), everywhere.`;
  if (changed) return `ask (${everywhere}): ${changedWords}`;
  if (mode === 'open') return 'allow: Open mode.';
  if (kind !== 'shell') return 'allow: Secure mode, in the working folder.';
  return `allow: Secure mode, in the sandbox${network ? ', with the network that you gave this conversation' : ''}.`;
}

test('S9: every mode, tool, sandbox, network, rule, veto, command and change has its one outcome', async () => {
  const cases = everyCase();
  const wrong: unknown[] = [];
  for (const one of cases) {
    const outcome = await outcomeOf(one);
    if (outcome !== expected(one)) wrong.push({ ...one, tool: [one.tool.name, one.tool.given], outcome, expected: expected(one) });
  }
  const shells = tools.filter(({ kind }) => kind === 'shell').length;
  expect(cases.length).toBe(2 * (tools.length + shells) * 2 * 2 * 5 * 2 * 2 * 2);
  expect(wrong).toEqual([]);
});

test('a call that matches no row of the table is asked about, with the scope once', async () => {
  const facts = {
    ...{ sandboxed: true, network: false, refused: undefined, veto: undefined, rule: undefined, changed: [] },
    ...{ destructive: [], wantsNetwork: false, isUnclear: false, isGuarded: false },
  };
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
