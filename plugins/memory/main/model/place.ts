import type { AgentService, OutsideSource } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';

/** Answers of these tools are what Atelier itself keeps. */
const ownTools: ReadonlySet<string> = new Set([
  ...['memory_search', 'memory_get', 'memory_mark_used', 'memory_stats', 'memory_list'],
  ...['memory_upsert', 'memory_update', 'memory_delete', 'update_tasks'],
]);

export interface Place {
  /** The key of its repository; undefined without a project. */
  readonly project: string | undefined;
  /** Where the text from outside in it came from. */
  readonly outside: readonly OutsideSource[];
}

export interface Services {
  readonly agent: AgentService;
  readonly conversations: ConversationsService;
  projectKey(folder: string): Promise<string>;
}

/**
 * What a conversation is about, for its memories. Undefined where there are none: it is private, it is not one that the person sees, or
 * an extension wrote in it, which would read memories through the answers.
 */
export async function placeOf({ agent, conversations, projectKey }: Services, conversation: string): Promise<Place | undefined> {
  const found = await conversations.describe(conversation).catch(() => undefined);
  if (found === undefined || found.hidden === true || found.private === true) return undefined;
  const folder = await conversations.projectFolder(conversation);
  const sources = await agent.outsideSources(conversation);
  if (sources.some(({ kind }) => kind === 'message')) return undefined;
  return {
    project: folder === undefined ? undefined : await projectKey(folder),
    outside: sources.filter(({ kind, name }) => kind !== 'tool' || !ownTools.has(name)),
  };
}

/** The names of sources in a few words; empty only if there are none. */
export function outsideOf(outside: readonly Pick<OutsideSource, 'name'>[]): string {
  const names = [...new Set(outside.map(({ name }) => name))];
  const few = (names.length > 5 ? [...names.slice(0, 5), '…'] : names).join(', ') || (outside.length > 0 ? '…' : '');
  return few.length > 1000 ? `${few.slice(0, 999)}…` : few;
}
