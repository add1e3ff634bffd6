import { stateMissing } from './callback-guard.ts';
import type { OauthFailure } from './oauth-protocol.ts';

/** The kind of the engine's error. Its message may quote answers of servers, so it does not leave this process. */
export function failureOf(error: unknown): OauthFailure {
  const text = textOf(error);
  if (/login cancelled|aborted/i.test(text)) return { kind: 'error', reason: 'cancelled' };
  if (text === stateMissing) return { kind: 'error', reason: 'incomplete' };
  if (/state mismatch/i.test(text)) return { kind: 'error', reason: 'state' };
  const cause = codeOf(error);
  if (cause !== undefined) return { kind: 'error', reason: 'network', cause };
  const status = /(?:failed \(|status[ =]|: |^)([45]\d\d)\b/.exec(text)?.[1];
  if (status !== undefined) return { kind: 'error', reason: 'refused', status: Number(status) };
  return { kind: 'error', reason: /device flow failed|access_denied|expired/i.test(text) ? 'refused' : 'other' };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown, depth = 0): string | undefined {
  if (depth > 5 || typeof error !== 'object' || error === null) {
    // Not an error object: the engine may put the code of a cause into its message instead.
    return undefined;
  }
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^(?:E[A-Z]+|UND_ERR_[A-Z_]+)$|^(?=[A-Z_]+$)[A-Z_]*?(?:TLS|SSL|CERT)/.test(code)) return code;
  const flat = /code=(E[A-Z]+)\b/.exec(error instanceof Error ? error.message : '')?.[1];
  return flat ?? codeOf(cause, depth + 1);
}
