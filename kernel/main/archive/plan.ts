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
  /** The stamp of kept content that comes back, in place of an archive's. */
  readonly back?: string;
}

/** What was here until an import, or until other kept content came back. */
export interface KeptContent {
  readonly stamp: string;
  /** When it was replaced. */
  readonly until: string;
  /** It holds the keys of then. */
  readonly keys: boolean;
}

/** So many are kept. Nobody loses what they had by one import too many. */
const mostKept = 5;

const planName = 'plan.json';
const keptName = 'kept.json';
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

/** Says in the folder of what is replaced what it is, so that it can come back. */
export function writeKept(folder: string, { stamp, keys }: ImportPlan): void {
  writeDurably(join(folder, keptName), JSON.stringify({ stamp, until: new Date().toISOString(), keys } satisfies KeptContent), privateFile);
}

/** What was replaced and can come back, the newest first. */
export function readKept(userData: string): readonly KeptContent[] {
  return keptFolders(userData).flatMap(folder => {
    try {
      return [JSON.parse(readRegularSync(join(folder, keptName))) as KeptContent];
    } catch {
      // Of an older version, or damaged: nothing says what it is.
      return [];
    }
  });
}

/** Removes what was replaced long ago, and the folder from which content came back. */
export function removeReplaced(userData: string, emptied: string | undefined): void {
  const old = keptFolders(userData).slice(mostKept);
  for (const folder of emptied === undefined ? old : [...old, replacedFolder(userData, emptied)])
    rmSync(folder, { recursive: true, force: true });
}

/** The newest first. */
function keptFolders(userData: string): readonly string[] {
  const sample = replacedFolder(userData, '');
  const [folder, prefix] = [dirname(sample), basename(sample)];
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(name => name.startsWith(prefix));
  return names
    .sort()
    .reverse()
    .map(name => join(folder, name));
}
