import { verify } from 'node:crypto';
import type { Signature } from '../../contract/index.ts';
import type { RegistryKeys } from './keys.ts';
import type { VersionFacts } from './packument.ts';
import type { Asked } from './request.ts';

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
