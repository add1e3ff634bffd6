import { realpathSync, type Stats, statSync } from 'node:fs';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { readRegularSync } from '../children/regular-file.ts';
import { builtinCrypto } from './builtin-crypto.ts';
import { atomicWrite, privateFile } from './storage/atomic-write.ts';

/** A profile's id, and the folder that it was last started in. */
interface Identity {
  readonly id: string;
  readonly folder: string;
}

export interface KnownProfile {
  readonly id: string;
  /** The folder of the profile that this one is a copy of; set in the first start of the copy. */
  readonly copiedFrom?: string;
}

/**
 * Which profile this is. One that was moved or renamed keeps its id. If the folder that it was last started in still holds the same
 * profile, this one is a copy, and gets an id of its own. Rejects if the identity cannot be written.
 */
export async function identifyProfile(userData: string): Promise<KnownProfile> {
  const folder = realpathSync(userData);
  const before = identityIn(userData);
  if (before?.folder === folder) return { id: before.id };
  const isCopy = before !== undefined && isStillIn(before, folder);
  const id = before === undefined || isCopy ? builtinCrypto().randomUUID() : before.id;
  await atomicWrite(pathIn(userData, 'identity'), Buffer.from(`${JSON.stringify({ id, folder } satisfies Identity)}\n`), privateFile);
  return { id, ...(isCopy && { copiedFrom: before.folder }) };
}

/** Undefined if there is none, or none that can be read: nothing is lost with it. */
function identityIn(userData: string): Identity | undefined {
  try {
    const { id, folder } = JSON.parse(readRegularSync(pathIn(userData, 'identity'))) as Partial<Identity>;
    return typeof id === 'string' && typeof folder === 'string' ? { id, folder } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the profile is still where it was, and that is another folder than the present one under another name. */
function isStillIn({ id, folder }: Identity, now: string): boolean {
  const [there, here] = [statsOf(folder), statsOf(now)];
  if (there === undefined || (there.dev === here?.dev && there.ino === here.ino)) return false;
  return identityIn(folder)?.id === id;
}

function statsOf(folder: string): Stats | undefined {
  return statSync(folder, { throwIfNoEntry: false });
}
