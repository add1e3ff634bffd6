import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type AppError, type Database, isAppError } from '@atelier/kernel';
import { type BlockEntry, type BlockList, validateBlockList, validateSignedBlockList } from '../../contract/index.ts';
import { errors, sentences } from '../errors.ts';
import { addressOf, type Registries } from '../registry/registries.ts';
import { jsonLimits, type RegistryEndpoint, request } from '../registry/request.ts';

/** The address of a block list, and the key that it must be signed with. */
export interface BlockListSource {
  readonly address: string;
  /** Ed25519, as SPKI in base64. */
  readonly key: string;
}

/** The stored block lists, one per key. A list stays in force if its server fails, and is never replaced by an older one. */
export interface BlockLists {
  entries(source: BlockListSource | undefined): readonly BlockEntry[];
  /** Downloads the list. If that fails, rejects and keeps the stored list. A server that is also a registry gets its token. */
  refresh(source: BlockListSource, registries: Registries, signal: AbortSignal): Promise<void>;
}

const limits = { ...jsonLimits, bytes: 1024 * 1024 };

export function openBlockLists(db: Database): BlockLists {
  const select = db.prepare<{ sequence: number; list: string }>('SELECT sequence, list FROM block_lists WHERE key = ?');
  const upsert = db.prepare(
    `INSERT INTO block_lists (key, sequence, list, read_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET sequence = excluded.sequence, list = excluded.list, read_at = excluded.read_at`,
  );
  return {
    entries(source) {
      const row = source && select.get(source.key);
      return row === undefined ? [] : (JSON.parse(row.list) as BlockList).blocked;
    },
    async refresh({ address, key }, registries, signal) {
      const publicKey = keyOf(key);
      const url = addressOf(address);
      const { host, origin } = new URL(url);
      const list = await download({ name: host, url, token: await registries.tokenFor(origin) }, publicKey, signal);
      const before = select.get(key)?.sequence ?? 0;
      if (list.sequence < before) throw errors['extensions/block-list-older']({ host, sequence: list.sequence, before });
      upsert.run(key, list.sequence, JSON.stringify(list), Date.now());
    },
  };
}

async function download(server: RegistryEndpoint, key: KeyObject, signal: AbortSignal): Promise<BlockList> {
  const host = server.name;
  const unfit = (reason: string) => errors['extensions/block-list-unfit']({ host, reason });
  let text: string;
  try {
    text = (await request(server, server.url, 'block list', signal, limits)).toString('utf8');
  } catch (error) {
    throw isAppError(error) ? unreadError(host, error) : error;
  }
  const signed = parseJson(text);
  if (!validateSignedBlockList(signed)) throw unfit(reasonOf(validateSignedBlockList.errors));
  // The signature is verified before the list is parsed.
  if (!verify(null, Buffer.from(signed.list), key, Buffer.from(signed.signature, 'base64'))) {
    throw errors['extensions/block-list-forged']({ host });
  }
  const list = parseJson(signed.list);
  if (!validateBlockList(list)) throw unfit(reasonOf(validateBlockList.errors));
  return list;
}

function keyOf(text: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below.
  }
  throw errors['extensions/block-list-key']({});
}

function unreadError(host: string, error: AppError): AppError {
  return errors['extensions/block-list-unread']({ host, reason: sentences(error) }, error);
}

function parseJson(text: string): unknown {
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
