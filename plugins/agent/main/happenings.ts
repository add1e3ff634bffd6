import type { ExtensionContext } from '@atelier/kernel';
import { type AgentEvent, agentEvent, conversationForgotten } from '../contract/index.ts';

/** The texts as they grow: nobody's main side follows those, and there are thousands of them in a turn. */
const growing: ReadonlySet<AgentEvent['kind']> = new Set(['text', 'thinking', 'toolOutput']);

/** Tells other main sides what happens; nobody waits for them. */
export interface Happenings {
  happened(event: AgentEvent): void;
  forgotten(conversation: string): void;
}

/** One after the other for each conversation, because a tap that has to be woken would hear what came later first. */
export function openHappenings(ctx: Pick<ExtensionContext, 'run' | 'log' | 'signal'>): Happenings {
  const last = new Map<string, Promise<void>>();
  const after = (conversation: string, tell: () => Promise<void>): void => {
    const told = (last.get(conversation) ?? Promise.resolve())
      .then(() => (ctx.signal.aborted ? undefined : tell()))
      .catch(error => ctx.log.warn(String(error), { conversation }))
      .finally(() => {
        if (last.get(conversation) === told) last.delete(conversation);
      });
    last.set(conversation, told);
  };
  return {
    happened(event) {
      if (!growing.has(event.kind)) after(event.conversation, () => ctx.run(agentEvent, event));
    },
    forgotten: conversation => after(conversation, () => ctx.run(conversationForgotten, { conversation })),
  };
}
