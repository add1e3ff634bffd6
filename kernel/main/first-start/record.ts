import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { updateErrors } from '../errors/update.ts';
import { bareReasonOf } from '../reason.ts';
import { atomicWrite, privateFile } from '../storage/atomic-write.ts';

/** How far the first start of a version has come. `restoring` is finished by whichever version starts next. */
export interface Pending {
  readonly to: string;
  readonly step: 'copied' | 'started' | 'restoring';
  readonly tries: number;
}

/** Which version last had this profile for its own, and which one is about to. */
export interface VersionRecord {
  readonly version: string;
  readonly pending?: Pending;
}

/** Of a profile that is older than this record. */
export const unknownVersion = '0.0.0';

const shape = /^[0-9A-Za-z.+-]{1,64}$/;

export function recordFile(userData: string): string {
  return join(userData, 'version.json');
}

/** Undefined where there is none. One that was damaged is not taken for missing: it may say that a restore is half done. */
export function readRecord(userData: string): VersionRecord | undefined {
  const file = recordFile(userData);
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (isRecord(read)) return read;
    throw new Error('it does not name a version');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw updateErrors['update/record-unreadable']({ file, reason: bareReasonOf(error) }, error);
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
