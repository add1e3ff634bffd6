import type { Entry, Part } from '@atelier/agent/contract';

/** An entry of the agent without the data that a page does not need: large pictures, and the rest of long texts. */
export interface LightEntry extends Omit<Entry, 'parts' | 'undoable'> {
  readonly parts?: readonly LightPart[];
  /** Part of it is in the session file only. */
  readonly light?: true;
}

export interface LightPart extends Part {
  /** The full length of a text that was cut. */
  readonly cut?: number;
  /** The size in bytes of a picture that was left out; it is read separately. */
  readonly size?: number;
}

const maxTextLength = 256 * 1024;
const maxArgumentLength = 64 * 1024;
const largestPicture = 32 * 1024;
const deepest = 6;

/** An entry as it is stored, without large data: every page that contains the entry would carry it. */
export function lightEntry({ undoable: _undoable, parts, text, ...entry }: Entry): LightEntry {
  const state = { isCut: false };
  const cutting = (value: string, at = maxTextLength) => {
    if (value.length <= at) return value;
    state.isCut = true;
    return cutAt(value, at);
  };
  const light = parts?.map((part): LightPart => {
    if (part.kind === 'image') {
      const size = Math.floor(((part.data?.length ?? 0) * 3) / 4);
      if (size <= largestPicture) return part;
      state.isCut = true;
      const { data: _data, ...rest } = part;
      return { ...rest, size };
    }
    const { args, outcome } = part;
    const isLong = part.text !== undefined && part.text.length > maxTextLength;
    return {
      ...part,
      ...(part.text !== undefined && { text: cutting(part.text) }),
      ...(isLong && { cut: part.text?.length ?? 0 }),
      ...(args !== undefined && { args: lightValue(args, cutting, 0) as Record<string, unknown> }),
      ...(outcome?.diff !== undefined && outcome.diff.length > maxTextLength && { outcome: { ...outcome, diff: cutting(outcome.diff) } }),
    };
  });
  return {
    ...entry,
    ...(light && { parts: light }),
    ...(text !== undefined && { text: cutting(text) }),
    ...(state.isCut && { light: true as const }),
  };
}

/** Cuts a text, never inside a surrogate pair. */
export function cutAt(text: string, at: number): string {
  const last = text.charCodeAt(at - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? at - 1 : at);
}

function lightValue(value: unknown, cutting: (text: string, at: number) => string, depth: number): unknown {
  if (typeof value === 'string') return cutting(value, maxArgumentLength);
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map(one => lightValue(one, cutting, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lightValue(one, cutting, depth + 1)]));
}
