import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { readRegularSync } from '../../children/regular-file.ts';
import { builtinCrypto } from '../builtin-crypto.ts';
import { archiveErrors } from '../errors/archive.ts';
import { privateFile, syncFolder, writeDurably } from '../storage/atomic-write.ts';

/** An import that waits for the next start, or that a start has begun. */
export interface ImportPlan {
  /** `asked`: nothing was changed. `moving`: what is there is being moved aside. `placing`: the new content is being put in its place. */
  readonly step: 'asked' | 'moving' | 'placing';
  /** When the archive was made. */
  readonly createdAt: string;
  /** Names the folder of what is replaced. */
  readonly stamp: string;
  /** It replaces the keys too. */
  readonly keys: boolean;
  /** Installed where the archive was made, and not here. */
  readonly without: readonly string[];
  /** The stamp of kept content that comes back, in place of an archive's; `createdAt` is of the import that is undone, or done again. */
  readonly back?: string;
  /** It undoes an import. */
  readonly undoes?: boolean;
}

/** What the last import replaced and kept; `undone`: that import was undone, and what it had brought is kept. */
export interface KeptContent extends Pick<ImportPlan, 'createdAt' | 'stamp' | 'keys'> {
  readonly undone: boolean;
}

const planName = 'plan.json';
const keptName = 'import.json';
const filesName = 'files';

export function incomingFolder(userData: string): string {
  return pathIn(userData, 'incoming');
}

/** The new content, at the paths that it will have in the profile. */
export function filesOf(incoming: string): string {
  return join(incoming, filesName);
}

/** A new folder for an import that is not checked yet; its content counts for nothing. */
export function partialFolder(userData: string): string {
  return pathIn(userData, 'incomingPartial', { hex: builtinCrypto().randomBytes(6).toString('hex') });
}

/** The import that waits or has begun; undefined if there is none. */
export function readPlan(userData: string): ImportPlan | undefined {
  const folder = incomingFolder(userData);
  const file = join(folder, planName);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readRegularSync(file)) as ImportPlan;
  } catch (error) {
    throw archiveErrors['import/plan-damaged']({ file, folder, backups: pathIn(userData, 'backups') }, error);
  }
}

export function writePlan(incoming: string, plan: ImportPlan): void {
  writeDurably(join(incoming, planName), JSON.stringify(plan), privateFile);
}

/** Forgets an import: from the first rename on it counts for nothing. */
export function forgetImport(userData: string): void {
  const incoming = incomingFolder(userData);
  if (!existsSync(incoming)) return;
  const partial = partialFolder(userData);
  renameSync(incoming, partial);
  syncFolder(userData);
  rmSync(partial, { recursive: true, force: true });
}

/** Removes what killed imports left. */
export function removePartials(userData: string): void {
  const prefix = basename(pathIn(userData, 'incomingPartial', { hex: '' }));
  for (const name of readdirSync(userData)) if (name.startsWith(prefix)) rmSync(join(userData, name), { recursive: true, force: true });
}

/** The folder of what an import replaces. */
export function replacedFolder(userData: string, stamp: string): string {
  return pathIn(userData, 'replacedProfile', { stamp });
}

/** Removes what earlier imports replaced. */
export function removeReplaced(userData: string, except: string): void {
  const folder = dirname(except);
  const prefix = basename(replacedFolder(userData, ''));
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && name !== basename(except)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Says in the folder of what an import replaces which import it was, so that it can be undone. */
export function writeKept(folder: string, { createdAt, stamp, keys, undoes = false }: ImportPlan): void {
  writeDurably(join(folder, keptName), JSON.stringify({ createdAt, stamp, keys, undone: undoes } satisfies KeptContent), privateFile);
}

/** What the newest import replaced; undefined if nothing is kept. */
export function readKept(userData: string): KeptContent | undefined {
  const sample = replacedFolder(userData, '');
  const folder = dirname(sample);
  if (!existsSync(folder)) return undefined;
  const stamps = readdirSync(folder).flatMap(name => (name.startsWith(basename(sample)) ? [name.slice(basename(sample).length)] : []));
  for (const stamp of stamps.sort().reverse()) {
    try {
      return { ...(JSON.parse(readRegularSync(join(replacedFolder(userData, stamp), keptName))) as KeptContent), stamp };
    } catch {
      // Not finished, or damaged: nothing says what it is.
    }
  }
  return undefined;
}
