import type { ImportedPart } from '@atelier/agent/contract';
import type { Found, Reading } from '../found.ts';
import { type Draft, foundOf, openDraft } from '../parts/draft.ts';
import { type Asset, dataOf } from '../parts/images.ts';
import { textParts } from '../parts/thread.ts';
import { argsOf, type Json, listOf, nonEmptyTextOf, recordOf, recordsOf, textOf, timeOf } from '../parts/values.ts';

/** The files next to `conversations.json`, by the id that messages use. */
export type Assets = (id: string) => Asset | undefined;

export function isChatGpt(record: Json): boolean {
  return recordOf(record.mapping) !== undefined;
}

export const chatGptId = (record: Json): string | undefined => nonEmptyTextOf(record.conversation_id) ?? nonEmptyTextOf(record.id);

/** One conversation of a ChatGPT data export: the branch of its tree that was shown last. */
export async function chatGptConversation(record: Json, assets: Assets, reading: Reading): Promise<Found | undefined> {
  const draft = openDraft(reading, record.create_time);
  const { path, aside } = branchesOf(record);
  for (const [kind, value] of [
    ['custom-gpt', nonEmptyTextOf(record.gizmo_id)],
    ['plugin', listOf(record.plugin_ids).map(String).join(', ') || undefined],
  ] as const)
    if (value !== undefined) draft.tally.add(kind, value);
  draft.tally.add('branch', firstTextOf(aside[0]) ?? '', aside.length);
  for (const message of path) await addMessage(message, draft, assets);
  return foundOf(draft, {
    source: 'chatgpt',
    sourceId: chatGptId(record) ?? '',
    title: textOf(record.title),
    updatedAt: record.update_time,
    ...(record.is_archived === true && { archived: true }),
    ...((record.is_starred === true || timeOf(record.pinned_time) !== undefined) && { pinned: true }),
  });
}

function branchesOf(record: Json): { path: readonly Json[]; aside: readonly Json[] } {
  const mapping = recordOf(record.mapping) ?? {};
  const nodes = new Map(Object.entries(mapping).flatMap(([id, node]) => (recordOf(node) ? [[id, recordOf(node)!] as const] : [])));
  const path: Json[] = [];
  const seen = new Set<string>();
  for (let id = leafOf(record, nodes); id !== undefined && !seen.has(id); id = textOf(nodes.get(id)?.parent)) {
    seen.add(id);
    const message = recordOf(nodes.get(id)?.message);
    if (message !== undefined) path.unshift(message);
  }
  const rest = recordsOf([...nodes].filter(([id]) => !seen.has(id)).map(([, node]) => node.message));
  return { path, aside: rest.filter(message => /^(?:user|assistant)$/.test(roleOf(message)) && firstTextOf(message) !== undefined) };
}

/** The end of the branch that was shown last, or else of the one that was written last. */
function leafOf(record: Json, nodes: ReadonlyMap<string, Json>): string | undefined {
  const current = textOf(record.current_node);
  if (current !== undefined && nodes.has(current)) return current;
  let leaf: { id: string; at: number } | undefined;
  for (const [id, node] of nodes) {
    const at = timeOf(recordOf(node.message)?.create_time) ?? 0;
    if (leaf === undefined || at >= leaf.at) leaf = { id, at };
  }
  return leaf?.id;
}

const roleOf = (message: Json): string => textOf(recordOf(message.author)?.role) ?? '';

function firstTextOf(message: Json | undefined): string | undefined {
  const content = recordOf(message?.content);
  return nonEmptyTextOf(content?.text) ?? listOf(content?.parts).map(nonEmptyTextOf).find(Boolean);
}

