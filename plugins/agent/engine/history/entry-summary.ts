/** A tool call of a message, without its arguments. */
export interface CallSummary {
  readonly id: string;
  readonly name: string;
}

/** The fields of an entry that decide its position and whether it is shown. Its texts stay in the file, which may exceed the memory. */
export interface EntrySummary {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly type: string;
  readonly at: number;
  /** Of a message. */
  readonly role?: string;
  readonly stopReason?: string;
  /** Of an answer that reached the output limit: it has words, which are shown even if the engine has edited them out. */
  readonly hasWords?: boolean;
  readonly calls?: readonly CallSummary[];
  /** Of a tool's result: the call, and whether it succeeded. */
  readonly answers?: string;
  readonly ok?: boolean;
  /** The id of the attempt that it removes from the context. */
  readonly omits?: string;
  /** Of a message of the person: the queued message that it was. */
  readonly queued?: string;
  readonly customType?: string;
  readonly isShown?: boolean;
  readonly model?: string;
  readonly thinkingLevel?: string;
}

/** How an entry is shown to the person; undefined if it is not shown. */
export function shownAs({ type, role, isShown }: EntrySummary): 'user' | 'assistant' | 'compaction' | 'notice' | undefined {
  if (type === 'compaction') return 'compaction';
  if (type === 'custom_message') return isShown === true ? 'notice' : undefined;
  return type === 'message' && (role === 'user' || role === 'assistant') ? role : undefined;
}

/** Whether it is a message entry without a message, on which the engine fails. */
export function isMalformed({ type, role }: EntrySummary): boolean {
  return type === 'message' && role === undefined;
}

/** The summary of a parsed line; undefined if it does not have the form of a session entry. */
export function summaryOf(value: unknown): EntrySummary | undefined {
  const { type, id, parentId, timestamp, ...rest } = fieldsOf(value);
  if (typeof type !== 'string' || typeof id !== 'string') return undefined;
  const at = Date.parse(String(timestamp));
  return {
    id,
    parentId: typeof parentId === 'string' ? parentId : undefined,
    type,
    at: Number.isFinite(at) ? at : 0,
    ...ofType(type, rest),
  };
}

function ofType(type: string, fields: Record<string, unknown>): Partial<EntrySummary> {
  switch (type) {
    case 'message':
      return ofMessage(fieldsOf(fields.message));
    case 'custom':
    case 'custom_message':
      return { customType: String(fields.customType), isShown: fields.display === true };
    case 'context_edit':
      return fields.replacement === null ? { omits: String(fields.targetId) } : {};
    case 'model_change':
      return { model: `${fields.provider}/${fields.modelId}` };
    case 'thinking_level_change':
      return { thinkingLevel: String(fields.thinkingLevel) };
    default:
      return {};
  }
}

function ofMessage({
  role,
  stopReason,
  content,
  toolCallId,
  isError,
  provider,
  model,
  atelier,
}: Record<string, unknown>): Partial<EntrySummary> {
  const { queued } = fieldsOf(atelier);
  const cut = cutShort({ atelier });
  if (typeof role !== 'string') return {};
  if (role === 'toolResult') return { role, answers: String(toolCallId), ok: isError !== true };
  if (role !== 'assistant') return { role, ...(typeof queued === 'string' && { queued }) };
  const parts = Array.isArray(content) ? content : [];
  const hasWords =
    stopReason === 'length' && parts.some(part => String(fieldsOf(part).text ?? fieldsOf(part).thinking ?? '').trim() !== '');
  const calls = parts.flatMap(part => {
    const { type, id, name } = fieldsOf(part);
    return type === 'toolCall' && typeof id === 'string' ? [{ id, name: String(name) }] : [];
  });
  return {
    role,
    model: `${provider}/${model}`,
    stopReason: cut ?? String(stopReason),
    ...(hasWords && { hasWords }),
    ...(calls.length > 0 && { calls }),
  };
}

/** Why an answer has no end, where the engine has to read that it has one. */
export type CutShort = 'length' | 'cut';

/** How Atelier says that an answer has no end; undefined if the engine says how it ended. */
export function cutShort(message: unknown): CutShort | undefined {
  const { stopped } = fieldsOf(fieldsOf(message).atelier);
  return stopped === 'length' || stopped === 'cut' ? stopped : undefined;
}

/** The fields of an object; an empty record for any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
