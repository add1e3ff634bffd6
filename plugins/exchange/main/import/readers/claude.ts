import type { Found, Reading } from '../found.ts';
import { type Draft, foundOf, openDraft } from '../parts/draft.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, listOf, nonEmptyTextOf, recordsOf, textOf, timeOf } from '../parts/values.ts';

export function isClaude(record: Json): boolean {
  return Array.isArray(record.chat_messages);
}

/** One conversation of a Claude data export. */
export function claudeConversation(record: Json, reading: Reading): Found | undefined {
  const draft = openDraft(reading, record.created_at);
  const messages = recordsOf(record.chat_messages);
  const shown = branchOf(record, messages);
  draft.tally.add('branch', nonEmptyTextOf(messages.find(one => !shown.includes(one))?.text), messages.length - shown.length);
  for (const message of shown) addMessage(message, draft, nonEmptyTextOf(message.model) ?? nonEmptyTextOf(record.model));
  return foundOf(draft, {
    source: 'claude',
    sourceId: nonEmptyTextOf(record.uuid) ?? '',
    title: textOf(record.name),
    updatedAt: record.updated_at,
    ...(record.is_starred === true && { pinned: true }),
  });
}

/** Newer exports name each message's parent: the branch of the current or newest leaf. Older exports have one branch. */
function branchOf(record: Json, messages: readonly Json[]): readonly Json[] {
  const byId = new Map(messages.map(message => [textOf(message.uuid), message]));
  const hasParents = messages.slice(1).some(({ parent_message_uuid: parent }) => byId.has(textOf(parent)));
  if (!hasParents) return messages;
  const newest = messages.toSorted((a, b) => (timeOf(a.created_at) ?? 0) - (timeOf(b.created_at) ?? 0)).at(-1);
  const path: Json[] = [];
  for (let at = byId.get(textOf(record.current_leaf_message_uuid)) ?? newest; at !== undefined && !path.includes(at); ) {
    path.unshift(at);
    at = byId.get(textOf(at.parent_message_uuid));
  }
  return path;
}

function addMessage(message: Json, { tally, thread }: Draft, model: string | undefined): void {
  const at = message.created_at;
  const blocks = recordsOf(message.content);
  const attached = recordsOf(message.attachments).flatMap(file => {
    const text = nonEmptyTextOf(file.extracted_content);
    if (text === undefined) tally.add('attachment', nonEmptyTextOf(file.file_name));
    return text === undefined ? [] : textParts([nonEmptyTextOf(file.file_name), text].filter(Boolean).join('\n\n'));
  });
  for (const file of recordsOf(message.files)) {
    const name = nonEmptyTextOf(file.file_name) ?? nonEmptyTextOf(file.file_uuid);
    tally.add(/\.(?:png|jpe?g|gif|webp|heic|avif)$/i.test(name ?? '') ? 'missing-image' : 'attachment', name);
  }
  const plain = blocks.length === 0 ? textParts(textOf(message.text)) : [];
  if (message.sender === 'human')
    return thread.user(at, [
      ...plain,
      ...blocks.flatMap(block => (block.type === 'text' ? textParts(textOf(block.text)) : unknown(block))),
      ...attached,
    ]);
  if (message.sender !== 'assistant') return tally.add('unknown-record', textOf(message.sender));

  const full = model === undefined ? undefined : `anthropic/${model}`;
  thread.assistant(at, plain, full);
  for (const block of blocks) {
    if (block.type === 'text') thread.assistant(at, textParts(textOf(block.text)), full);
    else if (block.type === 'thinking') thread.assistant(at, textParts(textOf(block.thinking), 'thinking'), full);
    else if (block.type === 'tool_use')
      thread.call(at, { id: nonEmptyTextOf(block.id), name: nonEmptyTextOf(block.name) ?? 'tool', args: argsOf(block.input) }, full);
    else if (block.type === 'tool_result') {
      const result = { ok: block.is_error !== true, text: resultText(block.content) };
      if (!thread.result(nonEmptyTextOf(block.tool_use_id), result)) tally.add('orphan-result', nonEmptyTextOf(block.name));
    } else unknown(block);
  }
  thread.assistant(at, attached, full);

  function unknown(block: Json): readonly [] {
    if (block.type !== 'token_budget' && block.type !== 'flag') tally.add('unknown-record', textOf(block.type));
    return [];
  }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .flatMap(one => recordsOf([one]).map(part => textOf(part.text) ?? JSON.stringify(part)))
    .join('\n');
}
