/** A prepared statement as the driver gives it; nothing of it is translated yet. */
export interface DriverStatement {
    all(...params: unknown[]): unknown[];
    get(...params: unknown[]): unknown;
    run(...params: unknown[]): {
        changes: number;
    };
}
/** The part of the SQLite driver that the kernel uses. */
export interface Connection {
    readonly inTransaction: boolean;
    readonly open: boolean;
    exec(sql: string): unknown;
    prepare(sql: string): DriverStatement;
    pragma(text: string, options?: {
        simple: boolean;
    }): unknown;
    backup(file: string, options: {
        progress: () => number;
    }): Promise<unknown>;
    close(): unknown;
}
/** `read` changes no byte of the file. */
export type ConnectMode = 'write' | 'read';
/** Opens a file that exists. */
export type Connect = (file: string, mode: ConnectMode) => Connection;
/** The one value of a pragma. */
export declare function pragmaValue(connection: Connection, text: string): unknown;
/** The step a database stands at. */
export declare function userVersion(connection: Connection): number;
