import type { Contribution, ContributionChange } from '@atelier/kernel';
import type { Declared } from '../../manifest/declared.ts';

/**
 * The wire form of an error. An AppError is sent with both sentences, so that the person reads it in their language; any other
 * error is only its reason.
 */
export type WireError =
  | { readonly code: string; readonly en: string; readonly fr: string; readonly details?: Readonly<Record<string, unknown>> }
  | { readonly plain: string };

/** The services that are available now, each with its methods. */
export type Provided = Readonly<Record<string, readonly string[]>>;

/** The paths of the profile that are open to the extension, computed before it starts, so that its context can return them at once. */
export interface HandedOver {
  /** By the name of the row: its path, or the error that refuses it. */
  readonly rows: Readonly<Record<string, { readonly path: string } | { readonly refused: WireError }>>;
  readonly openToTools: readonly string[];
}

/** The first frame to the child, before it loads the extension. */
export interface ChildInit {
  readonly declared: Declared;
  /** File URL of the extension's main file. */
  readonly main: string;
  readonly paths: { readonly data: string; readonly assets: string };
  readonly handed: HandedOver;
  readonly tokens: Provided;
  readonly points: Readonly<Record<string, readonly Contribution<unknown>[]>>;
  readonly lineBytes: number;
  /** Writing a byte here makes the kernel start a store, which then answers on the next of `storeFds`. */
  readonly wakeFd: number;
  /** How long one call to the database may take. */
  readonly storeMs: number;
  readonly storeFds: readonly number[];
}

/** Kernel to child, one JSON line each. */
export type ToChild =
  | { readonly k: 'start'; readonly init: ChildInit }
  | {
      readonly k: 'call';
      readonly id: number;
      readonly ref: number;
      readonly name: string;
      readonly args: readonly unknown[];
      /** The installed extensions that the call is made for, the first asker first; left out if there is none. */
      readonly askers?: readonly string[];
    }
  | { readonly k: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: WireError }
  | { readonly k: 'cancel'; readonly id: number }
  | { readonly k: 'tokens'; readonly tokens: Provided }
  | ({ readonly k: 'point'; readonly key: string; readonly items: readonly Contribution<unknown>[] } & ContributionChange<unknown>)
  | { readonly k: 'ping' | 'abort' | 'stop' };

/** Child to kernel, one JSON line each; none is trusted. */
export type ToKernel =
  /** `for`: the call in whose course it asks. */
  | { readonly k: 'ask'; readonly id: number; readonly verb: string; readonly args: readonly unknown[]; readonly for?: number }
  | { readonly k: 'tell'; readonly verb: string; readonly args: readonly unknown[] }
  | { readonly k: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: WireError }
  | { readonly k: 'cancel'; readonly id: number }
  | { readonly k: 'failed'; readonly error: WireError }
  | { readonly k: 'active' | 'nothing' | 'pong' };

const bytesKey = '$bytes';

/** One frame as a line without its line feed. Bytes travel as base64, everything else as JSON. */
export function encode(frame: unknown): string {
  return JSON.stringify(holdsBytes(frame) ? packed(frame) : frame);
}

/**
 * Parses a line. `__proto__` is dropped wherever it is a key, because a receiver that merges the value would otherwise change
 * the prototype of its own objects.
 */
export function decode(line: string): unknown {
  const value: unknown = JSON.parse(line);
  return line.includes(bytesKey) || line.includes('__proto__') || line.includes('\\u') ? revived(value) : value;
}

/** Changes the value in place: with a reviver, parsing takes fifty times as long. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const inner: unknown = value[at];
      if (typeof inner === 'object' && inner !== null) value[at] = revived(inner);
    }
    return value;
  }
  const members = value as Record<string, unknown>;
  if (Object.hasOwn(members, '__proto__')) Reflect.deleteProperty(members, '__proto__');
  const names = Object.keys(members);
  const text = names.length === 1 ? members[bytesKey] : undefined;
  if (typeof text === 'string') return new Uint8Array(Buffer.from(text, 'base64'));
  for (const name of names) {
    const inner = members[name];
    if (typeof inner === 'object' && inner !== null) members[name] = revived(inner);
  }
  return value;
}

function holdsBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return true;
  if (Array.isArray(value)) return value.some(holdsBytes);
  for (const key in value) if (holdsBytes((value as Record<string, unknown>)[key])) return true;
  return false;
}

function packed(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [bytesKey]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  if (Array.isArray(value)) return value.map(packed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, packed(member)]));
}
