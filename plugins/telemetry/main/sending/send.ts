import { errors } from '../errors.ts';
import type { StoredReport } from '../reports/store.ts';

const timeoutMs = 15_000;

/** Sends one envelope. Throws if it was not accepted. Calls `rateLimited` if the service sets a rate limit. */
export async function sendEnvelope(
  envelope: string,
  { endpoint, key, host }: Address,
  { client, signal, now, rateLimited }: { client: string; signal: AbortSignal; now: () => number; rateLimited: (until: number) => void },
): Promise<void> {
  let response: Response;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'user-agent': client,
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=${client}, sentry_key=${key}`,
      },
      body: envelope,
      // K8: a redirect would send the report to a host that the person did not set.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    // The body is not needed, but an unread body prevents reuse of the connection.
    await response.body?.cancel();
  } catch (error) {
    throw errors['telemetry/unreachable']({ host, reason: reasonOf(error) }, error);
  }
  const to = response.status >= 300 && response.status < 400 ? URL.parse(response.headers.get('location') ?? '', endpoint) : null;
  if (to !== null) throw errors['telemetry/redirected']({ host, to: to.host });
  const until = limitedUntil(response.status, name => response.headers.get(name) ?? undefined, now());
  if (until > now()) rateLimited(until);
  if (response.status === 429) throw errors['telemetry/later']({ host, minutes: Math.max(1, Math.ceil((until - now()) / 60_000)) });
  if (!response.ok) throw errors['telemetry/refused']({ host, status: response.status });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return (cause as NodeJS.ErrnoException).code ?? cause.name;
}

/** The exact text that is sent for a report: an envelope of Sentry's protocol with one event in it. */
export function envelopeOf({ event, count }: StoredReport): string {
  const item = JSON.stringify(count === 1 ? event : { ...event, extra: { count } });
  const lines = [{ event_id: event.event_id }, { type: 'event', content_type: 'application/json', length: Buffer.byteLength(item) }].map(
    line => JSON.stringify(line),
  );
  return `${[...lines, item].join('\n')}\n`;
}

const defaultMs = 60_000;
const maxMs = 24 * 60 * 60_000;
const categories = new Set(['', 'error', 'default', 'all']);

/**
 * The end of the rate limit: from `X-Sentry-Rate-Limits` if it applies to errors, otherwise from `Retry-After` of a 429, in seconds or
 * as a date. 0 without a limit.
 */
function limitedUntil(status: number, header: (name: string) => string | undefined, now: number): number {
  const limits = header('x-sentry-rate-limits');
  if (limits !== undefined) {
    const waits = limits.split(',').flatMap(limit => {
      const [seconds = '', names = ''] = limit.trim().split(':');
      return names.split(';').some(name => categories.has(name.trim())) ? [milliseconds(Number(seconds))] : [];
    });
    return waits.length === 0 ? 0 : now + Math.max(...waits);
  }
  if (status !== 429) return 0;
  const after = header('retry-after');
  if (after === undefined) return now + defaultMs;
  const seconds = /^\d+(?:\.\d+)?$/.test(after.trim()) ? milliseconds(Number(after)) : Date.parse(after) - now;
  return now + (Number.isNaN(seconds) ? defaultMs : Math.min(Math.max(seconds, 0), maxMs));
}

function milliseconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, maxMs) : defaultMs;
}

interface Address {
  readonly endpoint: string;
  readonly key: string;
  readonly host: string;
}

/** Parses a DSN, `https://key@host/path/project`; undefined if it is invalid. Plain http is accepted for this machine only. */
export function addressOf(dsn: string): Address | undefined {
  let url: URL;
  try {
    url = new URL(dsn.trim());
  } catch {
    return undefined;
  }
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const [, folder = '', project = ''] = /^(.*)\/([\w-]{1,60})\/?$/.exec(url.pathname) ?? [];
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
  if (!isAllowed || !/^[\w-]{1,128}$/.test(url.username) || project === '' || url.search !== '' || url.hash !== '') return undefined;
  return { endpoint: `${url.origin}${folder}/api/${project}/envelope/`, key: url.username, host: url.host };
}
