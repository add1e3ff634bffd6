import type { ImportedMessage, ImportedPart } from '../protocol.ts';
import { importedMark } from './branch.ts';
import type { NewEntry } from './write.ts';

/** Not the name of any provider's API, so that the engine takes no imported message for one of the present model. */
const api = 'atelier-import';
const noUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
const pictureTypes = /^image\/(?:png|jpeg|gif|webp)$/;

/** Imported messages as session entries. A message without content and an invalid picture are left out. */
export function* importedEntries(messages: readonly ImportedMessage[]): Generator<NewEntry> {
  let calls = 0;
  const nextCall = () => {
    calls += 1;
    return `imported_${calls}`;
  };
  for (const { role, at, model, parts } of messages) {
    const timestamp = new Date(Number.isFinite(at) ? at : 0).toISOString();
    if (role === 'user') {
      const content = parts.flatMap(part => contentOf(part));
      if (content.length > 0) yield { type: 'message', timestamp, message: { role, content, timestamp: at } };
      continue;
    }
    for (const group of splitAfterCalls(parts)) {
      const tools = group.filter(({ kind }) => kind === 'tool').map(part => ({ part, id: nextCall() }));
      const names = tools.map(({ part, id }) => ({ type: 'toolCall', id, name: nameOf(part), arguments: part.args ?? {} }));
      const content = [...group.flatMap(part => (part.kind === 'thinking' ? thinking(part) : textOf(part))), ...names];
      if (content.length === 0) continue;
      const stopReason = tools.length > 0 ? 'toolUse' : 'stop';
      yield {
        type: 'message',
        timestamp,
        message: { role, content, api, ...providerAndModel(model), usage: noUsage, stopReason, timestamp: at },
      };
      for (const { part, id } of tools) yield { type: 'message', timestamp, message: resultOf(part, id, at) };
    }
  }
  yield { type: 'custom', customType: importedMark, data: {} };
}

/** Splits an answer after each group of calls, because results must directly follow their calls. */
function splitAfterCalls(parts: readonly ImportedPart[]): readonly (readonly ImportedPart[])[] {
  const groups: ImportedPart[][] = [[]];
  for (const part of parts) {
    const group = groups.at(-1) as ImportedPart[];
    if (part.kind !== 'tool' && group.at(-1)?.kind === 'tool') groups.push([part]);
    else group.push(part);
  }
  return groups;
}

function contentOf(part: ImportedPart): readonly object[] {
  if (part.kind !== 'image') return textOf(part);
  const { mimeType = '', data = '' } = part;
  return pictureTypes.test(mimeType) && data !== '' ? [{ type: 'image', mimeType, data }] : [];
}

function textOf({ kind, text }: ImportedPart): readonly object[] {
  return kind === 'text' && text !== undefined && text.trim() !== '' ? [{ type: 'text', text }] : [];
}

/**
 * Thoughts without a provider's signature are refused by some providers and read as text by others. As redacted thoughts of another model
 * they are shown to the person and not sent.
 */
function thinking({ text }: ImportedPart): readonly object[] {
  return text !== undefined && text.trim() !== '' ? [{ type: 'thinking', thinking: text, thinkingSignature: '', redacted: true }] : [];
}

/** The name of a tool in the characters that providers accept. */
function nameOf({ name = 'tool' }: ImportedPart): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'tool';
}

function resultOf(part: ImportedPart, toolCallId: string, timestamp: number): object {
  const { ok, text } = part.result ?? { ok: false, text: 'What this call answered was not kept where it was made.' };
  const content = [{ type: 'text', text: text === '' ? '(nothing)' : text }];
  return { role: 'toolResult', toolCallId, toolName: nameOf(part), content, details: {}, isError: !ok, timestamp };
}

function providerAndModel(model = 'imported/unknown'): { readonly provider: string; readonly model: string } {
  const slash = model.indexOf('/');
  return slash === -1 ? { provider: 'imported', model } : { provider: model.slice(0, slash), model: model.slice(slash + 1) };
}
