import type { SessionEntry, SessionManager } from '@earendil-works/pi-coding-agent';
import { type CutShort, cutShort } from './history/entry-summary.ts';

type Message = Extract<SessionEntry, { type: 'message' }>['message'];
type AssistantMessage = Extract<Message, { role: 'assistant' }>;

/**
 * An answer that reached the output limit, as it is to be written; undefined for any other message. The engine takes an answer that ends
 * in `length` out of the context and asks again, so the end stands in a field of ours. It stays as it is where nothing was said, because
 * the context was full then, and where it calls tools, because the engine refuses calls that were cut.
 */
export function atLimit(message: Message): AssistantMessage | undefined {
  if (message.role !== 'assistant' || message.stopReason !== 'length' || !hasWords(message) || callsTools(message)) return undefined;
  return endedBy('length', message);
}

/** Answers at the limit that another program wrote, or an earlier version: they are changed in memory only. */
export function keepAnswersAtLimit(sessionManager: SessionManager): void {
  for (const entry of sessionManager.getBranch()) {
    const kept = entry.type === 'message' ? atLimit(entry.message) : undefined;
    if (entry.type === 'message' && kept !== undefined) Object.assign(entry.message, kept);
  }
}

/** Puts the words of an answer that was aborted into the context, which is in memory, so that the model goes on after them. */
export function keepAborted(message: Message | undefined): void {
  if (message?.role !== 'assistant' || message.stopReason !== 'aborted' || !hasWords(message) || callsTools(message)) return;
  Object.assign(message, endedBy(cutShort(message) ?? 'cut', message));
}

function endedBy(stopped: CutShort, message: AssistantMessage): AssistantMessage {
  const last = message.content.at(-1);
  // What a provider signed is refused by it without what was to follow; without the signature it is a text like any other.
  const content =
    last?.type === 'thinking' ? [...message.content.slice(0, -1), { type: last.type, thinking: last.thinking }] : message.content;
  return { ...message, content, stopReason: 'stop', ...{ atelier: { stopped } } };
}

function hasWords({ content }: AssistantMessage): boolean {
  return content.some(
    part => (part.type === 'text' && part.text.trim() !== '') || (part.type === 'thinking' && part.thinking.trim() !== ''),
  );
}

function callsTools({ content }: AssistantMessage): boolean {
  return content.some(({ type }) => type === 'toolCall');
}
