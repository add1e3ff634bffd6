import type { AppError, Locale } from '@atelier/kernel';
import type { SessionEntry } from '@earendil-works/pi-coding-agent';
import { outcomeOf } from './outcomes.ts';
import { problemOf, recordOf } from './problems.ts';
import type { EngineEntry, EnginePart, ToolOutcome, Usage } from './protocol.ts';
import { omittedIn } from './session-tree.ts';

type Message = Extract<SessionEntry, { type: 'message' }>['message'];
export type AssistantMessage = Extract<Message, { role: 'assistant' }>;
export type UserMessage = Extract<Message, { role: 'user' }>;
type ToolResult = Extract<Message, { role: 'toolResult' }>;

/** For which reader entries are made. */
export interface Reader {
  readonly language: Locale;
  /** Called only when there is a failure to tell. */
  secrets(): readonly string[];
}

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

/** What a person sees of a branch: no system message, nothing hidden, no attempt that was repeated. */
export function entriesOf(branch: readonly SessionEntry[], reader: Reader, isRunning = false): readonly EngineEntry[] {
  const results = new Map<string, ToolResult>();
  for (const entry of branch)
    if (entry.type === 'message' && entry.message.role === 'toolResult') results.set(entry.message.toolCallId, entry.message);
  const omitted = omittedIn(branch);
  const lastCompaction = branch.findLast(entry => entry.type === 'compaction')?.id;
  return branch.flatMap(entry => {
    if (omitted.has(entry.id)) return [];
    const at = Date.parse(entry.timestamp);
    if (entry.type === 'compaction')
      return [{ id: entry.id, kind: 'compaction' as const, at, text: entry.summary, undoable: entry.id === lastCompaction }];
    if (entry.type === 'custom_message')
      return entry.display ? [{ id: entry.id, kind: 'notice' as const, at, text: textOf(entry.content) }] : [];
    if (entry.type !== 'message') return [];
    if (entry.message.role === 'user') return [userEntry(entry.id, entry.message, at)];
    if (entry.message.role !== 'assistant') return [];
    return [assistantEntry(entry.id, entry.message, reader, { at, results, isRunning })];
  });
}

export function userEntry(id: string, { content }: UserMessage, at: number): EngineEntry {
  const parts = typeof content === 'string' ? [{ kind: 'text' as const, text: content }] : content.map(plainPart);
  return { id, kind: 'user', at, parts };
}

export function assistantEntry(
  id: string,
  message: AssistantMessage,
  reader: Reader,
  { at, results, isRunning }: { at: number; results?: ReadonlyMap<string, ToolResult>; isRunning: boolean },
): EngineEntry {
  const model = `${message.provider}/${message.model}`;
  const parts = message.content.map((part): EnginePart => {
    if (part.type === 'text') return { kind: 'text', text: part.text };
    if (part.type === 'thinking') return { kind: 'thinking', text: part.thinking };
    const result = results?.get(part.id);
    const args = part.arguments as Record<string, unknown>;
    const outcome: ToolOutcome | undefined = result && outcomeOf(result, result.isError, args);
    return { kind: 'tool', tool: part.id, name: part.name, args, ...(outcome && { outcome }) };
  });
  const isOpen = message.stopReason === 'toolUse' && parts.some(part => part.kind === 'tool' && part.outcome === undefined);
  const failed = message.stopReason === 'error' ? failureOf(message, reader) : undefined;
  return {
    id,
    kind: 'assistant',
    at,
    parts,
    model,
    usage: usageOf(message.usage),
    stopped: isOpen && !isRunning ? 'cut' : stoppedBy[message.stopReason],
    ...(failed && { problem: recordOf(failed, reader.language) }),
  };
}

/** What a message that ended in an error failed with. */
export function failureOf({ provider, model, errorMessage = 'unknown', content }: AssistantMessage, reader: Reader): AppError {
  return problemOf(errorMessage, { model: `${provider}/${model}`, secrets: reader.secrets(), isEmpty: content.length === 0 });
}

export function usageOf(usage: AssistantMessage['usage'] | undefined): Usage {
  if (usage === undefined) return noUsage;
  const { input, output, cacheRead, cacheWrite, cost } = usage;
  return { input, output, cacheRead, cacheWrite, cost: cost?.total ?? 0 };
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

function plainPart(part: Exclude<UserMessage['content'], string>[number]): EnginePart {
  return part.type === 'image' ? { kind: 'image', mimeType: part.mimeType, data: part.data } : { kind: 'text', text: part.text };
}

function textOf(content: string | readonly { readonly type: string; readonly text?: string }[]): string {
  return typeof content === 'string' ? content : content.map(part => part.text ?? '').join('\n');
}
