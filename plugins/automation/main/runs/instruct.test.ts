import { tmpdir } from 'node:os';
import type { AgentService } from '@atelier/agent/contract';
import { AppError } from '@atelier/kernel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drafted, settled } from '../automation.fixture.ts';
import { type Instructing, instruct, nothingGiven } from './instruct.ts';
import { type Ended, failureOf, type Spent } from './limited.ts';
import type { Run } from './runner.ts';
import { Turns } from './turns.ts';

/** A run with open access and the tools that edit, and an agent of which the test decides when it has done something. */
function begun(more: { readonly worktree?: boolean; readonly minutes?: number } = {}) {
  const log: string[] = [];
  const turns = new Turns(async () => undefined);
  const abort = new AbortController();
  const held: { stop?: Promise<void>; setUp?: Promise<void>; open?: Promise<void>; prompt?: Promise<void> } = {};
  const agent = {
    configure: async (_conversation: string, { unattended }: { unattended?: boolean }) => void log.push(`unattended ${unattended}`),
    async setAccess(_conversation: string, access: { accessMode: string }) {
      if (access.accessMode === 'open') await held.open;
      log.push(access === nothingGiven ? 'nothing given' : access.accessMode);
    },
    async prompt() {
      log.push('prompt');
      await held.prompt;
    },
    async stop() {
      log.push('stop');
      await held.stop;
    },
  } as unknown as AgentService;
  const parts = {
    ...{ agent, turns, inConversation() {}, isForOther: () => false, language: async () => 'en', now: Date.now },
    conversations: { folderOfProject: async () => tmpdir(), create: async () => 'c' },
    beginning: (begin: () => Promise<string>) => begin(),
    command: async (command: string) => {
      log.push(command === 'worktree.createFor' ? 'set-up' : command);
      if (command === 'worktree.createFor') await held.setUp;
    },
  } as unknown as Instructing;
  const { worktree = false, minutes = 10 } = more;
  const draft = drafted({ trigger: { kind: 'cron', cron: '0 9 * * *', zone: 'UTC' }, limits: { minutes } });
  const run = { receipt: 'r', rule: { id: 'rule', title: 'Rule', draft }, event: undefined, isConditional: false } as unknown as Run;
  const action = {
    ...({ kind: 'instruction', instruction: 'Work.', where: 'visible', project: 'p', access: 'open', tools: 'edit' } as const),
    ...{ worktree, commands: ['git push'] },
  };
  const said: unknown[] = [];
  return {
    ...{ log, turns, abort, held, said },
    hold(what: keyof typeof held): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held[what] = promise;
      return resolve;
    },
    start(): void {
      instruct(parts, run, action, abort.signal).then(
        ({ status }) => said.push(status),
        ({ cause }: Spent) => said.push((cause as Ended).why),
      );
    },
    comes: async (what: string) => await vi.waitFor(() => expect(log).toContain(what)),
    denies: () => turns.denies('c', 'bash') !== undefined,
  };
}

test('the tools of a rule are denied until the turn that it stops has ended', async () => {
  const at = begun();
  const stopped = at.hold('stop');
  at.start();
  await at.comes('prompt');
  at.abort.abort('stopped');
  await settled();
  const during = [at.said, at.denies()].map(one => structuredClone(one));
  stopped();
  await settled();
  expect({ during, after: [at.said, at.denies()], log: at.log.slice(-3) }).toEqual({
    during: [[], true],
    after: [['stopped'], false],
    log: ['stop', 'unattended false', 'nothing given'],
  });
});

test('a turn that cannot be stopped keeps its run from its end for a moment only', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const at = begun({ minutes: 1 });
  at.hold('stop');
  at.start();
  await at.comes('prompt');
  await vi.advanceTimersByTimeAsync(120_000);
  expect([at.said, at.denies(), at.log.at(-1)]).toEqual([['budget'], false, 'nothing given']);
});

test('a rule that is stopped, or whose time is over, while its worktree is set up stops that, ends at once and sends nothing afterwards', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ends: unknown[] = [];
  for (const isStopped of [true, false]) {
    const at = begun({ worktree: true, minutes: 1 });
    const isSetUp = at.hold('setUp');
    at.start();
    await at.comes('set-up');
    if (isStopped) at.abort.abort('stopped');
    await vi.advanceTimersByTimeAsync(isStopped ? 0 : 60_000);
    const ended = [...at.said];
    isSetUp();
    await settled();
    ends.push([ended, at.log]);
  }
  expect(ends).toEqual([
    [['stopped'], ['set-up', 'worktree.stopFor', 'stop']],
    [['budget'], ['set-up', 'worktree.stopFor', 'stop']],
  ]);
});

test('what a rule is just given when it is stopped is taken back, and its prompt is not sent', async () => {
  const at = begun();
  const isOpen = at.hold('open');
  at.start();
  await at.comes('unattended true');
  at.abort.abort('stopped');
  await settled();
  isOpen();
  await settled();
  expect([at.said, at.log]).toEqual([['stopped'], ['unattended true', 'stop', 'open', 'stop', 'unattended false', 'nothing given']]);
});

