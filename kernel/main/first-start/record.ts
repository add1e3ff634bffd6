import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { readRegularSync } from '../../children/regular-file.ts';
import { updateErrors } from '../errors/update.ts';
import { atomicWrite, privateFile } from '../storage/atomic-write.ts';

/** The stage of the first start of a version. `restoring` is finished by the next start, of any version. */
export interface Pending {
  readonly to: string;
  readonly step: 'copied' | 'started' | 'restoring';
  readonly tries: number;
}

/** Which version last started well on this profile, and which one is updating it. */
export interface VersionRecord {
  readonly version: string;
  readonly pending?: Pending;
}

/** The version of a profile that is older than this record. */
export const unknownVersion = '0.0.0';

const damaged = { en: 'it is damaged', fr: 'il est endommagé' };

const shape = /^[0-9A-Za-z.+-]{1,64}$/;

export function recordFile(userData: string): string {
  return pathIn(userData, 'version');
}

/** Undefined if there is none. A damaged record does not count as missing: a restore may be half done. */
export function readRecord(userData: string): VersionRecord | undefined {
  const file = recordFile(userData);
  try {
    const read = JSON.parse(readRegularSync(file)) as unknown;
    if (isRecord(read)) return read;
    throw new Error('It does not name a version.');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw updateErrors['update/record-unreadable']({ file, reason: code === undefined ? damaged : code }, error);
  }
}

export async function writeRecord(userData: string, record: VersionRecord): Promise<void> {
  await atomicWrite(recordFile(userData), Buffer.from(`${JSON.stringify(record)}\n`), privateFile);
}

function isRecord(value: unknown): value is VersionRecord {
  const { version, pending } = (value ?? {}) as Partial<VersionRecord>;
  if (typeof version !== 'string' || !shape.test(version)) return false;
  if (pending === undefined) return true;
  const { to, step, tries } = (pending ?? {}) as Partial<Pending>;
  return (
    typeof to === 'string' && shape.test(to) && ['copied', 'started', 'restoring'].includes(String(step)) && Number.isSafeInteger(tries)
  );
}
