import { errors } from '../errors.ts';
import type { Address } from './dsn.ts';
import { restUntil } from './rate-limits.ts';

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
