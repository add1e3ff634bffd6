import { basename } from 'node:path';
import { backupsFolderOf, databaseFileOf, type HostPart } from '../data-paths.ts';
import { extensionErrors } from '../errors/extension.ts';
import { storageErrors } from '../errors/storage.ts';
import type { KnownExtensions } from '../lifecycle/extension-records.ts';
import type { RuntimeReplacement } from '../lifecycle/runtime-replacement.ts';
import { askForRestore } from '../storage/asked-restore.ts';
import { type BackupPlace, backupsOf, verifyBackup } from '../storage/backup.ts';
import { sizeOf } from '../storage/database-file.ts';
import { connect, type OpenDatabase } from '../storage/storage.ts';

export interface BackupParts extends HostPart {
  readonly extensions: KnownExtensions;
  readonly databases: ReadonlySet<OpenDatabase>;
  readonly replacement: Pick<RuntimeReplacement, 'restart'>;
}

/** A backup of the database of an extension, for the person. */
export interface ShownBackup {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
}

/** The backups of all extensions, the newest first. */
export function listBackups(parts: BackupParts): readonly ShownBackup[] {
  const all = [...parts.extensions.keys()].flatMap(id =>
    backupsOf(placeOf(parts, id)).map(({ file, time }) => ({ id, name: basename(file), at: time, bytes: sizeOf(file) })),
  );
  return all.sort((a, b) => b.at - a.at);
}

/** Replaces the database of an extension with a backup, and starts again what needs it. The present state is kept as a backup. */
export async function restoreBackup(parts: BackupParts, id: string, name: string): Promise<void> {
  const record = parts.extensions.get(id);
  if (record === undefined) throw extensionErrors['extension/unknown']({ id });
  const isOff = record.state === 'stopped' || record.state === 'refused' || record.state === 'quarantined';
  if (isOff) throw storageErrors['storage/not-open']({ owner: id });
  const place = placeOf(parts, id);
  const backup = backupsOf(place).find(({ file }) => basename(file) === name);
  if (backup === undefined) throw storageErrors['storage/no-such-backup']({ owner: id, name });
  const known = [...parts.databases].find(({ owner }) => owner === id)?.known;
  if (known !== undefined && backup.version > known)
    throw storageErrors['storage/newer-backup']({ owner: id, found: backup.version, known });
  if (!verifyBackup(backup.file, backup.version, connect)) throw storageErrors['storage/backup-damaged']({ owner: id, name });
  askForRestore(place, name);
  await parts.replacement.restart(id);
}

function placeOf(parts: BackupParts, id: string): BackupPlace {
  return { owner: id, file: databaseFileOf(parts, id), folder: backupsFolderOf(parts) };
}
