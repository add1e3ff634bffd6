import { type Connect } from './connection.ts';
/** What SQLite, and we, put beside a database. */
export declare const companions: readonly ['-wal', '-shm', '-journal'];
/** The size of a file, 0 when there is none. */
export declare function sizeOf(file: string): number;
/** When the database was last written, journal included. */
export declare function changedAt(file: string): number;
/** True when the last user of the database did not close it. */
export declare function wasLeftOpen(file: string): boolean;
/** Makes the file if there is none, and sees to it that nobody else may read it; SQLite gives its journals the same rights. */
export declare function preparePrivately(file: string): void;
/** Refuses a link, a folder and whatever else is not a file of ours. */
export declare function refuseOddFile(file: string): void;
/** The step a database stands at, found without changing one byte of it; 0 for what is no database. */
export declare function versionOnDisk(file: string, connect: Connect): number;
/** A file whose presence means: SQLite met damage in here, check every page at the next start. */
export declare function suspectMark(file: string): string;
/** Leaves the mark; on a disk that takes none the check waits for the next damage met. */
export declare function markSuspect(file: string): void;
/** The damaged files that were kept, their journals included. */
export declare function setAsideCopies(file: string): string[];
/**
 * True when the header is none of SQLite's. Asked before SQLite opens the file, because on finding the same it deletes
 * the journal, which may hold the newest rows.
 */
export declare function isForeign(file: string): boolean;
