import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type FetchAnswer, type FetchInit, isAppError } from '@atelier/kernel';
import { isolateErrors } from '../errors/isolate.ts';
import { bareReasonOf } from '../reason.ts';
import { grantedLookup } from './granted-lookup.ts';
import { netGrant } from './net-rights.ts';

/** Limits of one request, redirects included. */
export interface FetchLimits {
  readonly bytes: number;
  readonly ms: number;
  readonly redirects: number;
}

/** The limits of an ordinary extension. */
export const defaultFetchLimits: FetchLimits = { bytes: 10 * 1_048_576, ms: 30_000, redirects: 5 };

/** A request whose sender counts the bytes of the answer as they arrive, and throws to abort it. */
export interface CountedInit extends FetchInit {
  readonly take?: (bytes: number) => void;
}

/** Which extension a request is for, and what it may reach. */
export interface FetchGrant {
  readonly id: string;
  /** The currently granted entries of `rights.net`. */
  readonly allowedHosts: readonly string[];
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
  /** The extension's own server, which is reached over its socket and needs no right to the network. */
  readonly server?: { readonly host: string; readonly socket: string };
}

/** One request after the redirects so far. */
interface Step {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/**
 * Requests a granted host on behalf of an extension. Every hop is checked again, by name and by the address that the connection
 * is really made to; the request has no cookies, credentials or proxy of the app.
 */
export async function brokeredFetch(url: string, init: CountedInit, grant: FetchGrant): Promise<FetchAnswer> {
  const { id, limits } = grant;
  const timeout = AbortSignal.timeout(limits.ms);
  const signals = [timeout, grant.signal, ...(init.signal ? [init.signal] : [])];
  let step: Step = { url: parsed(url, id), method: checkedMethod(init, id), headers: checkedHeaders(init, id), body: init.body };
  try {
    for (let hop = 0; hop <= limits.redirects; hop++) {
      const answer = await ask(step, grant, AbortSignal.any(signals));
      const target = redirectOf(answer, step, id);
      if (!target) return await read(answer, step.url, grant, init.take);
      answer.destroy();
      step = target;
    }
    throw isolateErrors['fetch/failed']({ id, host: step.url.host, reason: `more than ${limits.redirects} redirects` });
  } catch (error) {
    if (isAppError(error)) throw error;
    if (timeout.aborted) throw isolateErrors['fetch/timeout']({ id, host: step.url.host, seconds: limits.ms / 1000 });
    throw isolateErrors['fetch/failed']({ id, host: step.url.host, reason: innermost(error) }, error);
  }
}

function parsed(text: string, id: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url) throw isolateErrors['fetch/bad-request']({ id, reason: `"${text.slice(0, 200)}" is no address` });
  if (url.username || url.password)
    throw isolateErrors['fetch/bad-request']({ id, reason: 'a name or password may not stand in the address' });
  return url;
}

function ask(step: Step, grant: FetchGrant, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, method, headers, body } = step;
  const socketPath = url.host === grant.server?.host ? grant.server.socket : undefined;
  const granted = socketPath === undefined ? netGrant(url, grant.allowedHosts) : 'literal';
  if (!granted) throw isolateErrors['fetch/host-not-granted']({ id: grant.id, host: url.host, right: 'net' });
  const refused = (address: string) => isolateErrors['fetch/address-refused']({ id: grant.id, host: url.host, address });
  const lookup = grantedLookup(url.hostname.replace(/^\[|\]$/g, ''), granted, refused);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const going: ClientRequest = send(url, {
      method,
      signal,
      ...(socketPath !== undefined && { socketPath }),
      agent: false,
      headers: { 'user-agent': 'Atelier', accept: '*/*', 'accept-encoding': 'identity', ...headers },
      lookup,
    });
    going.on('response', resolve);
    going.on('error', reject);
    going.end(body);
  });
}

const redirects = new Set([301, 302, 303, 307, 308]);
/** The headers that another origin gets too; any other may hold a secret, whatever it is called. */
const plainHeaders: ReadonlySet<string> = new Set(['accept', 'accept-language', 'range', 'user-agent']);

/** K8: another origin gets neither the extension's own headers nor a body. */
function redirectOf(answer: IncomingMessage, step: Step, id: string): Step | undefined {
  const { location } = answer.headers;
  if (!redirects.has(answer.statusCode ?? 0) || location === undefined) return undefined;
  const url = parsed(location, id, step.url);
  const isOwn = url.origin === step.url.origin;
  const headers = isOwn ? step.headers : onlyPlain(step.headers);
  if (step.method === 'GET' || step.method === 'HEAD') return { ...step, url, headers };
  if (answer.statusCode !== 307 && answer.statusCode !== 308) return { url, headers, method: 'GET', body: undefined };
  if (!isOwn) throw isolateErrors['fetch/redirected']({ id, host: step.url.host, other: url.host });
  return { ...step, url };
}

function onlyPlain(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => plainHeaders.has(name.toLowerCase())));
}

const firstBytes = 16_384;

async function read(answer: IncomingMessage, url: URL, { id, limits }: FetchGrant, take?: (bytes: number) => void): Promise<FetchAnswer> {
  const tooLarge = () => isolateErrors['fetch/too-large']({ id, host: url.host, limit: limits.bytes });
  // One buffer that grows: a list would keep an object for each part, and a server may send a byte at a time.
  let whole = new Uint8Array(firstBytes);
  let size = 0;
  if (Number(answer.headers['content-length'] ?? 0) > limits.bytes) {
    answer.destroy();
    throw tooLarge();
  }
  for await (const part of answer as AsyncIterable<Buffer>) {
    if (size + part.length > limits.bytes) throw tooLarge();
    take?.(part.length);
    if (size + part.length > whole.length) {
      const grown = new Uint8Array(Math.min(limits.bytes, Math.max(whole.length * 2, size + part.length)));
      grown.set(whole.subarray(0, size));
      whole = grown;
    }
    whole.set(part, size);
    size += part.length;
  }
  const body = whole.subarray(0, size);
  const pairs = Object.entries(answer.headers).filter(([name]) => name !== 'set-cookie');
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));
  const text = () => new TextDecoder().decode(body);
  return { status: answer.statusCode ?? 0, headers, body, text, json: () => JSON.parse(text()) };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const refusedHeaders = new Set(
  `accept-encoding connection content-length cookie cookie2 expect forwarded host keep-alive origin proxy-authenticate proxy-authorization
   proxy-connection referer set-cookie te trailer transfer-encoding upgrade via x-forwarded-for x-forwarded-host x-forwarded-proto`.split(
    /\s+/,
  ),
);

function checkedMethod({ method }: FetchInit, id: string): string {
  const name = (method ?? 'GET').toUpperCase();
  if (!methods.has(name))
    throw isolateErrors['fetch/bad-request']({ id, reason: `the method "${name.slice(0, 20)}" is not one of ${[...methods].join(', ')}` });
  return name;
}

function checkedHeaders({ headers }: FetchInit, id: string): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    const small = name.toLowerCase();
    if (refusedHeaders.has(small) || small.startsWith('sec-') || small.startsWith('proxy-')) {
      throw isolateErrors['fetch/bad-request']({ id, reason: `the header "${small}" belongs to the app` });
    }
    checked[small] = value;
  }
  return checked;
}

// Node wraps errors: the innermost cause is the specific one, and an aggregate keeps it in a list.
function innermost(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return innermost(error.cause);
  return bareReasonOf(error);
}
