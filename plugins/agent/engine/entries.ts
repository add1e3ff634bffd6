import type { AppError, Locale } from '@atelier/kernel';
import type { CompactionEntry, SessionEntry } from '@earendil-works/pi-coding-agent';
import { errors } from './errors.ts';
import { cutShort, fieldsOf } from './history/entry-summary.ts';
import { besideMark } from './history/take-in.ts';
import { callCutMark, holeMark } from './history/write.ts';
import { noteEntry, noteMark } from './notes.ts';
import { outcomeOf } from './outcomes.ts';
import { recordOf } from './problem-records.ts';
import { problemOf } from './problems.ts';
import type { EngineEntry, EnginePart, ToolOutcome, Usage } from './protocol.ts';
import { saidFor } from './queued-messages.ts';
import { unseenImages } from './unseen-images.ts';

type Message = Extract<SessionEntry, { type: 'message' }>['message'];
export type AssistantMessage = Extract<Message, { role: 'assistant' }>;
export type UserMessage = Extract<Message, { role: 'user' }>;
export type ToolResult = Extract<Message, { role: 'toolResult' }>;

/** What the texts of entries are made with. */
export interface Reader {
  readonly language: Locale;
  /** Called only when an entry contains a failure. */
  secrets(): readonly string[];
  /** The name of a provider by its id. */
  nameOf(provider: string): string;
}

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

/** A notice about the conversation's file, to be shown among its messages. */
export function noticeEntry(id: string, at: number, error: AppError, { language }: Reader): EngineEntry {
  const problem = recordOf(error, language);
  return { id, kind: 'notice', at, text: problem.message, problem };
}

interface Made {
  readonly at: number;
  /** The ids of its calls, in order; without them those that it has. */
  readonly calls?: readonly string[] | undefined;
  /** By the id that a call has in the file. */
  readonly results?: ReadonlyMap<string, readonly ToolResult[]>;
  readonly isRunning: boolean;
}

/** A message or a notice as the person sees it; empty for an entry without a message. */
export function entryOf(
  entry: SessionEntry,
  reader: Reader,
  made: Made & { readonly results: ReadonlyMap<string, readonly ToolResult[]> },
): readonly EngineEntry[] {
  const { at } = made;
  if (entry.type === 'custom_message' && entry.customType === holeMark)
    return [noticeEntry(entry.id, at, errors['agent/session-damaged']({ file: String(fieldsOf(entry.details).file) }), reader)];
  if (entry.type === 'custom_message' && entry.customType === besideMark)
    return [noticeEntry(entry.id, at, errors['agent/session-beside']({}), reader)];
  if (entry.type === 'custom_message' && entry.customType === callCutMark)
    return [noticeEntry(entry.id, at, errors['agent/call-cut']({ tool: String(fieldsOf(entry.details).tool) }), reader)];
  if (entry.type === 'custom_message' && entry.customType === noteMark) return [noteEntry(entry.id, at, entry.details)];
  if (entry.type === 'custom_message') return [{ id: entry.id, kind: 'notice', at, text: textOf(entry.content) }];
  if (entry.type !== 'message') return [];
  if (entry.message.role === 'user') return [userEntry(entry.id, entry.message, at)];
  return entry.message.role === 'assistant' ? [assistantEntry(entry.id, entry.message, reader, made)] : [];
}

export function compactionEntry({ id, summary }: CompactionEntry, at: number, undoable: boolean): EngineEntry {
  return { id, kind: 'compaction', at, text: String(summary), undoable };
}

export function userEntry(id: string, message: UserMessage, at: number): EngineEntry {
  const { content } = message;
  const parts = typeof content === 'string' ? [{ kind: 'text' as const, text: content }] : partsOf<PlainPart>(content).map(plainPart);
  const said = saidFor(message);
  // The turn says which skill was called, not the skill's own text.
  if (said !== undefined)
    return { id, kind: 'user', at, parts: [{ kind: 'text', text: said }, ...parts.filter(({ kind }) => kind !== 'text')] };
  return { id, kind: 'user', at, parts };
}

export function assistantEntry(
  id: string,
  message: AssistantMessage,
  reader: Reader,
  { at, calls = [], results, isRunning }: Made,
): EngineEntry {
  const model = `${message.provider}/${message.model}`;
  const own = calls.values();
  const met = new Map<string, number>();
  const parts = partsOf<AssistantMessage['content'][number]>(message.content).map((part): EnginePart => {
    if (part.type === 'text') return { kind: 'text', text: String(part.text) };
    if (part.type === 'thinking') return { kind: 'thinking', text: String(part.thinking) };
    const nth = met.get(part.id) ?? 0;
    met.set(part.id, nth + 1);
    const result = results?.get(part.id)?.[nth];
    const tool = (typeof part.id === 'string' ? own.next().value : undefined) ?? String(part.id);
    const args = fieldsOf(part.arguments);
    const outcome: ToolOutcome | undefined = result && outcomeOf(result, result.isError, args);
    return { kind: 'tool', tool, name: String(part.name), args, ...(outcome && { outcome }) };
  });
  const isOpen = message.stopReason === 'toolUse' && parts.some(part => part.kind === 'tool' && part.outcome === undefined);
  const failed = message.stopReason === 'error' ? errorOf(message, reader) : undefined;
  const unseen = unseenImages(message);
  return {
    id,
    kind: 'assistant',
    at,
    parts,
    model,
    usage: usageOf(message.usage),
    stopped: isOpen && !isRunning ? 'cut' : (cutShort(message) ?? stoppedBy[message.stopReason] ?? 'done'),
    ...(unseen > 0 && { unseen }),
    ...(failed && { problem: recordOf(failed, reader.language) }),
  };
}

/** The error of a message that ended in one. */
export function errorOf({ provider, model, errorMessage = 'unknown', content }: AssistantMessage, reader: Reader): AppError {
  return problemOf(errorMessage, {
    model: `${provider}/${model}`,
    secrets: reader.secrets(),
    nameOf: reader.nameOf,
    isEmpty: partsOf(content).length === 0,
  });
}

export function usageOf(usage: AssistantMessage['usage'] | undefined): Usage {
  if (usage === undefined || usage === null) return noUsage;
  const { input, output, cacheRead, cacheWrite, cost } = usage;
  const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : 0);
  return {
    input: number(input),
    output: number(output),
    cacheRead: number(cacheRead),
    cacheWrite: number(cacheWrite),
    cost: number(cost?.total),
  };
}

export function sumOf(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cost: a.cost + b.cost,
  };
}

const stoppedBy: Record<AssistantMessage['stopReason'], NonNullable<EngineEntry['stopped']>> = {
  stop: 'done',
  toolUse: 'tool',
  length: 'length',
  aborted: 'stopped',
  error: 'failed',
  pending: 'cut',
  deferred: 'done',
};

type PlainPart = Exclude<UserMessage['content'], string>[number];

function plainPart(part: PlainPart): EnginePart {
  return part.type === 'image'
    ? { kind: 'image', mimeType: String(part.mimeType), data: String(part.data) }
    : { kind: 'text', text: String(part.text) };
}

/** Session files are not validated, and some are imported, so that any content is possible. */
function partsOf<Part>(content: unknown): readonly Part[] {
  return Array.isArray(content) ? content.filter(part => typeof part === 'object' && part !== null) : [];
}

function textOf(content: string | readonly { readonly type: string; readonly text?: string }[]): string {
  return typeof content === 'string'
    ? content
    : partsOf<{ text?: string }>(content)
        .map(part => part.text ?? '')
        .join('\n');
}
