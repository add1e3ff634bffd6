import { isObject, textAt } from '../files/json-text.ts';

/** A valid line of the sign-in's process; `engine/oauth-process.ts` writes these lines. */
export type Heard =
  | { readonly kind: 'auth'; readonly url: string; readonly userCode: string | undefined; readonly expires: number | undefined }
  | {
      readonly kind: 'prompt';
      readonly prompt: string;
      readonly what: string;
      readonly text: string;
      readonly options: readonly string[] | undefined;
    }
  | { readonly kind: 'promptGone'; readonly prompt: string }
  | { readonly kind: 'progress'; readonly what: string; readonly text: string }
  | { readonly kind: 'success'; readonly credential: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'error';
      readonly reason: string;
      readonly status: number | undefined;
      readonly cause: string | undefined;
      readonly from: string | undefined;
      readonly to: string | undefined;
    };

/** Parses a line; undefined if it has none of these forms. */
export function heard(line: string): Heard | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const [kind, text, prompt, what] = ['kind', 'text', 'prompt', 'what'].map(key => textAt(value, key));
  const url = textAt(value, 'url');
  if (kind === 'auth' && url !== undefined && /^https?:\/\//.test(url))
    return { kind, url, userCode: textAt(value, 'userCode'), expires: typeof value.expires === 'number' ? value.expires : undefined };
  if (kind === 'prompt' && prompt !== undefined)
    return {
      kind,
      prompt,
      what: what ?? 'text',
      text: text ?? '',
      options: Array.isArray(value.options) ? value.options.map(String) : undefined,
    };
  if (kind === 'promptGone' && prompt !== undefined) return { kind, prompt };
  if (kind === 'progress') return { kind, what: what ?? '', text: text ?? '' };
  if (kind === 'success' && isObject(value.credential)) return { kind, credential: value.credential };
  if (kind === 'error')
    return {
      kind,
      reason: textAt(value, 'reason') ?? 'other',
      status: typeof value.status === 'number' ? value.status : undefined,
      cause: textAt(value, 'cause'),
      from: textAt(value, 'from'),
      to: textAt(value, 'to'),
    };
  return undefined;
}
