import type { OauthFailure } from './oauth-protocol.ts';

/** What may be told of the engine's error: it quotes whole answers of servers, so only its kind leaves this process. */
export function failureOf(error: unknown): OauthFailure {
  const text = textOf(error);
  if (/login cancelled|aborted/i.test(text)) return { kind: 'error', reason: 'cancelled' };
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
    // The engine flattens a cause into its sentence.
    return undefined;
  }
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^(?:E[A-Z]+|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]*(?:TLS|SSL|CERT)[A-Z_]*)$/.test(code)) return code;
  const flat = /code=(E[A-Z]+)\b/.exec(error instanceof Error ? error.message : '')?.[1];
  return flat ?? codeOf(cause, depth + 1);
}
