import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Attestation, Package, Rights, Signature } from '../../contract/index.ts';

/** What is kept beside each version of an extension: where it came from, and what it was when it was taken. */
export interface VersionRecord {
  readonly id: string;
  readonly version: string;
  /** The id of the registry among those of the person. */
  readonly registry: string;
  readonly registryName: string;
  readonly registryUrl: string;
  readonly integrity: string;
  readonly installedAt: number;
  readonly bytes: number;
  readonly files: number;
  readonly publisher: string | undefined;
  readonly date: string | undefined;
  readonly attested: boolean;
  /** Undefined where it was installed before attestations were looked at. */
  readonly attestation?: Attestation;
  /** Undefined where it was installed before signatures were looked at. */
  readonly signature?: Signature;
  readonly asks: Rights;
  readonly requires: readonly string[];
  readonly packages: readonly Package[];
  readonly scripts: readonly string[];
  /** Each file and its sha256. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The folder in the store of the version that was there before, to go back to. */
  readonly previous: string | undefined;
}

/** Where a version was built, as it was found out when it was taken. */
export function attestationOf({ attestation, attested }: Pick<VersionRecord, 'attestation' | 'attested'>): Attestation {
  return attestation ?? (attested ? { state: 'claimed', why: 'not-checked' } : { state: 'none' });
}

/** One version in the store, and the folder that its files lie in. */
export interface Kept {
  readonly record: VersionRecord;
  /** The version's own folder in the store; its package lies in `package`. */
  readonly folder: string;
}

export const storeName = '.store';
export const recordName = 'record.json';
export const packageName = 'package';

/** What is installed: each link of the folder that leads into the store. Anything else in there was put there by hand. */
export function installedIn(installed: string): readonly Kept[] {
  return namesIn(installed)
    .filter(name => !name.startsWith('.') && lstatSync(join(installed, name)).isSymbolicLink())
    .flatMap(name => keptAt(join(installed, name)) ?? []);
}

function keptAt(link: string): Kept | undefined {
  try {
    const place = realpathSync(link);
    return basename(place) === packageName ? recordedIn(dirname(place)) : undefined;
  } catch {
    return undefined;
  }
}

/** The version in one folder of the store; undefined where it is none, or was not finished. */
export function recordedIn(folder: string): Kept | undefined {
  try {
    return { folder, record: JSON.parse(readFileSync(join(folder, recordName), 'utf8')) as VersionRecord };
  } catch {
    return undefined;
  }
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
