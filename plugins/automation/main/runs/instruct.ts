import type { AgentService, HiddenStep, PassedSource } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { isAppError, type Locale } from '@atelier/kernel';
import type { Action } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { problemOf } from '../problems.ts';
import type { Outcome } from '../store/receipts.ts';
import { isTimed } from '../time/occurrences.ts';
import { realFolder } from './file-delivery.ts';
import { Ended, forMoment, Spent, usualMinutes, withinMinutes } from './limited.ts';
import { isQuiet, promptOf } from './prompt.ts';
import type { Run } from './runner.ts';
import { type TurnEnd, type Turns, tokensOf } from './turns.ts';

type Instruction = Extract<Action, { kind: 'instruction' }>;

/** The tools that only read; in a hidden conversation nothing else is offered. */
export const readingTools = ['read', 'ls', 'grep', 'find'] as const;
/** It only tells the model what it may. */
const askingTool = 'get_access_mode';
/** The tools of a run that is shown; undefined for all. */
const toolsOf = ({ tools }: Instruction): readonly string[] | undefined =>
  tools === 'read' ? [...readingTools, askingTool] : tools === 'edit' ? [...readingTools, 'edit', 'write', askingTool] : undefined;

export interface Instructing {
  readonly agent: AgentService;
  readonly conversations: ConversationsService;
  readonly turns: Turns;
  /** The conversation of a run, before anything happens in it; `began`: the rule begins it. */
  inConversation(run: Run, conversation: string, began: boolean): void;
  /** The run waits for an answer of the person, or no longer. */
  asking(run: Run): void;
  /** Begins a conversation in such a way that its beginning sets off no rule. */
  beginning(begin: () => Promise<string>): Promise<string>;
  /** Whether what runs acts for an extension that the person installed. */
  isForOther(): boolean;
  /** What was said and called in a hidden run. */
  said(run: Run, steps: readonly HiddenStep[]): void;
  /** Runs a command as the rule's own. */
  command(command: string, args: unknown): Promise<unknown>;
  language(): Promise<Locale>;
  now(): number;
}

/** Gives a model the instruction of a rule, and returns what came of it. */
export async function instruct(parts: Instructing, run: Run, action: Instruction, signal: AbortSignal): Promise<Outcome> {
  const { deliver } = run.rule.draft;
  const text = promptOf({ instruction: action.instruction, deliver }, run.event, await parts.language());
  const outside = await sourcesOf(parts.agent, run);
  const cwd = await folderOf(parts, action);
  const ran =
    action.where === 'hidden' ? hidden(parts, run, action, cwd, text, outside, signal) : shown(parts, run, action, text, outside, signal);
  const outcome = await ran;
  const isSilent = outcome.status === 'ran' && deliver === 'something' && isQuiet(outcome.answer ?? '');
  return isSilent ? { ...outcome, quiet: true } : outcome;
}

/** Where the text of the event comes from, and what was outside text in its conversation before. */
async function sourcesOf(agent: AgentService, { event }: Run): Promise<PassedSource[]> {
  if (event === undefined) return [];
  const { conversation } = event.fields;
  const earlier = conversation === undefined ? [] : await agent.outsideSources(conversation).catch(() => []);
  return [...event.sources, ...earlier.slice(0, 20).map(({ kind, name }) => ({ kind, name }))];
}

/** The folder of its project, in which it works. Without it nothing begins: no conversation, and no question to a model. */
async function folderOf({ conversations }: Instructing, { project, where }: Instruction): Promise<string | undefined> {
  if (project === undefined || where === 'continued') return undefined;
  const folder = await conversations.folderOfProject(project);
  if (folder === undefined) throw errors['automation/no-project']({});
  if ((await realFolder(folder)) === undefined) throw errors['automation/folder-gone']({ folder });
  return folder;
}

