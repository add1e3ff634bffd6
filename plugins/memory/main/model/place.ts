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
 * What a conversation is about, for its memories. Undefined where there are none: it is not one that the person sees, or an extension
 * wrote in it, which would read memories through the answers.
 */
export async function placeOf({ agent, conversations, projectKey }: Services, conversation: string): Promise<Place | undefined> {
  const folder = await conversations.projectFolder(conversation).catch(() => null);
  if (folder === null) return undefined;
  const sources = await agent.outsideSources(conversation);
  if (sources.some(({ kind }) => kind === 'message')) return undefined;
  return {
    project: folder === undefined ? undefined : await projectKey(folder),
    outside: sources.filter(({ kind, name }) => kind !== 'tool' || !ownTools.has(name)),
  };
}
