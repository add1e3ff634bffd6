import type { AgentService, PassedSource } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import type { Locale } from '@atelier/kernel';
import type { Action } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { problemOf } from '../problems.ts';
import type { Outcome } from '../store/receipts.ts';
import { realFolder } from './file-delivery.ts';
import { Ended, usualMinutes, withinMinutes } from './limited.ts';
import { isQuiet, promptOf } from './prompt.ts';
import type { Run } from './runner.ts';
import { type TurnEnd, type Turns, tokensOf } from './turns.ts';

type Instruction = Extract<Action, { kind: 'instruction' }>;

/** The tools that only read; in a hidden conversation nothing else is offered. */
export const readingTools = ['read', 'ls', 'grep', 'find'] as const;

export interface Instructing {
  readonly agent: AgentService;
  readonly conversations: ConversationsService;
  readonly turns: Turns;
  /** The conversation of a run, before anything happens in it; `began`: the rule begins it. */
  inConversation(run: Run, conversation: string, began: boolean): void;
  /** Begins a conversation in such a way that its beginning sets off no rule. */
  beginning(begin: () => Promise<string>): Promise<string>;
  /** Runs a command as the rule's own. */
  command(command: string, args: unknown): Promise<unknown>;
  language(): Promise<Locale>;
  now(): number;
}

/** Gives a model the instruction of a rule, and returns what came of it. */
export async function instruct(parts: Instructing, run: Run, action: Instruction, signal: AbortSignal): Promise<Outcome> {
  const { deliver } = run.rule.draft;
  const text = promptOf({ instruction: action.instruction, deliver }, run.event);
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
  { agent }: Instructing,
  { rule }: Run,
  { model, reads = false }: Instruction,
  cwd: string | undefined,
  text: string,
  outside: readonly PassedSource[],
  signal: AbortSignal,
): Promise<Outcome> {
  const { minutes = usualMinutes, ...limits } = rule.draft.limits ?? {};
  const tools = reads ? readingTools : [];
  const asked = agent.runHiddenWithTools(
    {
      instruction: text,
      outside,
      limits: { minutes, ...limits },
      chargedTo: { kind: 'automation', of: rule.id },
      ...(model !== undefined && { model }),
      ...(cwd !== undefined && { cwd }),
    },
    tools,
  );
  const answer = await withinMinutes(minutes + 1, signal, asked);
  const used = { cost: answer.usage.cost, tokens: tokensOf(answer.usage) };
  return { status: 'ran', answer: answer.text.trim(), ...used, ...(model !== undefined && { model }) };
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
  if (conversation === undefined) return { status: 'skipped', reason: 'overlap' };
  parts.inConversation(run, conversation, isNew);
  if (isNew && action.worktree === true) await ownWorktree(parts, action, conversation);
  let isAtLimit = false;
  const stop = () => void agent.stop(conversation).catch(() => undefined);
  const turn = turns.follow(conversation, rule.draft.limits ?? {}, () => {
    isAtLimit = true;
    stop();
  });
  try {
    const chargedTo = isNew ? { network: false as const, chargedTo: { kind: 'automation' as const, of: rule.id } } : {};
    await agent.configure(conversation, { accessMode: 'secure', unattended: true, ...chargedTo });
    await agent.prompt(conversation, text, { outside });
    const end = await withinMinutes(minutes, signal, turn.end, stop);
    return outcomeOf(end, isAtLimit);
  } finally {
    turn.release();
    // Who goes on in it is there to be asked.
    await agent.configure(conversation, { unattended: false }).catch(() => undefined);
  }
}

async function begun(
  { conversations, beginning, language, now }: Instructing,
  { rule }: Run,
  { project, model }: Instruction,
): Promise<string> {
  const day = new Intl.DateTimeFormat(await language(), { weekday: 'short', day: 'numeric', month: 'short' }).format(now());
  const more = { ...(project !== undefined && { project }), ...(model !== undefined && { model }) };
  return await beginning(() => conversations.create({ title: `${rule.title}, ${day}`.slice(0, 120), accessMode: 'secure', ...more }));
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

function outcomeOf({ ended, problem, text, model, cost, tokens }: TurnEnd, isAtLimit: boolean): Outcome {
  if (isAtLimit) throw new Ended('budget');
  const used = { cost, tokens, ...(model !== undefined && { model }), answer: text.trim() };
  if (ended === 'done') return { status: 'ran', ...used };
  if (ended === 'stopped') return { ...used, status: 'failed', reason: 'stopped', problem: problemOf(errors['automation/stopped']({})) };
  if (ended === 'budget') return { ...used, status: 'failed', reason: 'budget', problem: problemOf(errors['automation/at-limit']({})) };
  const told = problem === undefined ? problemOf(new Error(ended)) : { code: problem.code, texts: textsOf(problem) };
  return { ...used, status: 'failed', reason: ended === 'cut' ? 'interrupted' : 'error', problem: told };
}

const textsOf = ({ message, texts }: NonNullable<TurnEnd['problem']>) => texts ?? { en: message, fr: message };
