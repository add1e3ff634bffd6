import { type AppError, type Database, type ExtensionContext, type ExtensionStatus, isAppError } from '@atelier/kernel';
import type { Attestation, BlockEntry, Listing, Signature } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { attestationOf, type VersionRecord } from '../install/store.ts';
import type { Packument, VersionFacts } from '../registry/packument.ts';
import type { Registries } from '../registry/registries.ts';
import type { RegistryEndpoint } from '../registry/request.ts';
import { isWeaker, openKeys, type RegistryKeys, signatureOf } from '../registry/signatures.ts';
import { isNewer } from '../registry/versions.ts';
import { type Attestations, attestationError, openAttestations } from './attestation.ts';
import { type BlockLists, openBlockLists } from './block-list.ts';
import { type Alike, findLookAlike, type KnownExtension } from './look-alike.ts';
import { type Policy, policyOf, readPolicy, whyBlocked } from './policy.ts';

/** The verified signature and attestation of a version. */
export interface Provenance {
  readonly signature: Signature;
  readonly attestation: Attestation;
}

type Why = BlockEntry['why'];

/** Supply-chain checks of a version: its age, signature, attestation, the block lists, and look-alike names. */
export class Supply {
  readonly #ctx: ExtensionContext;
  readonly #registries: Registries;
  readonly #keys: RegistryKeys;
  readonly #attestations: Attestations;
  readonly #lists: BlockLists;
  readonly #firstSeen: ReturnType<typeof openFirstSeen>;
  #policy: Policy = policyOf({});
  #offered: readonly KnownExtension[] = [];

  constructor(ctx: ExtensionContext, db: Database, node: string, registries: Registries) {
    this.#ctx = ctx;
    this.#registries = registries;
    this.#keys = openKeys(db, node);
    this.#attestations = openAttestations(node);
    this.#lists = openBlockLists(db);
    this.#firstSeen = openFirstSeen(db);
  }

  /** Applies the current settings. */
  async readPolicy(): Promise<void> {
    this.#policy = await readPolicy(this.#ctx);
  }

  /** Downloads the configured block list. Returns the errors; the stored list stays in force. */
  async refresh(signal: AbortSignal): Promise<readonly AppError[]> {
    await this.readPolicy();
    const { list, problems } = this.#policy;
    if (list === undefined) return problems;
    try {
      await this.#lists.refresh(list, this.#registries, signal);
      return problems;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return [...problems, error];
    }
  }

  whyBlocked(id: string, version: string): Why | undefined {
    const { own, list } = this.#policy;
    return whyBlocked([...own, ...this.#lists.entries(list)], id, version);
  }

  /** Why an installed extension must not run: it or a package inside it is blocked. */
  whyBlockedWith(id: string, version: string, record: VersionRecord | undefined): Why | undefined {
    const own = this.whyBlocked(id, version);
    if (own !== undefined || record?.version !== version) return own;
    for (const inside of record.packages) {
      const why = this.whyBlocked(inside.name, inside.version);
      const what = `${inside.name} ${inside.version}`;
      if (why !== undefined) return { fr: `elle contient ${what} : ${why.fr}`, en: `it contains ${what}: ${why.en}` };
    }
    return undefined;
  }

  refuseBlocked(id: string, version: string): void {
    const why = this.whyBlocked(id, version);
    if (why !== undefined) throw errors['extensions/blocked']({ id, version, why });
  }

  refuseBlockedInside({ id, version, packages }: VersionRecord): void {
    for (const inside of packages) {
      const why = this.whyBlocked(inside.name, inside.version);
      const what = `${inside.name} ${inside.version}`;
      if (why !== undefined) throw errors['extensions/blocked-inside']({ id, version, inside: what, why });
    }
  }

  /**
   * The version to install if none is named, or the update of version `than`: the newest one that is not blocked and old enough, or
   * else the newest one that is not blocked. Never newer than the tag `latest`.
   */
  choose({ id, latest, versions, dateOf }: Packument, than?: string): string | undefined {
    if (latest === undefined) return undefined;
    const meant = versions
      .filter(version => version === latest || (!version.includes('-') && isNewer(latest, version)))
      .filter(version => than === undefined || isNewer(version, than))
      .filter(version => this.whyBlocked(id, version) === undefined);
    return meant.find(version => this.heldUntil(this.publishedAt(id, version, dateOf(version))) === undefined) ?? meant[0];
  }

  /** When a version was published, in milliseconds; if its registry does not state it, when it was first seen here. */
  publishedAt(id: string, version: string, date: string | undefined): number {
    const said = date === undefined ? Number.NaN : Date.parse(date);
    return Number.isFinite(said) ? said : this.#firstSeen(id, version);
  }

  /** Until when a version published at that time is held back; undefined if it can be installed now. */
  heldUntil(publishedAt: number): number | undefined {
    const until = publishedAt + this.#policy.minimumAgeMs;
    return until > Date.now() ? until : undefined;
  }

  /** Verifies the signature and the attestation of a version. */
  async verify(registry: RegistryEndpoint, facts: VersionFacts, signal: AbortSignal): Promise<Provenance> {
    return {
      signature: await signatureOf(this.#keys, registry, facts, signal),
      attestation: await this.#attestations.of(registry, facts, signal),
    };
  }

  /** Refuses a wrong signature or attestation, and an update with weaker ones than the installed version. */
  refuseWeakProvenance(
    registry: RegistryEndpoint,
    { id, version }: VersionFacts,
    provenance: Provenance,
    before: VersionRecord | undefined,
  ): void {
    const { signature, attestation } = provenance;
    if (signature.state === 'wrong') throw errors['extensions/signature']({ id, version, registry: registry.name });
    if (attestation.state === 'wrong') throw attestationError({ id, version, registry: registry.name }, attestation);
    if (before === undefined || before.registryUrl !== registry.url || !isNewer(version, before.version)) return;
    if (isWeaker(signature, before.signature ?? { state: 'none' }) || isWeaker(attestation, attestationOf(before))) {
      throw errors['extensions/provenance-lost']({ id, version, old: before.version, registry: registry.name });
    }
  }

  /** Remembers the results of the last search. */
  offered(entries: readonly Listing[]): void {
    this.#offered = entries.map(({ id, publisher, displayName }) => ({ id, publisher, title: displayName, where: 'offered' }));
  }

  /** The extension that this one could be mistaken for. */
  alike(
    one: Omit<KnownExtension, 'where'>,
    statuses: readonly ExtensionStatus[],
    publisherOf: (id: string) => string | undefined,
  ): Alike | undefined {
    const present = statuses.map(({ id, displayName, bundled }): KnownExtension => {
      return { id, title: displayName, publisher: publisherOf(id), where: bundled ? 'bundled' : 'installed' };
    });
    return findLookAlike(one, [...present, ...this.#offered]);
  }
}

/** Returns when a version was first seen here, and records the current time for a new one. */
function openFirstSeen(db: Database): (extension: string, version: string) => number {
  const select = db.prepare<{ at: number }>('SELECT at FROM first_seen WHERE extension = ? AND version = ?');
  const insert = db.prepare('INSERT INTO first_seen (extension, version, at) VALUES (?, ?, ?)');
  return (extension, version) => {
    const seen = select.get(extension, version)?.at;
    if (seen !== undefined) return seen;
    const now = Date.now();
    insert.run(extension, version, now);
    return now;
  };
}
