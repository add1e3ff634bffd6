import { type AgentService, agentEvent, beforeToolCall, conversationForgotten, hiddenUsed } from '@atelier/agent/contract';
import { type ConversationsService, conversationCreated, messageReceived, projectCreated } from '@atelier/conversations/contract';
import type { ExtensionContext } from '@atelier/kernel';
import type { EventName } from '../contract/index.ts';
import type { Automation } from './automation.ts';
import { type FiredEvent, fieldsOf } from './events/event.ts';

export interface HappeningParts {
  readonly ctx: Pick<ExtensionContext, 'tap'>;
  readonly automation: Automation;
  readonly agent: Pick<AgentService, 'transcript'>;
  readonly conversations: Pick<ConversationsService, 'describe'>;
}

/** How many files of one tool call set off rules. */
const mostFiles = 20;

/** Tells the rules what happens in Atelier. Conversations that are private or not shown, and those of rules, set off none. */
export function hearHappenings({ ctx, automation, agent, conversations }: HappeningParts): void {
  const { events, scheduler } = automation;
  const inConversation = (name: EventName, conversation: string, more: () => Promise<Readonly<Record<string, unknown>>>) => {
    if (!events.isHeard(name) || automation.isOwnNow(conversation)) return;
    events.happened(name, async (): Promise<FiredEvent | undefined> => {
      if (await automation.isOwn(conversation)) return undefined;
      const { row, folder, hidden, ...found } = await conversations.describe(conversation);
      if (hidden === true || found.private === true) return undefined;
      const { title, project } = row;
      return { fields: fieldsOf({ conversation, title, project, folder, ...(await more()) }), sources: sourcesOf(name) };
    });
  };
  ctx.tap(conversationCreated, async ({ conversation }) => inConversation('conversationCreated', conversation, async () => ({})));
  ctx.tap(messageReceived, async ({ conversation, text }) => inConversation('messageReceived', conversation, async () => ({ text })));
  ctx.tap(projectCreated, async ({ project, folder }) =>
    events.happened('projectCreated', async () => ({ fields: fieldsOf({ project, folder }), sources: sourcesOf('projectCreated') })),
  );
  ctx.tap(agentEvent, async event => {
    const { kind, conversation, ended, outcome } = event;
    if (kind === 'turnEnded') {
      inConversation('turnEnded', conversation, async () => ({ ended, text: await lastAnswer(agent, conversation) }));
      scheduler.nudge();
    }
    if (kind === 'toolEnded' && outcome?.files !== undefined) {
      for (const { path } of outcome.files.slice(0, mostFiles)) inConversation('fileChanged', conversation, async () => ({ path }));
    }
    automation.takeAgentEvent(event);
  });
  ctx.tap(beforeToolCall, async ({ conversation, root, name }) => {
    const deny = automation.denies(root ?? conversation, name);
    return deny === undefined ? undefined : { deny };
  });
  ctx.tap(hiddenUsed, async used => automation.takeHiddenUse(used));
  ctx.tap(conversationForgotten, async ({ conversation }) => automation.forgetConversation(conversation));
}

const sourcesOf = (name: EventName) => [{ kind: 'declared' as const, name }];

async function lastAnswer(agent: HappeningParts['agent'], conversation: string): Promise<string> {
  const { entries } = await agent.transcript(conversation, { limit: 5 });
  const answer = entries.findLast(({ kind }) => kind === 'assistant');
  return (answer?.parts ?? []).flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
}
