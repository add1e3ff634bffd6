import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ExtensionsFile } from '@atelier/schemas/files/extensions.ts';
import { validateExtensionsFile } from '@atelier/schemas/files/extensions.validate.js';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { readRegularSync } from '../../children/regular-file.ts';
import type { Found } from '../manifest/manifest.ts';
import { atomicWrite, makePrivateFolder, privateFile } from '../storage/atomic-write.ts';

/** The person's decisions in a profile; undefined if they have not their form. */
export function readChoices(profile: string): ExtensionsFile | undefined {
  const file = pathIn(profile, 'choices');
  if (!existsSync(file)) return { extensions: {} };
  try {
    const read = JSON.parse(readRegularSync(file)) as unknown;
    return validateExtensionsFile(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Gives the incoming profile this machine's decisions about installed extensions: what is installed here stays, with the rights
 * that it has here, and what is not installed gets none until the person installs it.
 */
export async function keepDecisions(profile: string, incoming: string, found: readonly Pick<Found, 'id' | 'bundled'>[]): Promise<void> {
  const [ours = { extensions: {} }, theirs = { extensions: {} }] = [readChoices(profile), readChoices(incoming)];
  const bundled = new Set(found.filter(one => one.bundled).map(({ id }) => id));
  const of = ({ extensions }: ExtensionsFile, isBundled: boolean) =>
    Object.entries(extensions).filter(([id]) => bundled.has(id) === isBundled);
  const { surfaces: _, ...rest } = theirs;
  const merged: ExtensionsFile = {
    ...rest,
    ...(ours.surfaces !== undefined && { surfaces: ours.surfaces }),
    extensions: Object.fromEntries([...of(theirs, true), ...of(ours, false)]),
  };
  const file = pathIn(incoming, 'choices');
  makePrivateFolder(dirname(file));
  await atomicWrite(file, Buffer.from(`${JSON.stringify(merged, undefined, 2)}\n`), privateFile);
}
