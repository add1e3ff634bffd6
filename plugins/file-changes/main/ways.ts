import type { AgentService } from '@atelier/agent/contract';
import type { ConversationWays } from './machine/rewinds.ts';

/** How conversations go back and forth, as the agent's service does it. */
export function waysOf(agent: AgentService): ConversationWays {
  return {
    state: conversation => agent.state(conversation),
    callsAfter: (conversation, entry) => agent.callsAfter(conversation, entry),
    rewind: (conversation, entry) => agent.rewind(conversation, entry),
    redo: (conversation, leaf) => agent.redo(conversation, leaf),
    entries: async conversation => (await agent.transcript(conversation)).entries.map(({ id }) => id),
  };
}
