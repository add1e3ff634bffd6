import type { ImportedMessage, ImportedPart } from '../protocol.ts';
import { importedMark } from './branch.ts';
import type { Written } from './write.ts';

/** No dialect that any provider speaks, so that the engine takes no message of it for one of the model that goes on. */
const api = 'atelier-import';
const noUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
const pictures = /^image\/(?:png|jpeg|gif|webp)$/;

/** Messages from elsewhere as the engine writes them. What has no content is left out, and so is a picture that is none. */
export function* written(messages: readonly ImportedMessage[]): Generator<Written> {
  let calls = 0;
  const nextCall = () => {
    calls += 1;
    return `imported_${calls}`;
  };
  for (const { role, at, model, parts } of messages) {
    const timestamp = new Date(Number.isFinite(at) ? at : 0).toISOString();
    if (role === 'user') {
      const content = parts.flatMap(part => plain(part));
      if (content.length > 0) yield { type: 'message', timestamp, message: { role, content, timestamp: at } };
      continue;
    }
    for (const group of answers(parts)) {
      const tools = group.filter(({ kind }) => kind === 'tool').map(part => ({ part, id: nextCall() }));
      const names = tools.map(({ part, id }) => ({ type: 'toolCall', id, name: nameOf(part), arguments: part.args ?? {} }));
      const content = [...group.flatMap(part => (part.kind === 'thinking' ? thinking(part) : said(part))), ...names];
      if (content.length === 0) continue;
      const stopReason = tools.length > 0 ? 'toolUse' : 'stop';
      yield { type: 'message', timestamp, message: { role, content, api, ...named(model), usage: noUsage, stopReason, timestamp: at } };
      for (const { part, id } of tools) yield { type: 'message', timestamp, message: resultOf(part, id, at) };
    }
  }
  yield { type: 'custom', customType: importedMark, data: {} };
}

/** Results follow the calls, so that what was said after a call is a message of its own. */
function answers(parts: readonly ImportedPart[]): readonly (readonly ImportedPart[])[] {
  const groups: ImportedPart[][] = [[]];
  for (const part of parts) {
    const group = groups.at(-1) as ImportedPart[];
    if (part.kind !== 'tool' && group.at(-1)?.kind === 'tool') groups.push([part]);
    else group.push(part);
  }
  return groups;
}

function plain(part: ImportedPart): readonly object[] {
  if (part.kind !== 'image') return said(part);
  const { mimeType = '', data = '' } = part;
  return pictures.test(mimeType) && data !== '' ? [{ type: 'image', mimeType, data }] : [];
}

function said({ kind, text }: ImportedPart): readonly object[] {
  return kind === 'text' && text !== undefined && text.trim() !== '' ? [{ type: 'text', text }] : [];
}

/**
 * Without a provider's signature thoughts are refused by some and read as words by others. As redacted thoughts of another model they
 * are shown to the person and sent to nobody.
 */
function thinking({ text }: ImportedPart): readonly object[] {
  return text !== undefined && text.trim() !== '' ? [{ type: 'thinking', thinking: text, thinkingSignature: '', redacted: true }] : [];
}

/** Providers refuse a name that a tool of theirs could not have. */
function nameOf({ name = 'tool' }: ImportedPart): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'tool';
}

function resultOf(part: ImportedPart, toolCallId: string, timestamp: number): object {
  const { ok, text } = part.result ?? { ok: false, text: 'What this call answered was not kept where it was made.' };
  const content = [{ type: 'text', text: text === '' ? '(nothing)' : text }];
  return { role: 'toolResult', toolCallId, toolName: nameOf(part), content, details: {}, isError: !ok, timestamp };
}

function named(model = 'imported/unknown'): { readonly provider: string; readonly model: string } {
  const slash = model.indexOf('/');
  return slash === -1 ? { provider: 'imported', model } : { provider: model.slice(0, slash), model: model.slice(slash + 1) };
}
