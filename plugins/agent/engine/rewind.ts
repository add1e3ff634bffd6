import type { AgentSession, SessionEntry } from '@earendil-works/pi-coding-agent';
import { keepAborted } from './cut-answers.ts';
import { cutShort } from './history/entry-summary.ts';
import { rewoundMark } from './history/rewinding.ts';

/**
 * Undoes the last compaction: the branch continues from the entry before it, followed by copies of the entries after it. Nothing is
 * removed from the file. Returns false if there is no compaction.
 */
export function undoLastCompaction(session: AgentSession): boolean {
  const { sessionManager } = session;
  const branch = sessionManager.getBranch();
  const at = branch.findLastIndex(entry => entry.type === 'compaction');
  const compaction = branch[at];
  if (compaction?.parentId === undefined || compaction.parentId === null) return false;
  sessionManager.branch(compaction.parentId);
  // Written, because the file's last entry decides which branch is opened next time.
  sessionManager.appendCustomEntry('atelier.compaction-undone', { compaction: compaction.id });
  const renamed = new Map<string, string>();
  for (const entry of branch.slice(at + 1)) {
    const id = copied(session, entry, renamed);
    if (id !== undefined) renamed.set(entry.id, id);
  }
  session.refreshContext();
  return true;
}

/** Continues a turn whose process was killed, or an answer that reached its limit. Tool calls without a result get a result that says so. */
export async function continueCut(session: AgentSession): Promise<void> {
  const { sessionManager } = session;
  const messages = sessionManager.getBranch().flatMap(entry => (entry.type === 'message' ? [entry.message] : []));
  const answered = new Set(messages.flatMap(message => (message.role === 'toolResult' ? [message.toolCallId] : [])));
  const last = messages.findLast(message => message.role === 'assistant');
  for (const part of last?.content ?? []) {
    if (part.type !== 'toolCall' || answered.has(part.id)) continue;
    const text = 'The app ended before this call had a result. It may have run, in whole or in part.';
    sessionManager.appendMessage({
      role: 'toolResult',
      toolCallId: part.id,
      toolName: part.name,
      content: [{ type: 'text', text }],
      details: {},
      isError: true,
      timestamp: Date.now(),
    });
  }
  const isLast = messages.findLast(({ role }) => role !== 'system') === last;
  if (isLast) keepAborted(last);
  session.refreshContext();
  // After a rewind to a message of the person, no turn was cut: the message only has no answer yet.
  const isRewound = sessionManager.getBranch().findLast(decides)?.type === 'custom';
  const content = isRewound
    ? 'Answer the message above.'
    : isLast && cutShort(last) === 'length'
      ? 'Your answer above reached the output limit and was cut there. Go on exactly where it was cut, and repeat nothing of it.'
      : 'The app ended before your last turn had its end. Go on from where you stopped.';
  await session.sendCustomMessage({ customType: 'atelier.resume', content, display: false }, { triggerTurn: true });
}

function decides(entry: SessionEntry): boolean {
  return (entry.type === 'custom' && entry.customType === rewoundMark) || (entry.type === 'message' && entry.message.role !== 'system');
}

/** Appends a copy of an entry to the present branch if the model or the person sees it; returns the id of the copy. */
function copied({ sessionManager }: AgentSession, entry: SessionEntry, renamed: ReadonlyMap<string, string>): string | undefined {
  switch (entry.type) {
    case 'message':
      return sessionManager.appendMessage(entry.message as Parameters<typeof sessionManager.appendMessage>[0]);
    case 'custom_message':
      return sessionManager.appendCustomMessageEntry(entry.customType, entry.content, entry.display, entry.details);
    case 'model_change':
      return sessionManager.appendModelChange(entry.provider, entry.modelId);
    case 'thinking_level_change':
      return sessionManager.appendThinkingLevelChange(entry.thinkingLevel);
    case 'context_edit':
      return sessionManager.appendContextEdit(renamed.get(entry.targetId) ?? entry.targetId, entry.replacement);
    default:
      return undefined;
  }
}
