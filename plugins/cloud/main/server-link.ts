import type * as oidc from 'openid-client';
import { hostOf } from './address.ts';
import { errors } from './errors.ts';

export const clientId = 'atelier-desktop';

const timeoutMs = 15_000;
const toleratedSeconds = 10;
const maxAnswer = 4 * 1024 * 1024;

/** Loaded when a server is first asked, as most people never do. */
export const loadLibrary = (): Promise<typeof oidc> => import('openid-client');

export type Configuration = oidc.Configuration;

/** How a server wants to be asked, as it publishes it. It is taken at its word about its own address only. */
export async function discover(url: string, signal: AbortSignal): Promise<Configuration> {
  const library = await loadLibrary();
  const { allowInsecureRequests, None } = library;
  const bounded = boundedFetch(signal);
  let ahead = 0;
  const timed = async (address: string, init: RequestInit) => {
    const response = await bounded(address, init);
    ahead = aheadOf(response.headers.get('date'), Date.now());
    return response;
  };
  // Of an address that is https otherwise.
  const isPlain = url.startsWith('http:');
  const options = { [library.customFetch]: timed, execute: isPlain ? [allowInsecureRequests] : [] };
  try {
    const found = await library.discovery(new URL(url), clientId, undefined, None(), options);
    // Proofs and tokens carry the time: a clock that is wrong here must not look like a forgery there.
    const client = { dpop_bound_access_tokens: true, [library.clockSkew]: ahead };
    const configuration = new library.Configuration(found.serverMetadata(), clientId, client, None());
    configuration[library.customFetch] = bounded;
    if (isPlain) allowInsecureRequests(configuration);
    const metadata = configuration.serverMetadata();
    const {
      authorization_endpoint,
      token_endpoint,
      revocation_endpoint = url,
      jwks_uri,
      dpop_signing_alg_values_supported = [],
    } = metadata;
    const all = [authorization_endpoint, token_endpoint, revocation_endpoint, jwks_uri];
    if (all.some(one => URL.parse(one ?? '')?.origin !== url)) throw notACloud(url, 'another-host');
    if (!dpop_signing_alg_values_supported.includes('ES256')) throw notACloud(url, 'dpop');
    return configuration;
  } catch (error) {
    throw problemOf(error, url);
  }
}

const notACloud = (url: string, reason: string) => errors['cloud/not-a-cloud']({ host: hostOf(url), reason });

/** What a failed request means for the person: an error of ours, a server out of reach, or one that is something else. */
export function problemOf(error: unknown, url: string): Error {
  const { code: given, status: own, cause, name } = error as { code?: unknown; status?: number; cause?: unknown; name?: string };
  // The codes of the platform are numbers that tell nobody anything.
  const code = typeof given === 'string' ? given : undefined;
  const status = cause instanceof Response ? cause.status : own;
  if (code?.startsWith('cloud/') === true) return error as Error;
  const deeper =
    (cause as { code?: string; cause?: { code?: string } } | undefined)?.cause?.code ?? (cause as { code?: string } | undefined)?.code;
  const isReach =
    name === 'TypeError' || name === 'TimeoutError' || name === 'AbortError' || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT';
  const host = hostOf(url);
  if (isReach || (status ?? 0) >= 500)
    return errors['cloud/unreachable']({ host, reason: deeper ?? status ?? code ?? name ?? 'error' }, error);
  return errors['cloud/not-a-cloud']({ host, reason: code ?? deeper ?? name ?? 'error' }, error);
}

/** By how many seconds a server's clock is ahead of this one's; small differences are those of the way and of rounding. */
export function aheadOf(date: string | null, now: number): number {
  const seconds = Math.round((Date.parse(date ?? '') - now) / 1000);
  return Math.abs(seconds) > toleratedSeconds ? seconds : 0;
}

/** A request that follows no redirect, waits fifteen seconds and reads four megabytes at most. */
function boundedFetch(signal: AbortSignal) {
  return async (url: string, options: RequestInit): Promise<Response> => {
    const signals = [signal, AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])];
    const response = await fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.any(signals) });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > maxAnswer) throw Object.assign(new Error('The answer is too long.'), { code: 'too-long' });
      parts.push(part);
    }
    const { status, headers } = response;
    const isEmpty = status === 204 || status === 304 || status < 200;
    return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers });
  };
}
