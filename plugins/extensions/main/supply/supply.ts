import type { AppError, ExtensionStatus } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import type { Attestation, BlockEntry, Listing, Signature } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { attestationOf, type VersionRecord } from '../install/record.ts';
import type { RegistryKeys } from '../registry/keys.ts';
import type { Packument, VersionFacts } from '../registry/packument.ts';
import type { Asked } from '../registry/request.ts';
import { isWeaker, signatureOf } from '../registry/signatures.ts';
import { isNewer } from '../registry/versions.ts';
import { type Ages, choose, heldUntil } from './ages.ts';
import { type Attestations, wrongAttestation } from './attestation.ts';
import type { BlockLists } from './block-list.ts';
import { whyBlocked } from './blocked.ts';
import { type Alike, alikeAmong, type Known } from './look-alike.ts';
import { type Policy, policyOf } from './policy.ts';

export interface SupplyOptions {
  readonly keys: RegistryKeys;
  readonly attestations: Attestations;
  readonly ages: Ages;
  readonly lists: BlockLists;
  /** The values of the form in the settings. */
  readonly values: () => Promise<Readonly<Record<string, unknown>>>;
  /** The token that is kept for a server, if one is. */
  readonly token: (origin: string) => Promise<string | undefined>;
  readonly now: () => number;
}

/** What vouches for a version. */
export interface Vouchers {
  readonly signature: Signature;
  readonly attestation: Attestation;
}

type Why = BlockEntry['why'];

/** What stands between a registry and what is taken from it: how old, signed by whom, blocked, or named to be taken for another. */
export class Supply {
  readonly #options: SupplyOptions;
  #policy: Policy = policyOf({});
  #offered: readonly Known[] = [];

  constructor(options: SupplyOptions) {
    this.#options = options;
  }

  /** Follows what the settings say now. */
  async readPolicy(): Promise<void> {
    this.#policy = policyOf(await this.#options.values());
  }

  /** Reads the block list again where one is set; answers what went wrong, which leaves what was read before as it is. */
  async refresh(signal: AbortSignal): Promise<readonly AppError[]> {
    await this.readPolicy();
    const { list, problems } = this.#policy;
    if (list === undefined) return problems;
    try {
      await this.#options.lists.refresh(list, this.#options.token, signal);
      return problems;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return [...problems, error];
    }
  }

  whyBlocked(id: string, version: string): Why | undefined {
    const { own, list } = this.#policy;
    return whyBlocked([...own, ...this.#options.lists.entries(list)], id, version);
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

  /** The version that is meant where none is named, or the next one of an installed one. */
  choose(packument: Packument, than?: string): string | undefined {
    return choose(packument, than, {
      take: version => this.whyBlocked(packument.id, version) === undefined,
      wait: version => this.heldUntil(this.publishedAt(packument.id, version, packument.dateOf(version))) !== undefined,
    });
  }

  publishedAt(id: string, version: string, date: string | undefined): number {
    return this.#options.ages.publishedAt(id, version, date);
  }

  /** Until when what was published then is held; undefined where it may be taken. */
  heldUntil(publishedAt: number): number | undefined {
    return heldUntil(publishedAt, this.#policy.minimumAgeMs, this.#options.now());
  }

  /** Who vouches for a version, as far as that can be checked here. */
  async vouchersOf(registry: Asked, facts: VersionFacts, signal: AbortSignal): Promise<Vouchers> {
    return {
      signature: await signatureOf(this.#options.keys, registry, facts, signal),
      attestation: await this.#options.attestations.of(registry, facts, signal),
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
