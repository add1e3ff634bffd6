import { type AppError, isAppError, visibleText } from '@atelier/kernel';
import type { ForeignRedirect } from '@atelier/providers/same-origin';
import { errors, reasons } from './errors.ts';
import { redact } from './redact.ts';

/** The circumstances of a failure. */
export interface FailureContext {
  /** `provider/model`. */
  readonly model: string | undefined;
  readonly secrets: readonly string[];
  /** The name of a provider by its id; the id itself where it has none. */
  readonly nameOf?: (provider: string) => string;
  /** Whether the answer was empty. */
  readonly isEmpty?: boolean;
}

type ErrorFactory = (details: { provider: string; model: string; detail: string }) => AppError;

/** What an answer without any content is written as. */
export const emptyAnswer = 'The answer was empty.';

/** Why a provider ended an answer, in its own word. */
const ended = /^(?:Provider (?:finish_reason|stopped with|stopped generation):?|Response incomplete:) (\S{1,60})/i;
/** What the engine writes where Anthropic gives no explanation, what it says of a wait that is longer than it waits, and what Google says of one. */
const refused = /^The model refused to complete the request/;
const toWait = /retry after (\d{1,9}) s$|^Server requested (\d{1,9})s retry delay|"retryDelay"\s*:\s*"(\d{1,9})(?:\.\d+)?s"/;
/** No wait of seconds helps; Google names one all the same. */
const usedUp = /insufficient_quota|"quotaId"\s*:\s*"\w*PerDay/;
const endings: readonly (readonly [RegExp, ErrorFactory])[] = [
  [/filter|sensitive|safety|prohibited|blocklist|recitation|spii|refus/i, errors['agent/withheld']],
  [/^network_error$/, errors['agent/provider-failed']],
  [/^/, errors['agent/ended-oddly']],
];

