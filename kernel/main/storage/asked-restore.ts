import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Log } from '@atelier/kernel';
import { readRegularSync } from '../../children/regular-file.ts';
import { bareReasonOf } from '../reason.ts';
import { privateFile, syncFolder, writeDurably } from './atomic-write.ts';
import { type Backup, type BackupPlace, backUp, backupsOf, verifyBackup } from './backup.ts';
import { type Connect, userVersion } from './connection.ts';
import { isForeign, siblingSuffixes, sizeOf } from './database-file.ts';
import { isDamage } from './driver-errors.ts';
import { copyIn, incomingOf, moveAway, type Recovered } from './recover.ts';

/** What the person asked for, beside the database until it is done: whoever opens it next does it, also after a kill. */
interface Wish {
  /** The name of the backup. */
  readonly backup: string;
  /** The present state is safe: in a backup, or set aside as damaged. */
  readonly isKept?: true;
}

interface Restoring {
  readonly place: BackupPlace;
  readonly newestVersion: number;
  readonly connect: Connect;
  readonly log: Log;
}

/** Notes that a database is to be replaced with one of its backups when it is opened next. */
export function askForRestore({ file }: Pick<BackupPlace, 'file'>, backup: string): void {
  writeWish(file, { backup });
}

/** Does what the person asked for; undefined if they asked for nothing. The database must not be open. Every step may be done twice. */
export function restoreAsAsked(restoring: Restoring): Recovered | undefined {
  const { place, newestVersion, connect, log } = restoring;
  const { file, owner } = place;
  if (!existsSync(wishFile(file))) return undefined;
  const wish = readWish(file);
  const backup = backupsOf(place).find(one => basename(one.file) === wish?.backup);
  const forget = () => {
    rmSync(wishFile(file), { force: true });
    syncFolder(dirname(file));
  };
  const refused = (reason: string): Recovered => {
    log.error(`The backup ${wish?.backup} of ${owner} was not restored: ${reason}.`);
    forget();
    return { why: 'asked', reason, keptAs: undefined, restored: undefined, salvaged: undefined };
  };
  if (wish === undefined || backup === undefined) return refused('it is not there any more');
  if (backup.version > newestVersion) return refused('it comes from a newer version of Atelier');
  if (!verifyBackup(backup.file, backup.version, connect)) return refused('it is damaged');
  let keptAs: string | undefined;
  try {
    keptAs = wish.isKept ? undefined : keepPresent(place, connect);
    writeWish(file, { backup: wish.backup, isKept: true });
    replace(backup, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
    return refused(bareReasonOf(error));
  }
  forget();
  log.warn(`The backup of ${new Date(backup.time).toISOString()} of ${owner} was restored, as the person asked.`, { keptAs });
  return { why: 'asked', reason: '', keptAs, restored: { file: backup.file, time: backup.time }, salvaged: undefined };
}

/** Makes a backup of what is there now; a damaged file is set aside instead. Returns where it is. */
function keepPresent(place: BackupPlace, connect: Connect): string | undefined {
  const { file } = place;
  if (sizeOf(file) === 0) return undefined;
  if (isForeign(file)) return moveAway(file, 'corrupt');
  try {
    const present = connect(file, 'write');
    const version = userVersion(present);
    try {
      // A copy of the file alone must be complete, and its journal must not be applied to the file that replaces it.
      present.pragma('journal_mode = DELETE');
    } finally {
      present.close();
    }
    return backUp(place, version, connect).file;
  } catch (error) {
    if (isDamage(error)) return moveAway(file, 'corrupt');
    throw error;
  }
}

function replace(backup: Backup, file: string): void {
  rmSync(incomingOf(file), { force: true });
  copyIn(backup, file);
  for (const suffix of siblingSuffixes) rmSync(`${file}${suffix}`, { force: true });
  renameSync(incomingOf(file), file);
  syncFolder(dirname(file));
}

function wishFile(file: string): string {
  return `${file}.restore-from`;
}

function writeWish(file: string, wish: Wish): void {
  writeDurably(wishFile(file), JSON.stringify(wish), privateFile);
}

function readWish(file: string): Wish | undefined {
  try {
    const wish = JSON.parse(readRegularSync(wishFile(file))) as Partial<Wish>;
    return typeof wish.backup === 'string' ? { backup: wish.backup, ...(wish.isKept === true && { isKept: true }) } : undefined;
  } catch {
    return undefined;
  }
}
