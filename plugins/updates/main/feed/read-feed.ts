import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type ReleaseFeed, validateReleaseFeed, validateSignedFeed } from '../../contract/index.ts';
import { updateErrors } from '../errors.ts';
import { safeAddress } from './address.ts';
import { request, unreachable } from './request.ts';

export interface FeedOptions {
  readonly address: string;
  /** Ed25519, as SPKI in base64. */
  readonly key: string;
  /** `issued` of the last accepted feed. */
  readonly lastIssued: number;
  readonly signal: AbortSignal;
}

const maxBytes = 1_000_000;
const timeoutMs = 20_000;

/** Fetches the feed; throws unless it is signed, valid and not older than the last accepted one. */
export async function readFeed({ address, key, lastIssued, signal }: FeedOptions): Promise<ReleaseFeed> {
  const url = safeAddress(address);
  const publicKey = keyOf(key);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const signed = parsed(await textOf(url, limit), url);
  if (!validateSignedFeed(signed)) throw unfit(url, reasonOf(validateSignedFeed.errors));
  // The signature is verified before the content is parsed.
  if (!verify(null, Buffer.from(signed.feed), publicKey, Buffer.from(signed.signature, 'base64'))) {
    throw updateErrors['updates/feed-forged']({ host: url.host });
  }
  const feed = parsed(signed.feed, url);
  if (!validateReleaseFeed(feed)) throw unfit(url, reasonOf(validateReleaseFeed.errors));
  if (feed.issued < lastIssued) throw updateErrors['updates/feed-older']({ host: url.host });
  for (const { files } of feed.releases) for (const file of files) safeAddress(file.url, url.href);
  return feed;
}

/** Parses the public key that the person entered or that is built in. */
export function keyOf(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  throw updateErrors['updates/key-unfit']({});
}

async function textOf(url: URL, signal: AbortSignal): Promise<string> {
  const response = await request(url, { Accept: 'application/json' }, signal);
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw unreachable(url, `HTTP ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > maxBytes) throw unfit(url, `> ${maxBytes} B`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (size > maxBytes) throw error;
    throw unreachable(url, signal.aborted ? 'timeout' : 'cut off', error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unfit(url, 'JSON', error);
  }
}

function unfit(url: URL, reason: string, cause?: unknown): Error {
  return updateErrors['updates/feed-unfit']({ host: url.host, reason }, cause);
}

function reasonOf(errors: readonly { instancePath: string; keyword: string }[] | null | undefined): string {
  const [first] = errors ?? [];
  return first === undefined ? '?' : `${first.instancePath || '/'}: ${first.keyword}`;
}
