import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { redirectOf } from '../../engine/same-origin.ts';
import { isLocalNetwork } from '../address.ts';
import { HttpFailure } from './failure.ts';

export interface Ask {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The time limit for the whole request, until the last byte is read. */
  readonly timeoutMs: number;
  /** The limit for the decompressed answer. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Seconds or a date; empty if the server does not say when to come back. */
  readonly retryAfter: string;
  readonly body: Buffer;
}

const maxRedirects = 3;

/**
 * Sends a request to a server. In the local network it bypasses any proxy; elsewhere it uses the proxy of the environment, if there is
 * one. A redirect is followed on the same origin only, so that a key is never sent to another host.
 */
export async function ask(address: string, options: Ask): Promise<Answer> {
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    try {
      const answer = await askOnce(url, options, signal);
      if ('status' in answer) return answer;
      if (!(answer instanceof URL)) throw new HttpFailure('redirect', answer.to);
      if (redirects === maxRedirects) throw new HttpFailure('redirects');
      url = answer;
    } catch (error) {
      if (limit.aborted) throw new HttpFailure('timeout');
      throw HttpFailure.of(error);
    }
  }
}

/** The answer, or where it redirects to. */
function askOnce(
  url: URL,
  { method = 'GET', headers = {}, body, maxBytes }: Ask,
  signal: AbortSignal,
): Promise<Answer | NonNullable<ReturnType<typeof redirectOf>>> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof askOnce>>>();
  const settings = isLocalNetwork(url.hostname) ? {} : { proxyEnv: process.env };
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings);
  const content = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  const outgoing = (secure ? httpsRequest : httpRequest)(
    url,
    { method, agent, signal, headers: { Accept: 'application/json', 'Accept-Encoding': 'gzip, deflate, br', ...content, ...headers } },
    incoming => {
      const { statusCode = 0 } = incoming;
      const to = redirectOf(url, statusCode, incoming.headers.location);
      if (to !== undefined) {
        incoming.destroy();
        return resolve(to);
      }
      readBody(incoming, maxBytes).then(
        read =>
          resolve({
            status: statusCode,
            contentType: incoming.headers['content-type'] ?? '',
            retryAfter: incoming.headers['retry-after'] ?? '',
            body: read,
          }),
        reject,
      );
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise.finally(() => agent.destroy());
}

async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const unpacked = unpack(incoming);
  try {
    for await (const chunk of unpacked) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw new HttpFailure('too-large');
      chunks.push(chunk as Buffer);
    }
  } finally {
    incoming.destroy();
  }
  if (!incoming.complete) throw new HttpFailure('cut');
  return Buffer.concat(chunks);
}

function unpack(incoming: IncomingMessage): NodeJS.ReadableStream {
  const encoding = (incoming.headers['content-encoding'] ?? '').toLowerCase();
  const way =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined;
  if (way === undefined) return incoming;
  incoming.on('error', error => way.destroy(error));
  return incoming.pipe(way);
}
