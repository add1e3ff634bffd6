import { basename } from 'node:path';
import type { ImportedPart } from '@atelier/agent/contract';
import type { Reading, Step } from '../found.ts';
import { aside, type Draft, foundOf, openDraft } from '../parts/draft.ts';
import { dataOf } from '../parts/images.ts';
import { recordsIn } from '../parts/lines.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, listOf, nonEmptyTextOf, numberOf, parsed, recordOf, recordsOf, textOf } from '../parts/values.ts';

/** The first line of a rollout file: of type `session_meta` since 2025-09, without a type before. */
export function isCodex(first: Json): boolean {
  return first.type === 'session_meta' || (first.type === undefined && nonEmptyTextOf(first.id) !== undefined && 'instructions' in first);
}

interface Session {
  id?: string;
  folder?: string;
  model?: string;
}

/** The session file of one Codex conversation. */
export async function* readCodex(path: string, reading: Reading): AsyncGenerator<Step> {
  const session: Session = {};
  let draft: Draft | undefined;
  const losses = openDraft(reading, undefined).tally;
  for await (const line of recordsIn(path, reading, losses)) {
    draft ??= openDraft(reading, line.timestamp);
    addLine(line, session, draft);
  }
  const sourceId = session.id || basename(path, '.jsonl');
  if (draft === undefined || !reading.wanted(sourceId)) return;
  draft.tally.addAll(losses.list());
  const found = foundOf(draft, {
    source: 'codex',
    sourceId,
    title: undefined,
    ...(session.folder && { folder: session.folder }),
  });
  yield found ?? aside([{ kind: 'empty-conversation', count: 1, example: basename(path) }]);
}

function addLine(line: Json, session: Session, draft: Draft): void {
  const payload = recordOf(line.payload);
  if (line.type === 'session_meta' || (payload === undefined && isCodex(line))) {
    const meta = payload ?? line;
    // A forked session repeats the header of its origin.
    session.id ||= nonEmptyTextOf(meta.id) ?? '';
    session.folder ||= nonEmptyTextOf(meta.cwd) ?? '';
    return;
  }
  if (line.type === 'turn_context') {
    const model = nonEmptyTextOf(payload?.model);
    if (model !== undefined) session.model = `openai/${model}`;
    return;
  }
  // Events for the screen, which repeat the items.
  if (line.type === 'event_msg' || line.record_type === 'state') return;
  if (line.type === 'compacted') return draft.tally.add('compaction', textOf(payload?.message));
  if (line.type === 'response_item' && payload !== undefined) return addItem(payload, line.timestamp, session, draft);
  if (payload === undefined && /^(?:message|reasoning|.*_call|.*_output)$/.test(textOf(line.type) ?? ''))
    return addItem(line, line.timestamp, session, draft);
  draft.tally.add('unknown-record', textOf(line.type) ?? '?');
}

function addItem(item: Json, at: unknown, { model }: Session, draft: Draft): void {
  const { tally, thread } = draft;
  const type = textOf(item.type) ?? '?';
  const id = nonEmptyTextOf(item.call_id) ?? nonEmptyTextOf(item.id);
  switch (type) {
    case 'message':
      return addMessage(item, at, model, draft);
    case 'reasoning': {
      const text = [...recordsOf(item.summary), ...recordsOf(item.content)]
        .map(({ text }) => textOf(text))
        .filter(Boolean)
        .join('\n\n');
      if (text === '' && item.encrypted_content !== undefined) tally.add('sealed-thinking');
      return thread.assistant(at, textParts(text, 'thinking'), model);
    }
    case 'function_call':
    case 'custom_tool_call':
      return thread.call(at, { id, name: nonEmptyTextOf(item.name) ?? type, args: argsOf(item.arguments ?? item.input) }, model);
    case 'local_shell_call':
    case 'web_search_call':
      thread.call(at, { id, name: type.replace(/_call$/, ''), args: argsOf(item.action) }, model);
      if (type === 'web_search_call') thread.result(id, { ok: item.status !== 'failed', text: '' });
      return;
    case 'function_call_output':
    case 'custom_tool_call_output':
      if (!thread.result(id, outputOf(item.output))) tally.add('orphan-result', id);
      return;
    case 'ghost_snapshot':
      return;
    case 'compaction':
    case 'compaction_summary':
      return tally.add('compaction');
    default:
      return tally.add('unknown-record', type);
  }
}

/** Text that the program added to the person's messages: enclosed in one tag, or instructions of the folder. */
const injectedText = /^\s*(?:<([a-z_ -]+)>[\s\S]*<\/\1>\s*$|# AGENTS\.md instructions)/i;

function addMessage(item: Json, at: unknown, model: string | undefined, { tally, thread, pictures }: Draft): void {
  const parts: ImportedPart[] = [];
  for (const part of recordsOf(item.content)) {
    const image = dataOf(textOf(part.image_url) ?? '');
    if (part.type === 'input_image') {
      if (image === undefined) tally.add('missing-image', textOf(part.image_url));
      else parts.push(...pictures.ofBase64(image, 'image'));
    } else if (typeof part.text === 'string') parts.push(...textParts(part.text));
    else tally.add('unknown-record', textOf(part.type));
  }
  if (item.role === 'assistant') return thread.assistant(at, parts, model);
  if (item.role !== 'user') return tally.add('instructions', parts[0]?.text);
  const own = parts.filter(({ kind, text }) => {
    const isOwn = kind !== 'text' || !injectedText.test(text ?? '');
    if (!isOwn) tally.add('instructions', text);
    return isOwn;
  });
  thread.user(at, own);
}

/** The output is a string, an object with a string, or that object as a JSON string. */
function outputOf(output: unknown): { ok: boolean; text: string } {
  const record = recordOf(output) ?? (typeof output === 'string' ? recordOf(parsed(output)) : undefined);
  if (record === undefined)
    return {
      ok: true,
      text:
        textOf(output) ??
        recordsOf(listOf(output))
          .map(({ text }) => textOf(text) ?? '')
          .join('\n'),
    };
  const text = textOf(record.output) ?? textOf(record.content) ?? textOf(output) ?? JSON.stringify(record);
  const code = numberOf(recordOf(record.metadata)?.exit_code);
  return { ok: record.success !== false && (code ?? 0) === 0, text };
}
