import type { ImportedPart } from '@atelier/agent/contract';
import type { Found, Reading } from '../found.ts';
import { type Draft, foundOf, openDraft } from '../parts/draft.ts';
import { dataOf } from '../parts/images.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, nonEmptyTextOf, recordOf, textOf } from '../parts/values.ts';

/** A message with its parts, from files or from the database. */
export interface OpencodeMessage {
  readonly id: string;
  readonly message: Json;
  readonly parts: readonly Json[];
}

const internalTypes = new Set(['step-start', 'step-finish', 'snapshot', 'patch']);

/** One opencode session, from files or from the database. */
export function opencodeConversation(session: Json, messages: readonly OpencodeMessage[], reading: Reading): Found | undefined {
  const time = recordOf(session.time) ?? {};
  const draft = openDraft(reading, time.created);
  const revertedFrom = nonEmptyTextOf(recordOf(session.revert)?.messageID);
  const ids = messages.map(({ id }) => id);
  const end = revertedFrom === undefined || !ids.includes(revertedFrom) ? messages.length : ids.indexOf(revertedFrom);
  draft.tally.add('branch', textOf(messages[end]?.parts[0]?.text), messages.length - end);
  for (const message of messages.slice(0, end)) addMessage(message, draft);
  const folder = nonEmptyTextOf(session.directory);
  return foundOf(draft, {
    source: 'opencode',
    sourceId: nonEmptyTextOf(session.id) ?? '',
    title: textOf(session.title),
    updatedAt: time.updated,
    ...(folder !== undefined && { folder }),
    ...(time.archived !== undefined && time.archived !== null && { archived: true }),
  });
}

function addMessage({ message, parts }: OpencodeMessage, { tally, thread, pictures }: Draft): void {
  const at = recordOf(message.time)?.created;
  const [provider, name] = [nonEmptyTextOf(message.providerID), nonEmptyTextOf(message.modelID)];
  const model = provider === undefined || name === undefined ? undefined : `${provider}/${name}`;
  const plain = (part: Json): readonly ImportedPart[] => {
    const type = textOf(part.type) ?? '?';
    if (type === 'text' && (part.synthetic === true || part.ignored === true)) tally.add('hidden', textOf(part.text));
    else if (type === 'text') return textParts(textOf(part.text));
    else if (type === 'file') {
      const [data, label] = [dataOf(textOf(part.url) ?? ''), nonEmptyTextOf(part.filename) ?? textOf(part.mime)];
      if (data !== undefined && /^image\//.test(textOf(part.mime) ?? '')) return pictures.ofBase64(data, label ?? 'image');
      tally.add('attachment', label);
    } else if (type === 'compaction') tally.add('compaction');
    else if (!internalTypes.has(type)) tally.add('unknown-record', type);
    return [];
  };
  if (message.role === 'user') return thread.user(at, parts.flatMap(plain));
  if (message.role !== 'assistant') return tally.add('unknown-record', textOf(message.role));
  for (const part of parts) {
    if (part.type === 'reasoning') thread.assistant(at, textParts(textOf(part.text), 'thinking'), model);
    else if (part.type === 'tool') {
      const state = recordOf(part.state) ?? {};
      const id = nonEmptyTextOf(part.callID);
      thread.call(at, { id, name: nonEmptyTextOf(part.tool) ?? 'tool', args: argsOf(state.input) }, model);
      if (state.status === 'completed') thread.result(id, { ok: true, text: textOf(state.output) ?? '' });
      else if (state.status === 'error') thread.result(id, { ok: false, text: textOf(state.error) ?? '' });
    } else thread.assistant(at, plain(part), model);
  }
}