test('a prompt that is on its way when its rule is stopped leaves no turn behind', async () => {
  const at = begun();
  const isSent = at.hold('prompt');
  at.start();
  await at.comes('prompt');
  at.abort.abort('stopped');
  await settled();
  isSent();
  await settled();
  expect([at.said, at.log.slice(2)]).toEqual([['stopped'], ['prompt', 'stop', 'stop', 'unattended false', 'nothing given']]);
});

/** A run in a hidden conversation, of which the test says when it has an answer. */
function hiddenRun() {
  const stopped: string[] = [];
  const turns = new Turns(async () => undefined);
  const { promise, reject } = Promise.withResolvers<never>();
  const agent = {
    runHiddenWithTools: () => promise,
    async stopHidden(name: string) {
      stopped.push(name);
      turns.takeHidden('rule', { input: 400, output: 100, cacheRead: 0, cacheWrite: 0, cost: 0.25 });
      reject(new Error('stopped'));
    },
    hiddenSteps: async () => [],
  } as unknown as AgentService;
  const parts = { agent, turns, said() {}, language: async () => 'en' } as unknown as Instructing;
  const run = { receipt: 'r', rule: { id: 'rule', title: 'Rule', draft: drafted() }, event: undefined } as unknown as Run;
  const abort = new AbortController();
  const outcome = instruct(parts, run, { kind: 'instruction', instruction: 'Work.', where: 'hidden' }, abort.signal).catch(failureOf);
  return { stopped, abort, outcome };
}

test('a hidden run that the person stops is stopped at its model, and its receipt says what it has used until then', async () => {
  const { stopped, abort, outcome } = hiddenRun();
  await settled();
  const before = [...stopped];
  abort.abort('stopped');
  const { status, reason, cost, tokens } = await outcome;
  expect([before, stopped, { status, reason, cost, tokens }]).toEqual([
    [],
    ['automation:r'],
    { status: 'failed', reason: 'stopped', cost: 0.25, tokens: 500 },
  ]);
});

test('the receipt of a run that reached its limit says what it has used', async () => {
  const turns = new Turns(async () => undefined);
  const usage = { input: 40, output: 60, cacheRead: 0, cacheWrite: 0, cost: 0.5 };
  const agent = {
    async configure() {},
    async setAccess() {},
    async prompt() {
      turns.take({ kind: 'messageEnded', conversation: 'c', entry: { kind: 'assistant', model: 'm', usage, parts: [] } } as never);
    },
    async stop() {
      turns.take({ kind: 'turnEnded', conversation: 'c', ended: 'stopped' } as never);
    },
  } as unknown as AgentService;
  const parts = {
    ...{ agent, turns, inConversation() {}, isForOther: () => false, language: async () => 'en', now: Date.now },
    conversations: { create: async () => 'c' },
    beginning: (begin: () => Promise<string>) => begin(),
  } as unknown as Instructing;
  const run = { receipt: 'r', rule: { id: 'rule', title: 'Rule', draft: drafted({ limits: { tokens: 50 } }) } } as unknown as Run;
  const never = new AbortController().signal;
  const ended = instruct(parts, run, { kind: 'instruction', instruction: 'Work.', where: 'visible' }, never).catch(failureOf);
  const { status, reason, cost, tokens, model } = await ended;
  expect({ status, reason, cost, tokens, model }).toEqual({ status: 'failed', reason: 'budget', cost: 0.5, tokens: 100, model: 'm' });
});

test('where a turn of the person has begun meanwhile nothing is sent, the run is skipped, and that turn was unattended at no time', async () => {
  const asked: unknown[] = [];
  const agent = {
    configure: async (_conversation: string, { unattended }: { unattended?: boolean }) => void (unattended && asked.push('unattended')),
    async prompt(_conversation: string, _text: string, { how, unattended }: { how?: string; unattended?: boolean }) {
      asked.push([how, unattended]);
      throw AppError.fromRecord({ code: 'agent/turn-runs', message: 'busy' });
    },
    state: async () => ({ status: 'idle', accessMode: 'secure', network: false }),
  } as unknown as AgentService;
  const turns = new Turns(async () => undefined);
  const parts = {
    ...{ agent, turns, inConversation() {}, isForOther: () => false, language: async () => 'en', now: Date.now },
    conversations: { describe: async () => ({}) },
  } as unknown as Instructing;
  const run = { receipt: 'r', rule: { id: 'rule', title: 'Rule', draft: drafted() } } as unknown as Run;
  const action = { kind: 'instruction', instruction: 'Work.', where: 'continued', conversation: 'c' } as const;
  const outcome = await instruct(parts, run, action, new AbortController().signal);
  expect([asked, outcome, turns.has('c')]).toEqual([[['idle', true]], { status: 'skipped', reason: 'overlap' }, false]);
});