async function hidden(
  { agent, said, turns }: Instructing,
  run: Run,
  { model, reads = false }: Instruction,
  cwd: string | undefined,
  text: string,
  outside: readonly PassedSource[],
  signal: AbortSignal,
): Promise<Outcome> {
  const { rule } = run;
  const { minutes = usualMinutes, ...limits } = rule.draft.limits ?? {};
  const name = `automation:${run.receipt}`;
  const tools = reads ? readingTools : [];
  const counted = turns.followHidden(rule.id);
  const asked = agent.runHiddenWithTools(
    {
      instruction: text,
      outside,
      limits: { minutes, ...limits },
      name,
      chargedTo: { kind: 'automation', of: rule.id },
      ...(model !== undefined && { model }),
      ...(cwd !== undefined && { cwd }),
    },
    tools,
  );
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping = agent.stopHidden(name);
  };
  try {
    const answer = await withinMinutes(minutes + 1, signal, asked, stop);
    const used = { cost: answer.usage.cost, tokens: tokensOf(answer.usage) };
    return { status: 'ran', answer: answer.text.trim(), ...used, ...(model !== undefined && { model }) };
  } catch (error) {
    // Whoever reads that it was stopped pays for nothing more of it.
    if (stopping !== undefined && signal.reason !== 'closing')
      await forMoment(async () => {
        await Promise.allSettled([stopping, asked]);
      });
    throw new Spent(error, counted.used());
  } finally {
    counted.release();
    said(run, await agent.hiddenSteps(name).catch(() => []));
  }
}

async function shown(
  parts: Instructing,
  run: Run,
  action: Instruction,
  text: string,
  outside: readonly PassedSource[],
  signal: AbortSignal,
): Promise<Outcome> {
  const { agent, turns } = parts;
  const { rule } = run;
  const { minutes = usualMinutes } = rule.draft.limits ?? {};
  const isNew = action.where === 'visible';
  const conversation = isNew ? await begun(parts, run, action) : await continued(parts, action);
  // A run that began it may still go on in it.
  if (conversation === undefined || turns.has(conversation)) return { status: 'skipped', reason: 'overlap' };
  parts.inConversation(run, conversation, isNew);
  const hasOpen = isNew && action.access === 'open' && isTimed(rule.draft.trigger) && outside.length === 0;
  const { commands = [] } = isNew ? action : {};
  // What an extension sets off has nothing beyond secure access.
  const isGiven = (hasOpen || commands.length > 0) && !parts.isForOther();
  let [isAtLimit, isOver] = [false, signal.aborted];
  let stopping: Promise<unknown> | undefined;
  let isSettingUp = false;
  const stop = () => {
    isOver = true;
    const set = isSettingUp ? [parts.command('worktree.stopFor', { conversation })] : [];
    stopping = Promise.allSettled([agent.stop(conversation), ...set]);
  };
  const atLimit = () => {
    isAtLimit = true;
    stop();
  };
  const turn = turns.follow(conversation, rule.draft.limits ?? {}, { atLimit, asking: () => parts.asking(run) }, toolsOf(action));
  // Shown as the rule's, not as the person's.
  const passedFrom = `${(await parts.language()) === 'fr' ? 'l’automatisation' : 'the automation'} ${rule.title}`.slice(0, 200);
  // In a conversation of the person a turn of theirs may begin before: its questions are not a run's.
  const sent = isNew ? {} : { unattended: true };
  const steps = [
    () => agent.configure(conversation, { accessMode: 'secure', ...(isNew && { unattended: true, network: false }) }),
    async () => {
      if (isGiven) await agent.setAccess(conversation, { accessMode: hasOpen ? 'open' : 'secure', commands });
    },
    // A message that waited would be nobody's: neither charged to the rule, nor its turn the one that is followed.
    () => agent.prompt(conversation, text, { ...sent, how: 'idle', outside, passedFrom, chargedTo: { kind: 'automation', of: rule.id } }),
  ];
  let sending: Promise<void> | undefined;
  let failure: unknown;
  const work = async () => {
    if (!isOver && isNew && action.worktree === true) {
      isSettingUp = true;
      await ownWorktree(parts, action, conversation).finally(() => {
        isSettingUp = false;
      });
    }
    if (isOver) return await turn.end;
    sending = inOrder(steps, () => isOver);
    await sending;
    return await turn.end;
  };
  try {
    return outcomeOf(await withinMinutes(minutes, signal, work(), stop), isAtLimit);
  } catch (error) {
    // Another turn has begun in the conversation.
    if (isAppError(error) && error.code === 'agent/turn-runs') return { status: 'skipped', reason: 'overlap' };
    failure = error;
  } finally {
    // What it was given and which tools it has hold until nothing of it goes on: a prompt on its way would begin a turn after the stop.
    if (stopping !== undefined && signal.reason !== 'closing')
      await forMoment(async () => {
        await Promise.all([stopping, sending?.then(() => agent.stop(conversation))]);
      });
    // Who goes on in it is there to be asked.
    if (sending !== undefined) await agent.configure(conversation, { unattended: false }).catch(() => undefined);
    if (sending !== undefined && isGiven) await agent.setAccess(conversation, nothingGiven).catch(() => undefined);
    turn.release();
  }
  // Known only now: the turn that was stopped has said what it used.
  throw new Spent(failure, turn.used());
}

