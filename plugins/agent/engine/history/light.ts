/** A message's call of a tool, as far as finding its result needs it. */
export interface LightCall {
  readonly id: string;
  readonly name: string;
}

/** What of an entry decides where it stands and whether it is shown; its words stay in the file, which may be larger than memory. */
export interface Light {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly type: string;
  readonly at: number;
  /** Of a message. */
  readonly role?: string;
  readonly stopReason?: string;
  readonly calls?: readonly LightCall[];
  /** Of a tool's result: the call, and whether it went well. */
  readonly answers?: string;
  readonly ok?: boolean;
  /** The attempt that it takes out of the context. */
  readonly omits?: string;
  readonly customType?: string;
  readonly isShown?: boolean;
  readonly model?: string;
  readonly thinkingLevel?: string;
}

/** What a person sees an entry as; undefined for what is not shown. */
export function shownAs({ type, role, isShown }: Light): 'user' | 'assistant' | 'compaction' | 'notice' | undefined {
  if (type === 'compaction') return 'compaction';
  if (type === 'custom_message') return isShown === true ? 'notice' : undefined;
  return type === 'message' && (role === 'user' || role === 'assistant') ? role : undefined;
}

/** A message without a message in it: the engine falls over it. */
export function isOdd({ type, role }: Light): boolean {
  return type === 'message' && role === undefined;
}

/** Undefined for what is no entry of a session: whoever wrote the file, it is only believed where it has the form. */
export function lightOf(value: unknown): Light | undefined {
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

function ofType(type: string, fields: Record<string, unknown>): Partial<Light> {
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

function ofMessage({ role, stopReason, content, toolCallId, isError, provider, model }: Record<string, unknown>): Partial<Light> {
  if (typeof role !== 'string') return {};
  if (role === 'toolResult') return { role, answers: String(toolCallId), ok: isError !== true };
  if (role !== 'assistant') return { role };
  const calls = (Array.isArray(content) ? content : []).flatMap(part => {
    const { type, id, name } = fieldsOf(part);
    return type === 'toolCall' && typeof id === 'string' ? [{ id, name: String(name) }] : [];
  });
  return { role, model: `${provider}/${model}`, stopReason: String(stopReason), ...(calls.length > 0 && { calls }) };
}

/** The fields of what may be anything. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
