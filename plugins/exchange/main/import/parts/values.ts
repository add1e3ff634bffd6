/** Untrusted JSON of another program. */
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

/** A string that is not blank. */
export function nonEmptyTextOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Milliseconds since 1970, from seconds, milliseconds or a date string. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  const time = numberOf(value);
  // Smaller numbers are seconds (until the year 5138), larger ones milliseconds (from March 1973).
  return time === undefined ? undefined : Math.round(time < 1e11 ? time * 1000 : time);
}

/** The arguments of a call: an object, or a JSON string of one; anything else as `input`. */
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