/** One step after the other, until it is over. */
async function inOrder(steps: readonly (() => Promise<unknown>)[], isOver: () => boolean): Promise<void> {
  for (const step of steps) if (!isOver()) await step();
}

/** What a rule was given for its run ends with it. */
export const nothingGiven = { accessMode: 'secure', commands: [] } as const;

async function begun(
  { conversations, beginning, language, now }: Instructing,
  { rule }: Run,
  { project, model }: Instruction,
): Promise<string> {
  // British dates, as the views have them.
  const day = new Intl.DateTimeFormat((await language()) === 'fr' ? 'fr' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(now());
  const more = { ...(project !== undefined && { project }), ...(model !== undefined && { model }) };
  return await beginning(() =>
    conversations.create({ channel: 'automation', title: `${rule.title}, ${day}`.slice(0, 120), accessMode: 'secure', ...more }),
  );
}

/** Before anything happens in the conversation: a run that cannot have its own worktree does not touch the project's. */
async function ownWorktree({ command }: Instructing, { project }: Instruction, conversation: string): Promise<void> {
  if (project === undefined) throw errors['automation/no-worktree']({});
  // A command wakes its plugin.
  await command('worktree.createFor', { conversation });
}

/** The conversation to go on in; undefined while a turn runs in it. It must be as closed as one that a rule begins. */
async function continued({ agent, conversations }: Instructing, { conversation }: Instruction): Promise<string | undefined> {
  if (conversation === undefined) throw errors['automation/no-conversation']({});
  await conversations.describe(conversation).catch(error => {
    throw errors['automation/no-conversation']({}, error);
  });
  const { status, accessMode, network } = await agent.state(conversation);
  if (accessMode !== 'secure' || network) throw errors['automation/refused']({});
  return status === 'running' || status === 'retrying' || status === 'compacting' || status === 'starting' ? undefined : conversation;
}

function outcomeOf({ ended, problem, text, model, cost, tokens, refused }: TurnEnd, isAtLimit: boolean): Outcome {
  if (isAtLimit) throw new Ended('budget');
  const used = { cost, tokens, ...(refused.length > 0 && { refused }), ...(model !== undefined && { model }), answer: text.trim() };
  if (ended === 'done') return { status: 'ran', ...used };
  if (ended === 'stopped') return { ...used, status: 'failed', reason: 'stopped', problem: problemOf(errors['automation/stopped']({})) };
  if (ended === 'budget') return { ...used, status: 'failed', reason: 'budget', problem: problemOf(errors['automation/at-limit']({})) };
  const told = problem === undefined ? problemOf(new Error(ended)) : { code: problem.code, texts: textsOf(problem) };
  return { ...used, status: 'failed', reason: ended === 'cut' ? 'interrupted' : 'error', problem: told };
}

const textsOf = ({ message, texts }: NonNullable<TurnEnd['problem']>) => texts ?? { en: message, fr: message };
