import type { Log } from '@atelier/kernel';
import { type BackupPlace } from './backup.ts';
import type { Connect } from './connection.ts';
import { type Salvaged } from './salvage.ts';
/** What had to be done before a database could be opened; shown to the person. */
export interface Recovered {
    /** `damaged`: the file was unreadable. `lost`: it was missing or empty although there are backups of it. */
    readonly why: 'damaged' | 'lost';
    /** What SQLite said about it. */
    readonly reason: string;
    /** Where the damaged file now lies; undefined when there was none. */
    readonly keptAs: string | undefined;
    /** The backup that was put in its place, and when it was made; undefined when a new database was begun. */
    readonly restored: {
        readonly file: string;
        readonly time: number;
    } | undefined;
    /** What was read out of the damaged file where there was no good backup. */
    readonly salvaged: Salvaged | undefined;
}
interface Recovery {
    readonly place: BackupPlace;
    readonly newestVersion: number;
    readonly connect: Connect;
    readonly log: Log;
}
/** True when there is no content although there once was: never to be taken for a first start. */
export declare function isLost(place: BackupPlace): boolean;
/** Sets the unusable file aside and puts the newest good backup, else what can be read of it, else nothing in its place. The caller holds no connection to it. */
export declare function recover(why: Recovered['why'], reason: string, { place, newestVersion, connect, log }: Recovery): Recovered;
export {};
