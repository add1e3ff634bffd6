import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type AppError, type Database, isAppError } from '@atelier/kernel';
import { type BlockEntry, type BlockList, validateBlockList, validateSignedBlockList } from '../../contract/index.ts';
import { errors, sentences } from '../errors.ts';
import { addressOf, type Registries } from '../registry/registries.ts';
import { type Asked, ask, jsonLimits } from '../registry/request.ts';

/** Where a block list is read, and the key that it must be signed with. */
export interface ListPlace {
  readonly address: string;
  /** Ed25519, as SPKI in base64. */
  readonly key: string;
}

/** The block lists that were read, each kept for as long as it has a key. A list outlasts its server, and is never taken back by an older one. */
export interface BlockLists {
  entries(place: ListPlace | undefined): readonly BlockEntry[];
  /** Reads the list again; rejects with why not, and what was read before stays. A server that is one of the registries is asked with its token. */
  refresh(place: ListPlace, registries: Registries, signal: AbortSignal): Promise<void>;
}

const limits = { ...jsonLimits, bytes: 1024 * 1024 };

export function openBlockLists(db: Database): BlockLists {
  const select = db.prepare<{ sequence: number; list: string }>('SELECT sequence, list FROM block_lists WHERE key = ?');
  const upsert = db.prepare(
    `INSERT INTO block_lists (key, sequence, list, read_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET sequence = excluded.sequence, list = excluded.list, read_at = excluded.read_at`,
  );
  return {
    entries(place) {
      const kept = place && select.get(place.key);
      return kept === undefined ? [] : (JSON.parse(kept.list) as BlockList).blocked;
    },
    async refresh({ address, key }, registries, signal) {
      const publicKey = keyOf(key);
      const url = addressOf(address);
      const { host, origin } = new URL(url);
      const list = await read({ name: host, url, token: await registries.tokenFor(origin) }, publicKey, signal);
      const before = select.get(key)?.sequence ?? 0;
      if (list.sequence < before) throw errors['extensions/block-list-older']({ host, sequence: list.sequence, before });
      upsert.run(key, list.sequence, JSON.stringify(list), Date.now());
    },
  };
}

async function read(server: Asked, key: KeyObject, signal: AbortSignal): Promise<BlockList> {
  const host = server.name;
  const unfit = (reason: string) => errors['extensions/block-list-unfit']({ host, reason });
  let text: string;
  try {
    text = (await ask(server, server.url, 'block list', signal, limits)).toString('utf8');
  } catch (error) {
    throw isAppError(error) ? unread(host, error) : error;
  }
  const signed = parsed(text);
  if (!validateSignedBlockList(signed)) throw unfit(reasonOf(validateSignedBlockList.errors));
  // Nothing inside is looked at before whoever made it is known.
  if (!verify(null, Buffer.from(signed.list), key, Buffer.from(signed.signature, 'base64'))) {
    throw errors['extensions/block-list-forged']({ host });
  }
  const list = parsed(signed.list);
  if (!validateBlockList(list)) throw unfit(reasonOf(validateBlockList.errors));
  return list;
}

function keyOf(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below.
  }
  throw errors['extensions/block-list-key']({});
}

function unread(host: string, error: AppError): AppError {
  return errors['extensions/block-list-unread']({ host, reason: sentences(error) }, error);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(found: readonly { instancePath: string; keyword: string }[] | null | undefined): string {
  const [first] = found ?? [];
  return first === undefined ? '?' : `${first.instancePath || '/'}: ${first.keyword}`;
}
