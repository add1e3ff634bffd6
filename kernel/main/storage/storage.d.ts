import type { Database, Log, Migration } from '@atelier/kernel';
import { type Connection, type ConnectMode } from './connection.ts';
import { type Recovered } from './recover.ts';
/** Whose database, and who hears of it. */
export interface DatabaseOptions {
    /** The extension whose data these are; every error names it. */
    readonly owner: string;
    /** The folder for backups; several databases may share it. */
    readonly backups: string;
    readonly log: Log;
}
/** An extension's database as the kernel holds it. */
export interface OpenDatabase extends Database {
    readonly owner: string;
    readonly file: string;
    /** What had to be repaired to open it; undefined on an ordinary day. */
    readonly recovered: Recovered | undefined;
    /** Makes a checked copy and keeps the newest three. */
    backUp(): Promise<void>;
    /** Reads every page, of a fresh copy and in another thread; 'ok', or what is wrong, which is then repaired at the next start. */
    check(): Promise<string>;
    /** When the newest copy was made, and whether nothing was written since. */
    lastBackup(): {
        readonly time: number | undefined;
        readonly isCurrent: boolean;
    };
    /** Closing twice does nothing. */
    close(): void;
}
/**
 * Opens an extension's database at its newest migration, or throws an AppError and leaves the file as it was. A
 * damaged file is kept aside and its newest good backup restored; `recovered` says so.
 */
export declare function openDatabase(file: string, migrations: readonly Migration[], { owner, backups, log }: DatabaseOptions): OpenDatabase;
/** Deletes a database for good, its backups and set-aside copies included. */
export declare function removeDatabase({ owner, file, backups }: {
    owner: string;
    file: string;
    backups: string;
}): void;
/** Opens the driver's own connection, with no pragma set. For this folder and its tests. */
export declare function connect(file: string, mode: ConnectMode): Connection;