const refreshing = /OAuth refresh failed/i;
const refreshStatus = /(?:\bstatus[= ]|failed \(|: )([1-5]\d\d)\b/;

const table: readonly (readonly [RegExp, ErrorFactory])[] = [
  [/OAuth refresh failed|credentials may have expired/i, errors['agent/oauth-expired']],
  [/Failed to resolve .* from shell command/i, errors['agent/key-command']],
  // Google answers 400 to a wrong key.
  [/API key not valid|API key expired|API_KEY_INVALID/i, errors['agent/unauthorised']],
  [/No API key|not configured|no credentials/i, errors['agent/no-key']],
  [/^Unknown provider: /, errors['agent/model-unknown']],
  [/No model (?:selected|available)/i, errors['agent/no-model']],
  [/insufficient_quota|quota exceeded|billing|usage limit/i, errors['agent/quota-used']],
  [/context.?(?:length|window)|maximum context|prompt is too long|too many tokens|input is too long/i, errors['agent/context-full']],
];

/** What the system says of a file of ours; a provider's answer that quotes it begins with something else. */
const full = /^(?:ENOSPC|EDQUOT): /;

const byStatus: readonly (readonly [RegExp, ErrorFactory])[] = [
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
const endedWithoutStop = /ended without/i;
const notAnAnswer =
  /<!doctype|<html|not valid JSON|Unexpected (?:token|end)|JSON Parse|in JSON at|could not (?:be )?parse|no body|empty (?:response|stream)|the answer was |does not match the HTTP/i;

/** The answer in place of one that redirects to another host: a refusal that no client repeats, with a message that is recognized here. */
export function redirectedAway({ from, to }: ForeignRedirect): Response {
  return Response.json({ error: { message: `${from} redirects to another host, ${to}` } }, { status: 421 });
}

const redirected = /(?<![^\s"])([^\s"]+) redirects to another host, ([^\s"]+)/;

/** The error with a code for a message of the engine. The message is its detail, without any part of a key. */
export function problemOf(message: string, { model, secrets, nameOf = id => id, isEmpty = false }: FailureContext): AppError {
  const provider = visibleText(nameOf(model?.split('/', 1)[0] ?? 'provider'), 'name');
  const redacted = redact(message, secrets);
  const detail = (refreshing.test(message) ? ofRefresh(redacted) : '') || short(redacted);
  const details = { provider, model: model ?? '?', detail };
  const [, from, to] = redirected.exec(message) ?? [];
  if (from !== undefined && to !== undefined) return errors['agent/redirected']({ provider, from, to });
  const [, end] = ended.exec(message) ?? [];
  if (end !== undefined) return endings.find(([form]) => form.test(end))![1]({ ...details, detail: short(redact(end, secrets)) });
  if (refused.test(message)) return errors['agent/withheld']({ ...details, detail: 'refusal' });
  const transportFailure = transport.find(([form]) => form.test(message));
  if (transportFailure && refreshing.test(message))
    return errors['agent/connection-failed']({ ...details, reason: reasons[transportFailure[1]] });
  // The company’s server has an error; that says nothing of the sign-in.
  if (refreshing.test(message) && /^(?:429|5\d\d)$/.test(refreshStatus.exec(message)?.[1] ?? ''))
    return errors['agent/provider-failed'](details);
  if (full.test(message)) return errors['agent/disk-full']({});
  if (message === emptyAnswer) return errors['agent/empty-answer'](details);
  const seconds = toWait.exec(message)?.slice(1).find(Boolean);
  if (seconds !== undefined && !usedUp.test(message)) return errors['agent/rate-limited-for']({ ...details, seconds: Number(seconds) });
  const known = table.find(([form]) => form.test(message));
  if (known) return known[1](details);
  const status =
    /^\s*(?:Error: )?(\d{3})\b/.exec(message)?.[1] ??
    /\((?:HTTP )?(\d{3})\)/.exec(message)?.[1] ??
    /"code"\s?:\s?(\d{3})\b/.exec(message)?.[1] ??
    statusOf(message);
  const statusFailure = status === undefined ? undefined : byStatus.find(([form]) => form.test(status));
  if (statusFailure) return statusFailure[1](details);
  if (notAnAnswer.test(message) || (isEmpty && endedWithoutStop.test(message))) return errors['agent/bad-answer'](details);
  if (transportFailure) return errors['agent/connection-failed']({ ...details, reason: reasons[transportFailure[1]] });
  if (cut.test(message)) return errors['agent/stream-cut'](details);
  if (/ECONNRESET|EPIPE|socket hang up/.test(message)) return errors['agent/connection-failed']({ ...details, reason: reasons.reset });
  if (/connection error|fetch failed|network/i.test(message))
    return errors['agent/connection-failed']({ ...details, reason: reasons.unknown });
  return errors['agent/failed'](details);
}

/** A thrown value as an error that may be sent to the main side. */
export function toAppError(error: unknown, context: FailureContext): AppError {
  if (isAppError(error)) return error;
  return problemOf(error instanceof Error ? error.message : String(error), context);
}

/** The status for error names of APIs that send no number. */
function statusOf(message: string): string | undefined {
  if (/overloaded_error|api_error|server_error/.test(message)) return '500';
  if (/authentication_error|invalid.api.key/i.test(message)) return '401';
  if (/rate_limit_error/.test(message)) return '429';
  return /not_found_error/.test(message) ? '404' : undefined;
}

/** A web page is told by its title; nobody wants to read its source. */
function withoutPage(message: string): string {
  const at = message.search(/<(?:!doctype|html|head|body)\b/i);
  if (at < 0) return message;
  const title = /<title>([^<]{1,120})/i.exec(message)?.[1]?.trim();
  return `${message.slice(0, at).replace(/(?<![\s:"])[\s:"]+$/, '')} HTML${title === undefined ? '' : ` “${title}”`}`;
}

/** Why a company did not renew a sign-in, in its own words, without the addresses and the JSON around them. */
function ofRefresh(message: string): string {
  const [, status] = refreshStatus.exec(message) ?? [];
  const words = [/"(?:error_description|message)"\s*:\s*"((?:[^"\\]|\\.)*)"/, /"error"\s*:\s*"([^"]*)"/]
    .map(form => form.exec(message)?.[1])
    .find(found => found !== undefined);
  return short([status === undefined ? undefined : `HTTP ${status}`, words].filter(part => part !== undefined).join(': '));
}

/** The message inside a JSON body, if there is one, shortened to at most 300 characters. */
function short(message: string): string {
  const words = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(message)?.[1];
  const status = /^\s*(\d{3})\b/.exec(message)?.[1];
  const whole = withoutPage(message.replace(/; (?:errno|stack)=.*$/s, ''));
  const text = (words === undefined ? whole : `${status === undefined ? '' : `${status}: `}${words}`).replace(/\s+/g, ' ').trim();
  return (text.length > 300 ? `${text.slice(0, 300)}…` : text).replace(/(?<![.\s])[.\s]+$/, '');
}
