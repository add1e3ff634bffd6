import { chmodSync, closeSync, constants, copyFileSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '@atelier/kernel';
import { makePrivateFolder, privateFile, syncFolder } from './atomic-write.ts';
import { type Backup, type BackupPlace, backupPrefix, backupsOf, newestGoodBackup, syncFile } from './backup.ts';
import type { Connect } from './connection.ts';
import { setAsideCopies, siblingSuffixes, sizeOf, wasLeftOpen } from './database-file.ts';
import { type Salvaged, salvage } from './salvage.ts';

/** The repair that a database needed before it could be opened; shown to the person. */
export interface Recovered {
  /** `damaged`: the file was unreadable. `lost`: it was missing or empty although there was one before. `asked`: the person chose a backup. */
  readonly why: 'damaged' | 'lost' | 'asked';
  /** The message of SQLite; for a backup that the person chose, why it was not restored. */
  readonly reason: string;
  /** The path of the damaged file that was set aside, or of the backup of what the person had replaced; undefined if there was none. */
  readonly keptAs: string | undefined;
  /** The backup that replaced it, and when it was made; undefined if a new database was created, or the chosen backup is unusable. */
  readonly restored: { readonly file: string; readonly time: number } | undefined;
  /** What was read from the damaged file if there was no good backup. */
  readonly salvaged: Salvaged | undefined;
}

/** The backup that replaced data which an older version cannot read. */
export interface RestoredBackup {
  /** When the backup was made. */
  readonly time: number;
  /** The path of the newer data, which were set aside. */
  readonly keptAs: string;
}

interface Recovery {
  readonly place: BackupPlace;
  readonly newestVersion: number;
  readonly connect: Connect;
  readonly log: Log;
}

/** Begins to exist with the database, in the folder of its backups: a database that vanishes is not taken for one that never was. */
export function createdMark(place: Pick<BackupPlace, 'owner' | 'file' | 'folder'>): string {
  return join(place.folder, `${backupPrefix(place)}created`);
}

/** Creates the mark, unless it is there. */
export function markCreated(place: BackupPlace): void {
  const mark = createdMark(place);
  if (existsSync(mark)) return;
  makePrivateFolder(place.folder);
  closeSync(openSync(mark, 'a', privateFile));
  syncFolder(place.folder);
}

/** True if there is no content although there once was: this must never count as a first start. */
export function isLost(place: BackupPlace): boolean {
  if (sizeOf(place.file) > 0) return false;
  if (existsSync(createdMark(place))) return true;
  // A crash in the middle of `recover` leaves the journal or the file that was set aside, and no file in its place.
  return backupsOf(place).length > 0 || wasLeftOpen(place.file) || setAsideCopies(place.file).length > 0;
}

/**
 * Sets the unusable file aside and replaces it with the newest good backup, else with what can be read of it, else with nothing.
 * The caller has no connection to it.
 */
export function recover(why: 'damaged' | 'lost', reason: string, { place, newestVersion, connect, log }: Recovery): Recovered {
  const { file, owner } = place;
  const backup = newestGoodBackup(place, newestVersion, connect);
  const incoming = incomingOf(file);
  rmSync(incoming, { force: true });
  if (backup) copyIn(backup, file);
  const salvaged = backup || why === 'lost' ? undefined : salvage(file, incoming, connect);
  const keptAs = moveAway(file, 'corrupt');
  if (backup || salvaged) renameSync(incoming, file);
  syncFolder(dirname(file));
  const recovered: Recovered = { why, reason, keptAs, restored: backup && { file: backup.file, time: backup.time }, salvaged };
  log.error(
    backup
      ? `The database of ${owner} was ${why}; the backup of ${new Date(backup.time).toISOString()} was restored.`
      : `The database of ${owner} was ${why} and has no good backup; ${salvaged ? `${salvaged.rows} rows of it were saved` : 'a new one was begun'}.`,
    recovered,
  );
  return recovered;
}

/**
 * Replaces a database that a newer version migrated with the newest good backup that this version can read, and keeps the newer
 * one beside it; undefined if there is no such backup. The database must not be open.
 */
export function restoreOlderBackup(place: BackupPlace, newestVersion: number, connect: Connect): RestoredBackup | undefined {
  const backup = newestGoodBackup(place, newestVersion, connect);
  if (backup === undefined) return undefined;
  rmSync(incomingOf(place.file), { force: true });
  copyIn(backup, place.file);
  const keptAs = moveAway(place.file, 'newer') ?? '-';
  renameSync(incomingOf(place.file), place.file);
  syncFolder(dirname(place.file));
  return { time: backup.time, keptAs };
}

/** Complete and durable before the file that it replaces is moved, so after a crash one or the other exists. */
export function copyIn(backup: Backup, file: string): void {
  const incoming = incomingOf(file);
  copyFileSync(backup.file, incoming, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  chmodSync(incoming, privateFile);
  syncFile(incoming);
}

/** The name under which a file is completed that is about to replace the database. */
export function incomingOf(file: string): string {
  return `${file}.restoring`;
}

/** Moves the file away together with its journal, which must never be applied to another database. */
export function moveAway(file: string, why: 'corrupt' | 'newer'): string | undefined {
  const stamp = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const target = freeName(`${file}.${why}-${stamp}`);
  let moved = false;
  for (const suffix of ['', ...siblingSuffixes]) {
    if (!existsSync(`${file}${suffix}`)) continue;
    renameSync(`${file}${suffix}`, `${target}${suffix}`);
    moved = true;
  }
  return moved ? target : undefined;
}

function freeName(wanted: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!existsSync(name) && !existsSync(`${name}-wal`)) return name;
  }
}
