import type { Log } from '@atelier/kernel';
/** A log that keeps what it was told, for tests to compare. */
export interface KeptLog extends Log {
    readonly lines: readonly {
        readonly level: 'debug' | 'info' | 'warn' | 'error';
        readonly text: string;
        readonly fields?: object;
    }[];
}
/** Begins empty. */
export declare function keptLog(): KeptLog;
