import type { KeyFacts } from '../../frame/protocol.ts';
import { classify } from './limits.ts';

/** A validated report of a frame about its own view. */
export type Report =
  | { readonly kind: 'shown' }
  | { readonly kind: 'focus' }
  | { readonly kind: 'failed'; readonly code: 'view/load-failed' | 'view/no-element' | 'view/threw'; readonly reason: string }
  | { readonly kind: 'error'; readonly reason: string }
  | { readonly kind: 'size'; readonly width: number; readonly height: number }
  | { readonly kind: 'key'; readonly facts: KeyFacts }
  | { readonly kind: 'state'; readonly value: unknown };

type Params = Readonly<Record<string, unknown>>;

const maxPixels = 20_000;
const maxReasonLength = 300;
const maxStateSize = 100_000;
const codes = new Map([
  ['load', 'view/load-failed'],
  ['element', 'view/no-element'],
  ['threw', 'view/threw'],
] as const);

/** Validates a report; undefined where it is invalid. */
export function readReport(member: string, params: Params): Report | undefined {
  switch (member) {
    case 'shown':
    case 'focus':
      return { kind: member };
    case 'failed': {
      const code = codes.get(params.kind as 'load');
      return code && { kind: 'failed', code, reason: sanitizedText(params.reason) };
    }
    case 'error':
      return { kind: 'error', reason: sanitizedText(params.reason) };
    case 'size':
      return isLength(params.width) && isLength(params.height) ? { kind: 'size', width: params.width, height: params.height } : undefined;
    case 'key':
      return keyReport(params);
    case 'state':
      return classify(params.value, maxStateSize) === 'plain' ? { kind: 'state', value: params.value } : undefined;
    default:
      return undefined;
  }
}

function keyReport({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Params): Report | undefined {
  if (typeof key !== 'string' || typeof code !== 'string' || key.length > 30 || code.length > 30) return undefined;
  return {
    kind: 'key',
    facts: { key, code, ctrlKey: ctrlKey === true, metaKey: metaKey === true, altKey: altKey === true, shiftKey: shiftKey === true },
  };
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= maxPixels;
}

/** A third-party text made safe for our own sentences: short, on one line, without invisible characters. */
function sanitizedText(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  return (
    text
      .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
      .slice(0, maxReasonLength)
      .replace(/\.$/, '') || '?'
  );
}
