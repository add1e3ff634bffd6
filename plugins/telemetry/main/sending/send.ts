import { errors } from '../errors.ts';
import type { KeptReport } from '../reports/store.ts';

const patienceMs = 15_000;

/** Sends one envelope. Throws where it was not taken, and says until when to wait where the service said so. */
export async function sendEnvelope(
  envelope: string,
  { endpoint, key, host }: Address,
  { client, signal, now, rest }: { client: string; signal: AbortSignal; now: () => number; rest: (until: number) => void },
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
      // An answer that leads elsewhere would take the report to somebody whom the person never named.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    // What it says does not matter, but a connection with an answer in it is not used again.
    await response.body?.cancel();
  } catch (error) {
    throw errors['telemetry/unreachable']({ host, reason: reasonOf(error) }, error);
  }
  const until = restUntil(response.status, name => response.headers.get(name) ?? undefined, now());
  if (until > now()) rest(until);
  if (response.status === 429) throw errors['telemetry/later']({ host, minutes: Math.max(1, Math.ceil((until - now()) / 60_000)) });
  if (!response.ok) throw errors['telemetry/refused']({ host, status: response.status });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return (cause as NodeJS.ErrnoException).code ?? cause.name;
}

/** The exact text that is sent for a report: an envelope of Sentry's protocol with one event in it. */
export function envelopeOf({ event, count }: KeptReport): string {
  const item = JSON.stringify(count === 1 ? event : { ...event, extra: { count } });
  const lines = [{ event_id: event.event_id }, { type: 'event', content_type: 'application/json', length: Buffer.byteLength(item) }].map(
    line => JSON.stringify(line),
  );
  return `${[...lines, item].join('\n')}\n`;
}

const usualMs = 60_000;
const longestMs = 24 * 60 * 60_000;
const categories = new Set(['', 'error', 'default', 'all']);

/**
 * Until when the service wants to hear of no more errors, by its answer: `X-Sentry-Rate-Limits` where it concerns errors, else
 * `Retry-After` of a 429, in seconds or as a date. 0 where it says nothing.
 */
function restUntil(status: number, header: (name: string) => string | undefined, now: number): number {
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
  if (after === undefined) return now + usualMs;
  const seconds = /^\d+(?:\.\d+)?$/.test(after.trim()) ? milliseconds(Number(after)) : Date.parse(after) - now;
  return now + (Number.isNaN(seconds) ? usualMs : Math.min(Math.max(seconds, 0), longestMs));
}

function milliseconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestMs) : usualMs;
}

/** Where reports go. */
interface Address {
  readonly endpoint: string;
  readonly key: string;
  readonly host: string;
}

/** Reads a DSN, `https://key@host/path/project`; undefined where it is none. Plain http is for this machine only. */
export function addressOf(dsn: string): Address | undefined {
  let url: URL;
  try {
    url = new URL(dsn.trim());
  } catch {
    return undefined;
  }
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const [, folder = '', project = ''] = /^(.*)\/([\w-]{1,60})\/?$/.exec(url.pathname) ?? [];
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
  if (!isFit || !/^[\w-]{1,128}$/.test(url.username) || project === '' || url.search !== '' || url.hash !== '') return undefined;
  return { endpoint: `${url.origin}${folder}/api/${project}/envelope/`, key: url.username, host: url.host };
}
