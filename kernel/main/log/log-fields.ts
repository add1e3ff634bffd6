import { type Redactor, redacted } from './redact.ts';

const deepest = 8;
const maxEntries = 200;
const maxValues = 2000;
const maxTextLength = 16 * 1024;

/** The remaining number of values: a small object can contain a large one in every entry. */
interface Budget {
  values: number;
}

/** Turns any value into one that JSON can represent, without secrets, cycles and getters that throw. Never throws. */
export function cleanFields(fields: object, redactor: Redactor): unknown {
  return clean(fields, redactor, [], { values: maxValues });
}

/** A text without secrets, of limited length. It is cut after redaction, so that no half of a secret remains. */
export function cleanText(text: string, redactor: Redactor): string {
  const start = text.length > 8 * maxTextLength ? text.slice(0, 8 * maxTextLength) : text;
  const safe = redactor.text(start);
  return safe.length > maxTextLength || start.length < text.length ? `${safe.slice(0, maxTextLength)}… (${text.length} characters)` : safe;
}

function clean(value: unknown, redactor: Redactor, above: readonly object[], budget: Budget): unknown {
  budget.values -= 1;
  if (typeof value === 'string') return cleanText(value, redactor);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || value === null || value === undefined) return value;
  if (typeof value !== 'object') return cleanText(String(value), redactor);
  if (above.includes(value)) return '[circular]';
  if (above.length >= deepest || budget.values <= 0) return '[left out]';
  try {
    return cleanObject(value, redactor, [...above, value], budget);
  } catch {
    return '[unreadable]';
  }
}

function cleanObject(value: object, redactor: Redactor, above: readonly object[], budget: Budget): unknown {
  if (value instanceof Error) return clean(partsOf(value), redactor, above, budget);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString();
  if (value instanceof URL) return cleanText(value.href, redactor);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Map || value instanceof Set) return clean([...value], redactor, above, budget);
  if (Array.isArray(value)) {
    const items = value.slice(0, maxEntries).map(item => clean(item, redactor, above, budget));
    return value.length > maxEntries ? [...items, `… (${value.length} items)`] : items;
  }
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, maxEntries)
    .map(([name, item]) => [cleanText(name, redactor), isSecret(name, item, redactor) ? redacted : clean(item, redactor, above, budget)]);
  if (entries.length > maxEntries) kept.push(['…', `${entries.length} names`]);
  return Object.fromEntries(kept);
}

function isSecret(name: string, value: unknown, redactor: Redactor): boolean {
  // A number or a boolean is no secret: a field `tokens` may be a count.
  return redactor.isSecretName(name) && value !== undefined && value !== null && typeof value !== 'number' && typeof value !== 'boolean';
}

function partsOf(error: Error): object {
  const { name, message, stack, cause, ...rest } = error;
  return {
    name: error.name,
    message,
    ...rest,
    stack: stack?.split('\n').slice(1, 12).join('\n'),
    ...(cause === undefined ? {} : { cause }),
  };
}
