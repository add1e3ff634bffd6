import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Database, isAppError } from '@atelier/kernel';
import type { Signature } from '../../contract/index.ts';
import { npmTufTargets } from '../npm.ts';
import { record, text, type VersionFacts } from './packument.ts';
import { type RegistryEndpoint, requestJson } from './request.ts';

/** A public signing key of a registry. */
export interface RegistryKey {
  readonly key: KeyObject;
  /** In milliseconds. Signatures of versions published later are invalid. */
  readonly expires: number | undefined;
  readonly from: 'npm' | 'registry';
}

/** The signing keys of registries. Keys that ship with npm take precedence over those that a registry publishes. */
export interface RegistryKeys {
  /** Undefined for an unknown key. A stored key is never replaced by another with the same id. */
  find(registry: RegistryEndpoint, keyId: string, signal: AbortSignal): Promise<RegistryKey | undefined>;
}

interface Row {
  readonly key: string;
  readonly expires: number | null;
}

export function openKeys(db: Database, node: string): RegistryKeys {
  const select = db.prepare<Row>('SELECT key, expires FROM registry_keys WHERE registry = ? AND key_id = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO registry_keys (registry, key_id, key, expires) VALUES (?, ?, ?, ?)');
  let npmKeys: ReadonlyMap<string, ReadonlyMap<string, RegistryKey>> | undefined;
  const storedKey = ({ url }: RegistryEndpoint, keyId: string): RegistryKey | undefined => {
    const row = select.get(url, keyId);
    const key = row && keyFrom(row.key);
    return key && { key, expires: row.expires ?? undefined, from: 'registry' };
  };
  return {
    async find(registry, keyId, signal) {
      npmKeys ??= keysOfNpm(node);
      const ofNpm = npmKeys.get(new URL(registry.url).host);
      if (ofNpm?.has(keyId)) return ofNpm.get(keyId);
      const known = storedKey(registry, keyId);
      if (known !== undefined) return known;
      for (const { id, key, expires } of await fetchKeys(registry, signal)) insert.run(registry.url, id, key, expires ?? null);
      return storedKey(registry, keyId);
    },
  };
}

/** Fetches the keys that a registry publishes; empty if it publishes none. */
async function fetchKeys(registry: RegistryEndpoint, signal: AbortSignal) {
  try {
    const { keys } = await requestJson(registry, '/-/npm/v1/keys', 'keys', signal);
    return (Array.isArray(keys) ? keys : []).map(record).flatMap(one => {
      const [id, key] = [text(one.keyid), text(one.key)];
      return id === undefined || key === undefined ? [] : [{ id, key, expires: timeOf(one.expires) }];
    });
  } catch (error) {
    if (!isAppError(error) || signal.aborted) throw error;
    return [];
  }
}

/** npm ships the keys of its registry in files named `<host>/keys.json`. */
function keysOfNpm(node: string): ReadonlyMap<string, ReadonlyMap<string, RegistryKey>> {
  return new Map(
    [...npmTufTargets(node)].flatMap(([name, content]) => {
      const [, host] = /^(.+)\/keys\.json$/.exec(name) ?? [];
      if (host === undefined) return [];
      const { keys } = JSON.parse(content) as { keys: unknown };
      return [[host, new Map((Array.isArray(keys) ? keys : []).map(record).flatMap(one => npmKeyFrom(one) ?? []))] as const];
    }),
  );
}

function npmKeyFrom(one: Record<string, unknown>): readonly [readonly [string, RegistryKey]] | undefined {
  const publicKey = record(one.publicKey);
  const [id, key] = [text(one.keyId), keyFrom(text(publicKey.rawBytes) ?? '')];
  if (one.keyUsage !== 'npm:signatures' || id === undefined || key === undefined) return undefined;
  return [[id, { key, expires: timeOf(record(publicKey.validFor).end), from: 'npm' }]];
}

/** Only ECDSA on P-256, which npm's registries use. */
function keyFrom(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

function timeOf(value: unknown): number | undefined {
  const time = Date.parse(text(value) ?? '');
  return Number.isFinite(time) ? time : undefined;
}

/**
 * Verifies a registry's signature of a version. It covers name, version and checksum, so that the archive cannot be exchanged. It
 * does not prove where the version was built.
 */
export async function signatureOf(
  keys: RegistryKeys,
  registry: RegistryEndpoint,
  facts: VersionFacts,
  signal: AbortSignal,
): Promise<Signature> {
  const { id, version, integrity, signatures, date } = facts;
  if (signatures.length === 0) return { state: facts.attested ? 'claimed' : 'none' };
  let found: Signature = { state: 'claimed' };
  for (const { keyId, signature } of signatures) {
    const key = await keys.find(registry, keyId, signal);
    if (key === undefined) continue;
    const isLate = key.expires !== undefined && !(Date.parse(date ?? '') < key.expires);
    const holds = verify('sha256', Buffer.from(`${id}@${version}:${integrity}`), key.key, Buffer.from(signature, 'base64'));
    // One invalid signature is decisive, even if another is valid: something was changed.
    if (!holds || isLate) return { state: 'wrong', key: key.from };
    found = { state: 'verified', key: key.from };
  }
  return found;
}

const ranks: Readonly<Record<Signature['state'], number>> = { wrong: 0, none: 0, claimed: 1, verified: 2 };

/** Whether the proof of a version is weaker than that of the version before. */
export function isWeaker(next: Pick<Signature, 'state'>, before: Pick<Signature, 'state'>): boolean {
  return ranks[next.state] < ranks[before.state];
}
