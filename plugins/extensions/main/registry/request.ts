import { request as requestPlain } from 'node:http';
import { request as requestSafe } from 'node:https';
import type { AppError } from '@atelier/kernel';
import { errors } from '../errors.ts';

/** A registry as it is asked: never shown, because of its token. */
export interface Asked {
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string | undefined;
}

/** How much an answer may be, and how long it may take. */
export interface RequestLimits {
  readonly bytes: number;
  /** Without a byte. */
  readonly silentMs: number;
  readonly wholeMs: number;
}

/** For answers in JSON. */
export const jsonLimits: RequestLimits = { bytes: 20 * 1024 * 1024, silentMs: 15_000, wholeMs: 45_000 };

const certificate = /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|HOSTNAME_MISMATCH|ERR_SSL)/;

/** Asks a registry for one address of its own. Throws a coded sentence for everything but a whole answer with status 200. */
export async function ask(registry: Asked, path: string, what: string, signal: AbortSignal, limits = jsonLimits): Promise<Buffer> {
  const { status, body, retryAfter } = await send(registry, path, signal, limits);
  if (status === 200) return body;
  const { name } = registry;
  if (status === 401 || status === 403) throw errors['extensions/token-needed']({ registry: name, status });
  if (status === 404) throw errors['extensions/not-found']({ id: what, registry: name });
  if (status === 429) throw errors['extensions/registry-busy']({ registry: name, seconds: Math.min(Number(retryAfter) || 60, 3600) });
  throw errors['extensions/registry-failed']({ registry: name, status, what });
}

/** The same, read as JSON. */
export async function askJson(registry: Asked, path: string, what: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const body = await ask(registry, path, what, signal);
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // What is no JSON is told below.
  }
  throw errors['extensions/registry-lied']({ registry: registry.name, what, reason: 'the answer is not JSON of the kind it should be' });
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly retryAfter: string | undefined;
}

function send(registry: Asked, path: string, signal: AbortSignal, limits: RequestLimits): Promise<Answer> {
  const url = new URL(path.startsWith('http') ? path : registry.url + path);
  const start = url.protocol === 'https:' ? requestSafe : requestPlain;
  const slow = (ms: number) => errors['extensions/registry-slow']({ registry: registry.name, seconds: Math.round(ms / 1000) });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = {
    accept: 'application/json',
    'user-agent': 'atelier',
    ...(registry.token && { authorization: `Bearer ${registry.token}` }),
  };
  // A redirect is answered as what it is: where a token is sent is not for the registry to say.
  const asking = start(url, { headers, signal, agent: false }, response => {
    const parts: Buffer[] = [];
    let bytes = 0;
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= limits.bytes) parts.push(part);
      else {
        // Told first: what came with the last part ends the answer before the request hears that it is over.
        fail(errors['extensions/registry-lied']({ registry: registry.name, what: path, reason: 'the answer is far too large' }));
        asking.destroy();
      }
    });
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), retryAfter: response.headers['retry-after'] }),
    );
    response.on('aborted', () => asking.destroy(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' })));
    response.on('error', fail);
  });
  const whole = setTimeout(() => asking.destroy(slow(limits.wholeMs)), limits.wholeMs);
  asking.setTimeout(limits.silentMs, () => asking.destroy(slow(limits.silentMs)));
  asking.on('error', fail);
  function fail(error: Error): void {
    reject(told(registry, error));
  }
  asking.end();
  return promise.finally(() => clearTimeout(whole));
}

function told({ name, url }: Asked, error: Error & { code?: string }): AppError | Error {
  const { code = '' } = error;
  if (error.name === 'AppError' || error.name === 'AbortError') return error;
  if (certificate.test(code)) return errors['extensions/registry-certificate']({ registry: name, url, reason: code }, error);
  return errors['extensions/registry-unreachable']({ registry: name, url, reason: code || error.message }, error);
}
