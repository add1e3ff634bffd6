import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Database, isAppError } from '@atelier/kernel';
import type { Signature } from '../../contract/index.ts';
import { seedsOfNpm } from '../npm.ts';
import { record, text, type VersionFacts } from './packument.ts';
import { type Asked, askJson } from './request.ts';

/** One public key that a registry signs with. */
export interface RegistryKey {
  readonly key: KeyObject;
  /** In milliseconds; what was published later is not signed with it any more. */
  readonly expires: number | undefined;
  readonly from: 'npm' | 'registry';
}

/** The keys of registries. Those that npm brings along outweigh what a registry says of itself. */
export interface RegistryKeys {
  /** Undefined where nobody knows the key. A key that was kept once is never replaced by another of the same name. */
  find(registry: Asked, keyId: string, signal: AbortSignal): Promise<RegistryKey | undefined>;
}

interface Row {
  readonly key: string;
  readonly expires: number | null;
}

export function openKeys(db: Database, node: string): RegistryKeys {
  const select = db.prepare<Row>('SELECT key, expires FROM registry_keys WHERE registry = ? AND key_id = ?');
  const insert = db.prepare('INSERT OR IGNORE INTO registry_keys (registry, key_id, key, expires) VALUES (?, ?, ?, ?)');
  let brought: ReadonlyMap<string, ReadonlyMap<string, RegistryKey>> | undefined;
  const kept = ({ url }: Asked, keyId: string): RegistryKey | undefined => {
    const row = select.get(url, keyId);
    const key = row && keyFrom(row.key);
    return key && { key, expires: row.expires ?? undefined, from: 'registry' };
  };
  return {
    async find(registry, keyId, signal) {
      brought ??= keysOfNpm(node);
      const ofNpm = brought.get(new URL(registry.url).host);
      if (ofNpm?.has(keyId)) return ofNpm.get(keyId);
      const known = kept(registry, keyId);
      if (known !== undefined) return known;
      for (const { id, key, expires } of await published(registry, signal)) insert.run(registry.url, id, key, expires ?? null);
      return kept(registry, keyId);
    },
  };
}

/** What a registry says its keys are; none where it does not say. */
async function published(registry: Asked, signal: AbortSignal) {
  try {
    const { keys } = await askJson(registry, '/-/npm/v1/keys', 'keys', signal);
    return (Array.isArray(keys) ? keys : []).map(record).flatMap(one => {
      const [id, key] = [text(one.keyid), text(one.key)];
      return id === undefined || key === undefined ? [] : [{ id, key, expires: timeOf(one.expires) }];
    });
  } catch (error) {
    if (!isAppError(error) || signal.aborted) throw error;
    return [];
  }
}

/** npm has the keys of its own registry in it, as files that are named `<host>/keys.json`. */
function keysOfNpm(node: string): ReadonlyMap<string, ReadonlyMap<string, RegistryKey>> {
  return new Map(
    [...seedsOfNpm(node)].flatMap(([name, content]) => {
      const [, host] = /^(.+)\/keys\.json$/.exec(name) ?? [];
      if (host === undefined) return [];
      const { keys } = JSON.parse(content) as { keys: unknown };
      return [[host, new Map((Array.isArray(keys) ? keys : []).map(record).flatMap(one => ofNpm(one) ?? []))] as const];
    }),
  );
}

function ofNpm(one: Record<string, unknown>): readonly [readonly [string, RegistryKey]] | undefined {
  const publicKey = record(one.publicKey);
  const [id, key] = [text(one.keyId), keyFrom(text(publicKey.rawBytes) ?? '')];
  if (one.keyUsage !== 'npm:signatures' || id === undefined || key === undefined) return undefined;
  return [[id, { key, expires: timeOf(record(publicKey.validFor).end), from: 'npm' }]];
}

/** ECDSA on P-256 and nothing else, as npm's registries sign. */
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
 * Whether a registry signed a version: name, version and checksum together, so that neither the archive nor its place can be
 * exchanged afterwards. It says nothing about where the version was built.
 */
export async function signatureOf(keys: RegistryKeys, registry: Asked, facts: VersionFacts, signal: AbortSignal): Promise<Signature> {
  const { id, version, integrity, signatures, date } = facts;
  if (signatures.length === 0) return { state: facts.attested ? 'claimed' : 'none' };
  let found: Signature = { state: 'claimed' };
  for (const { keyId, signature } of signatures) {
    const key = await keys.find(registry, keyId, signal);
    if (key === undefined) continue;
    const isLate = key.expires !== undefined && !(Date.parse(date ?? '') < key.expires);
    const holds = verify('sha256', Buffer.from(`${id}@${version}:${integrity}`), key.key, Buffer.from(signature, 'base64'));
    // One that does not hold outweighs any other that does: somebody changed something.
    if (!holds || isLate) return { state: 'wrong', key: key.from };
    found = { state: 'verified', key: key.from };
  }
  return found;
}

const ranks: Readonly<Record<Signature['state'], number>> = { wrong: 0, none: 0, claimed: 1, verified: 2 };

/** Whether a version is vouched for less than the one before it was. */
export function isWeaker(next: Pick<Signature, 'state'>, before: Pick<Signature, 'state'>): boolean {
  return ranks[next.state] < ranks[before.state];
}
