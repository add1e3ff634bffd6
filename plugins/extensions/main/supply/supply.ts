import { type AppError, type Database, type ExtensionContext, type ExtensionStatus, isAppError } from '@atelier/kernel';
import type { Attestation, BlockEntry, Listing, Signature } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { attestationOf, type VersionRecord } from '../install/store.ts';
import type { Packument, VersionFacts } from '../registry/packument.ts';
import type { Registries } from '../registry/registries.ts';
import type { Asked } from '../registry/request.ts';
import { isWeaker, openKeys, type RegistryKeys, signatureOf } from '../registry/signatures.ts';
import { isNewer } from '../registry/versions.ts';
import { type Attestations, openAttestations, wrongAttestation } from './attestation.ts';
import { type BlockLists, openBlockLists } from './block-list.ts';
import { type Alike, alikeAmong, type Known } from './look-alike.ts';
import { type Policy, policyOf, readPolicy, whyBlocked } from './policy.ts';

/** What vouches for a version. */
export interface Vouchers {
  readonly signature: Signature;
  readonly attestation: Attestation;
}

type Why = BlockEntry['why'];

/** What stands between a registry and what is taken from it: how old, signed by whom, blocked, or named to be taken for another. */
export class Supply {
  readonly #ctx: ExtensionContext;
  readonly #registries: Registries;
  readonly #keys: RegistryKeys;
  readonly #attestations: Attestations;
  readonly #lists: BlockLists;
  readonly #firstSeen: ReturnType<typeof openFirstSeen>;
  #policy: Policy = policyOf({});
  #offered: readonly Known[] = [];

  constructor(ctx: ExtensionContext, db: Database, node: string, registries: Registries) {
    this.#ctx = ctx;
    this.#registries = registries;
    this.#keys = openKeys(db, node);
    this.#attestations = openAttestations(node);
    this.#lists = openBlockLists(db);
    this.#firstSeen = openFirstSeen(db);
  }

  /** Follows what the settings say now. */
  async readPolicy(): Promise<void> {
    this.#policy = await readPolicy(this.#ctx);
  }

  /** Reads the block list again where one is set; answers what went wrong, which leaves what was read before as it is. */
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

  /** Why one that is installed must not run: itself, or a package inside it. */
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
   * The version that is meant where none is named, or the next one of an installed one: the newest that may be taken and is old
   * enough; where there is none of those, the newest that may be taken. Never one beyond what the author calls the latest.
   */
  choose({ id, latest, versions, dateOf }: Packument, than?: string): string | undefined {
    if (latest === undefined) return undefined;
    const meant = versions
      .filter(version => version === latest || (!version.includes('-') && isNewer(latest, version)))
      .filter(version => than === undefined || isNewer(version, than))
      .filter(version => this.whyBlocked(id, version) === undefined);
    return meant.find(version => this.heldUntil(this.publishedAt(id, version, dateOf(version))) === undefined) ?? meant[0];
  }

  /** When a version came out, in milliseconds; where its registry does not say, when it was first seen here. */
  publishedAt(id: string, version: string, date: string | undefined): number {
    const said = date === undefined ? Number.NaN : Date.parse(date);
    return Number.isFinite(said) ? said : this.#firstSeen(id, version);
  }

  /** Until when what was published then is held for being new; undefined where it may be taken. */
  heldUntil(publishedAt: number): number | undefined {
    const until = publishedAt + this.#policy.minimumAgeMs;
    return until > Date.now() ? until : undefined;
  }

  /** Who vouches for a version, as far as that can be checked here. */
  async vouchersOf(registry: Asked, facts: VersionFacts, signal: AbortSignal): Promise<Vouchers> {
    return {
      signature: await signatureOf(this.#keys, registry, facts, signal),
      attestation: await this.#attestations.of(registry, facts, signal),
    };
  }

  /** Refuses what is vouched for wrongly, and an update that is vouched for less than what it would replace. */
  refuseUnvouched(registry: Asked, { id, version }: VersionFacts, vouchers: Vouchers, before: VersionRecord | undefined): void {
    const { signature, attestation } = vouchers;
    if (signature.state === 'wrong') throw errors['extensions/signature']({ id, version, registry: registry.name });
    if (attestation.state === 'wrong') throw wrongAttestation({ id, version, registry: registry.name }, attestation);
    if (before === undefined || before.registryUrl !== registry.url || !isNewer(version, before.version)) return;
    if (isWeaker(signature, before.signature ?? { state: 'none' }) || isWeaker(attestation, attestationOf(before))) {
      throw errors['extensions/provenance-lost']({ id, version, old: before.version, registry: registry.name });
    }
  }

  /** What registries offered when somebody last searched in them. */
  offered(entries: readonly Listing[]): void {
    this.#offered = entries.map(({ id, publisher, displayName }) => ({ id, publisher, title: displayName, where: 'offered' }));
  }

  /** The extension that one could be mistaken for. */
  alike(
    one: Omit<Known, 'where'>,
    statuses: readonly ExtensionStatus[],
    publisherOf: (id: string) => string | undefined,
  ): Alike | undefined {
    const here = statuses.map(({ id, displayName, bundled }): Known => {
      return { id, title: displayName, publisher: publisherOf(id), where: bundled ? 'bundled' : 'installed' };
    });
    return alikeAmong(one, [...here, ...this.#offered]);
  }
}

/** Answers when a version was first seen here, which is now for one that never was. */
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
