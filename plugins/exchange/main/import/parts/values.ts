/** What the JSON of another program holds is looked at, never believed. */
export type Json = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly Json[] {
  return listOf(value)
    .map(recordOf)
    .filter(record => record !== undefined);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text with something in it. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds since 1970 of seconds, milliseconds or a written date. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  const time = numberOf(value);
  // Seconds until the year 5138, milliseconds from March 1973 on.
  return time === undefined ? undefined : Math.round(time < 1e11 ? time * 1000 : time);
}

/** A JSON text as an object; anything else under the name `input`. */
export function argsOf(value: unknown): Record<string, unknown> {
  const direct = recordOf(value);
  if (direct !== undefined) return { ...direct };
  const text = textOf(value);
  if (text === undefined) return value === undefined || value === null ? {} : { input: value };
  return { ...(recordOf(parsed(text)) ?? { input: text }) };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