async function addMessage(message: Json, draft: Draft, assets: Assets): Promise<void> {
  const { tally, thread } = draft;
  const metadata = recordOf(message.metadata) ?? {};
  const content = recordOf(message.content) ?? {};
  const role = roleOf(message);
  const kind = textOf(content.content_type) ?? 'text';
  if (kind === 'user_editable_context' || metadata.is_user_system_message === true)
    return tally.add('instructions', instructionsOf(content));
  if (metadata.is_visually_hidden_from_conversation === true || role === 'system')
    return firstTextOf(message) === undefined ? undefined : tally.add('hidden', firstTextOf(message));

  if (role === 'user') {
    for (const file of recordsOf(metadata.attachments))
      if (!/^image\//.test(textOf(file.mime_type) ?? textOf(file.mimeType) ?? '')) tally.add('attachment', nonEmptyTextOf(file.name));
    return thread.user(message.create_time, await partsOf(content, draft, assets, 'missing-image'));
  }
  if (role === 'tool') return addResult(message, content, draft);
  if (role !== 'assistant') return tally.add('unknown-record', role);

  const slug = nonEmptyTextOf(metadata.model_slug);
  const model = slug === undefined ? undefined : `openai/${slug}`;
  const recipient = nonEmptyTextOf(message.recipient) ?? 'all';
  if (kind === 'thoughts') return thread.assistant(message.create_time, textParts(thoughtsOf(content), 'thinking'), model);
  if (kind === 'reasoning_recap') return;
  if (recipient !== 'all') {
    const said =
      textOf(content.text) ??
      listOf(content.parts)
        .filter(one => typeof one === 'string')
        .join('\n');
    return thread.call(message.create_time, { name: recipient, args: kind === 'code' ? { code: said } : argsOf(said) }, model);
  }
  if (kind === 'code')
    return thread.assistant(
      message.create_time,
      textParts(`\`\`\`${textOf(content.language) ?? ''}\n${textOf(content.text) ?? ''}\n\`\`\``),
      model,
    );
  thread.assistant(message.create_time, await partsOf(content, draft, assets, 'generated-image'), model);
}

function instructionsOf(content: Json): string {
  return (
    nonEmptyTextOf(content.user_instructions) ??
    nonEmptyTextOf(content.user_profile) ??
    listOf(content.parts).map(nonEmptyTextOf).find(Boolean) ??
    ''
  );
}

function thoughtsOf(content: Json): string | undefined {
  const thoughts = recordsOf(content.thoughts).map(({ summary, content: text }) =>
    [nonEmptyTextOf(summary), nonEmptyTextOf(text)].filter(Boolean).join('\n'),
  );
  return textOf(content.thoughts) ?? thoughts.join('\n\n');
}

/** Only images of the person are imported, because an answer cannot contain images here. */
async function partsOf(
  content: Json,
  { tally, pictures }: Draft,
  assets: Assets,
  lossKind: 'missing-image' | 'generated-image',
): Promise<readonly ImportedPart[]> {
  const kind = textOf(content.content_type) ?? 'text';
  if (kind !== 'text' && kind !== 'multimodal_text') {
    const text = nonEmptyTextOf(content.text) ?? nonEmptyTextOf(content.result);
    tally.add(text === undefined ? 'unknown-record' : 'hidden', text === undefined ? kind : '', text === undefined ? 1 : 0);
    return textParts(text);
  }
  const parts: ImportedPart[] = [];
  for (const part of listOf(content.parts)) {
    const record = recordOf(part);
    const type = textOf(record?.content_type);
    if (typeof part === 'string') parts.push(...textParts(part));
    else if (type === 'audio_transcription') parts.push(...textParts(textOf(record?.text)));
    else if (type !== undefined && /audio|video/.test(type)) tally.add('audio', type);
    else if (type === 'image_asset_pointer') {
      const pointer = textOf(record?.asset_pointer) ?? '';
      const id = pointer.replace(/^[a-z-]+:\/\//, '');
      if (lossKind === 'generated-image') tally.add(lossKind, id);
      else parts.push(...(await pictureOf(pointer, id)));
    } else tally.add('unknown-record', type ?? typeof part);
  }
  return parts;

  async function pictureOf(pointer: string, id: string): Promise<readonly ImportedPart[]> {
    const inline = dataOf(pointer);
    if (inline !== undefined) return pictures.ofBase64(inline, 'data:');
    const asset = assets(id);
    if (asset !== undefined) return pictures.ofAsset(asset, id);
    tally.add('missing-image', id);
    return [];
  }
}

function addResult(message: Json, content: Json, { tally, thread }: Draft): void {
  const name = nonEmptyTextOf(recordOf(message.author)?.name) ?? 'tool';
  for (const part of recordsOf(content.parts)) if (part.content_type === 'image_asset_pointer') tally.add('generated-image', name);
  const quoted = [nonEmptyTextOf(content.title), nonEmptyTextOf(content.url)].filter(Boolean).join(' ');
  const text = [quoted, nonEmptyTextOf(content.text), nonEmptyTextOf(content.result), ...listOf(content.parts).map(nonEmptyTextOf)]
    .filter(Boolean)
    .join('\n');
  const ok = message.status !== 'error' && content.content_type !== 'system_error';
  if (thread.result(undefined, { ok, text })) return;
  if (text === '') return;
  thread.call(message.create_time, { name, args: {} });
  thread.result(undefined, { ok, text });
}
