/** How an event of a channel file may be sent; the same words as in `channel.schema.json`. */
export interface EventPolicy {
  readonly coalesceMs?: number;
  /** Only events with equal values in these fields replace each other. */
  readonly coalesceBy?: readonly string[];
  readonly merge?: MergeRule;
  readonly urgent?: boolean | Readonly<Record<string, readonly unknown[]>>;
}

export interface MergeRule {
  readonly by: readonly string[];
  readonly append: string;
  readonly last?: readonly string[];
}

/** True where the event must leave at once. */
export function isUrgent(policy: EventPolicy | undefined, body: unknown): boolean {
  const urgent = policy?.urgent;
  if (urgent === undefined || typeof urgent === 'boolean') return urgent === true;
  if (!isRecord(body)) return false;
  return Object.entries(urgent).some(([field, values]) => values.includes(body[field]));
}

/** The key that an event must share with an older one to replace it. */
export function replaceKey(to: string, body: unknown, policy: EventPolicy | undefined): string {
  const { coalesceBy = [] } = policy ?? {};
  return coalesceBy.length === 0 || !isRecord(body) ? to : JSON.stringify([to, ...coalesceBy.map(field => body[field])]);
}

/**
 * Joins two consecutive events into one, or returns undefined if they may not be joined: if a `by` field differs, or another
 * field that the rule does not name, because its value would be lost.
 */
export function merged(first: unknown, second: unknown, rule: MergeRule): unknown {
  if (!isRecord(first) || !isRecord(second)) return undefined;
  const head = first[rule.append];
  const tail = second[rule.append];
  if (typeof head !== 'string' || typeof tail !== 'string') return undefined;
  const free = new Set([rule.append, ...(rule.last ?? [])]);
  for (const field of new Set([...Object.keys(first), ...Object.keys(second), ...rule.by])) {
    if (!free.has(field) && !Object.is(first[field], second[field])) return undefined;
  }
  const joined: Record<string, unknown> = { ...first, [rule.append]: head + tail };
  for (const field of rule.last ?? []) {
    if (Object.hasOwn(second, field)) joined[field] = second[field];
  }
  return joined;
}

/** The approximate length of a value as JSON, without building the text. */
export function roughBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += roughBytes(item) + 1;
    return bytes;
  }
  for (const [key, item] of Object.entries(value)) bytes += key.length + 4 + roughBytes(item);
  return bytes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
