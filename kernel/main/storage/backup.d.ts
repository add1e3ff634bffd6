import { type Connect, type Connection } from './connection.ts';
/** Which database's backups, and where they lie. */
export interface BackupPlace {
    readonly owner: string;
    readonly file: string;
    readonly folder: string;
}
/** One backup that was checked when it was made. `time` is in milliseconds. */
export interface Backup {
    readonly file: string;
    readonly time: number;
    readonly version: number;
}
/** The backups of one database, newest first. */
export declare function backupsOf(place: BackupPlace): Backup[];
/**
 * Copies a database that nobody has open, byte for byte, and checks the copy; it counts only once it is durable. Not
 * VACUUM INTO: that numbers the rows of tables without an integer key anew, and indexes that point at them break. Not
 * beside an open connection: closing a second descriptor of a file drops the locks that SQLite holds on it.
 */
export declare function backUp(place: BackupPlace, version: number, connect: Connect): Backup;
/** Copies a database in use without holding up the event loop, for the daily backup: a thousand pages at a time. */
export declare function backUpSlowly(source: Connection, place: BackupPlace, connect: Connect): Promise<Backup>;
/** Keeps the newest three, and sweeps away copies that were never finished. */
export declare function pruneBackups(place: BackupPlace): void;
/** True when the file can be opened, every page of it makes sense, and it stands at `version`. Changes nothing. */
export declare function verifyBackup(file: string, version: number, connect: Connect): boolean;
/** The newest backup that still passes its check and is not from a newer app. */
export declare function newestGoodBackup(place: BackupPlace, newestVersion: number, connect: Connect): Backup | undefined;
/** Puts a file's content on the disk itself. */
export declare function syncFile(file: string): void;
