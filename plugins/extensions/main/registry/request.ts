import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AppError } from '@atelier/kernel';
import { errors } from '../errors.ts';

/** A registry with its token; never sent to a page. */
export interface RegistryEndpoint {
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string | undefined;
}

/** The limits of a response. */
export interface RequestLimits {
  readonly bytes: number;
  /** The time without any data. */
  readonly idleMs: number;
  readonly totalMs: number;
}

/** For JSON responses. */
export const jsonLimits: RequestLimits = { bytes: 20 * 1024 * 1024, idleMs: 15_000, totalMs: 45_000 };

const certificateErrors = /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|HOSTNAME_MISMATCH|ERR_SSL)/;

/** Sends a GET request to a registry. Throws an `AppError` for anything but a complete response with status 200. */
export async function request(
  registry: RegistryEndpoint,
  path: string,
  what: string,
  signal: AbortSignal,
  limits = jsonLimits,
): Promise<Buffer> {
  const { status, body, retryAfter, other } = await send(registry, path, signal, limits);
  if (status === 200) return body;
  const { name } = registry;
  if (status === 401 || status === 403) throw errors['extensions/token-needed']({ registry: name, status });
  if (status === 404) throw errors['extensions/not-found']({ id: what, registry: name });
  if (status === 429) throw errors['extensions/registry-busy']({ registry: name, seconds: Math.min(Number(retryAfter) || 60, 3600) });
  if (other !== undefined) throw errors['extensions/registry-redirected']({ registry: name, host: new URL(registry.url).host, other });
  throw errors['extensions/registry-failed']({ registry: name, status, what });
}

/** The same, read as JSON. */
export async function requestJson(
  registry: RegistryEndpoint,
  path: string,
  what: string,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const body = await request(registry, path, what, signal);
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw errors['extensions/registry-lied']({ registry: registry.name, what, reason: 'the answer is not JSON of the kind it should be' });
}

interface RegistryResponse {
  readonly status: number;
  readonly body: Buffer;
  readonly retryAfter: string | undefined;
  /** The host that it redirects to. */
  readonly other: string | undefined;
}

function send(registry: RegistryEndpoint, path: string, signal: AbortSignal, limits: RequestLimits): Promise<RegistryResponse> {
  const url = new URL(path.startsWith('http') ? path : registry.url + path);
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const slow = (ms: number) => errors['extensions/registry-slow']({ registry: registry.name, seconds: Math.round(ms / 1000) });
  const { promise, resolve, reject } = Promise.withResolvers<RegistryResponse>();
  const headers = {
    accept: 'application/json',
    'user-agent': 'atelier',
    ...(registry.token && { authorization: `Bearer ${registry.token}` }),
  };
  // K8: redirects are not followed, because they could send the token to another server.
  const outgoing = start(url, { headers, signal, agent: false }, response => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limits.bytes) chunks.push(chunk);
      else {
        // Rejects first, because destroying the request may still end the response.
        fail(errors['extensions/registry-lied']({ registry: registry.name, what: path, reason: 'the answer is far too large' }));
        outgoing.destroy();
      }
    });
    response.on('end', () => {
      const { statusCode: status = 0, headers: sent } = response;
      const other = status >= 300 && status < 400 ? URL.parse(sent.location ?? '', url.href)?.host : undefined;
      resolve({ status, body: Buffer.concat(chunks), retryAfter: sent['retry-after'], other });
    });
    response.on('aborted', () => outgoing.destroy(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' })));
    response.on('error', fail);
  });
  const timer = setTimeout(() => outgoing.destroy(slow(limits.totalMs)), limits.totalMs);
  outgoing.setTimeout(limits.idleMs, () => outgoing.destroy(slow(limits.idleMs)));
  outgoing.on('error', fail);
  function fail(error: Error): void {
    reject(networkError(registry, error));
  }
  outgoing.end();
  return promise.finally(() => clearTimeout(timer));
}

function networkError({ name, url }: RegistryEndpoint, error: Error & { code?: string }): AppError | Error {
  const { code = '' } = error;
  if (error.name === 'AppError' || error.name === 'AbortError') return error;
  if (certificateErrors.test(code)) return errors['extensions/registry-certificate']({ registry: name, url, reason: code }, error);
  return errors['extensions/registry-unreachable']({ registry: name, url, reason: code || error.message }, error);
}
