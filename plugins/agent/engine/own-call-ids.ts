import type { ExtensionAPI, SessionEntry } from '@earendil-works/pi-coding-agent';
import type { CutArguments } from './cut-arguments.ts';

type Message = Extract<SessionEntry, { type: 'message' }>['message'];

/**
 * Gives a call an id of its own if a call before it in the conversation has the same, as some servers number the calls of each answer
 * anew: what a call is, what was decided about it and what it came to are known by its id.
 */
export function ownCallIds(pi: ExtensionAPI, cut: CutArguments): void {
  let taken: Set<string> | undefined;
  pi.on('message_end', (event, { sessionManager }) => {
    const message = event.message as Message;
    if (message.role !== 'assistant' || !message.content.some(({ type }) => type === 'toolCall')) return undefined;
    taken ??= new Set(sessionManager.getEntries().flatMap(entry => (entry.type === 'message' ? callsOf(entry.message) : [])));
    const ids = taken;
    const content = message.content.map((part, place) => {
      if (part.type !== 'toolCall') return part;
      const id = ownId(part.id, ids);
      cut.end(place, id);
      return id === part.id ? part : { ...part, id };
    });
    return content.every((part, place) => part === message.content[place]) ? undefined : { message: { ...message, content } };
  });
}

function callsOf(message: Message): readonly string[] {
  return message.role === 'assistant' ? message.content.flatMap(part => (part.type === 'toolCall' ? [part.id] : [])) : [];
}

function ownId(id: string, taken: Set<string>): string {
  let own = id;
  for (let count = 2; taken.has(own); count += 1) own = `${id}_${count}`;
  taken.add(own);
  return own;
}
