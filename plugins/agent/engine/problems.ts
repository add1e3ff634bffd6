import { type AppError, isAppError, type Locale } from '@atelier/kernel';
import { errors, reasons } from './errors.ts';
import { redact } from './redact.ts';

/** What a failure happened with. */
export interface Failed {
  /** Of a model: `provider/model`. */
  readonly model: string | undefined;
  readonly secrets: readonly string[];
  /** Nothing of an answer came. */
  readonly isEmpty?: boolean;
}

type Maker = (details: { provider: string; model: string; detail: string }) => AppError;

const refreshing = /OAuth refresh failed/i;

const table: readonly (readonly [RegExp, Maker])[] = [
  [/OAuth refresh failed|credentials may have expired/i, errors['agent/oauth-expired']],
  [/No API key|not configured|no credentials/i, errors['agent/no-key']],
  [/No model (?:selected|available)/i, errors['agent/no-model']],
  [/insufficient_quota|quota exceeded|billing|usage limit/i, errors['agent/quota-used']],
  [/context.?(?:length|window)|maximum context|prompt is too long|too many tokens|input is too long/i, errors['agent/context-full']],
];

const byStatus: readonly (readonly [RegExp, Maker])[] = [
  [/^40[13]$/, errors['agent/unauthorised']],
  [/^404$/, errors['agent/model-missing']],
  [/^429$/, errors['agent/rate-limited']],
  [/^5\d\d$/, errors['agent/provider-failed']],
  [/^4\d\d$/, errors['agent/request-refused']],
];

const transport: readonly (readonly [RegExp, keyof typeof reasons])[] = [
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/, 'dns'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'refused'],
  [/certificate|CERT_|SSL|TLS|EPROTO|self.signed|wrong version number/i, 'tls'],
  [/connection error.*(?:other side closed|ECONNRESET|socket hang up)/i, 'reset'],
  [/timed? ?out|ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT/i, 'timeout'],
];

const cut =
  /terminated|stream (?:ended|closed|cut)|premature|ended without|without (?:a )?(?:finish|stop)|other side closed|incomplete|before (?:message_stop|completion)/i;
const endless = /ended without/i;
const garbage =
  /<!doctype|<html|not valid JSON|Unexpected (?:token|end)|JSON Parse|in JSON at|could not (?:be )?parse|no body|empty (?:response|stream)|the answer was |does not match the HTTP/i;

/** Puts a name to what the engine only has a sentence for. The sentence stays in it, without any part of a key. */
export function problemOf(message: string, { model, secrets, isEmpty = false }: Failed): AppError {
  const provider = model?.split('/', 1)[0] ?? 'provider';
  const detail = short(redact(message, secrets));
  const details = { provider, model: model ?? '?', detail };
  const reached = transport.find(([form]) => form.test(message));
  if (reached && refreshing.test(message)) return errors['agent/connection-failed']({ ...details, reason: reasons[reached[1]] });
  const known = table.find(([form]) => form.test(message));
  if (known) return known[1](details);
  const status = /^\s*(?:Error: )?(\d{3})\b/.exec(message)?.[1] ?? /\((?:HTTP )?(\d{3})\)/.exec(message)?.[1] ?? statusOf(message);
  const answered = status === undefined ? undefined : byStatus.find(([form]) => form.test(status));
  if (answered) return answered[1](details);
  if (garbage.test(message) || (isEmpty && endless.test(message))) return errors['agent/bad-answer'](details);
  if (reached) return errors['agent/connection-failed']({ ...details, reason: reasons[reached[1]] });
  if (cut.test(message)) return errors['agent/stream-cut'](details);
  if (/ECONNRESET|EPIPE|socket hang up/.test(message)) return errors['agent/connection-failed']({ ...details, reason: reasons.reset });
  if (/connection error|fetch failed|network/i.test(message))
    return errors['agent/connection-failed']({ ...details, reason: reasons.unknown });
  return errors['agent/failed'](details);
}

/** What is thrown at us, as an error that may cross to the main side. */
export function crossing(error: unknown, failed: Failed): AppError {
  if (isAppError(error)) return error;
  return problemOf(error instanceof Error ? error.message : String(error), failed);
}

/** As a record in a person's language. */
export function recordOf(error: AppError, language: Locale): { code: string; message: string } {
  return { code: error.code, message: error.in(language) };
}

/** Dialects that name the error instead of its number. */
function statusOf(message: string): string | undefined {
  if (/overloaded_error|api_error|server_error/.test(message)) return '500';
  if (/authentication_error|invalid.api.key/i.test(message)) return '401';
  if (/rate_limit_error/.test(message)) return '429';
  return /not_found_error/.test(message) ? '404' : undefined;
}

/** The words out of a JSON body, and no more than fits a sentence. */
function short(message: string): string {
  const words = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(message)?.[1];
  const status = /^\s*(\d{3})\b/.exec(message)?.[1];
  const whole = message.replace(/; (?:errno|stack)=.*$/s, '');
  const text = (words === undefined ? whole : `${status === undefined ? '' : `${status}: `}${words}`).replace(/\s+/g, ' ').trim();
  return (text.length > 300 ? `${text.slice(0, 300)}…` : text).replace(/[.\s]+$/, '');
}
