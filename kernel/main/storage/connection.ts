/** A prepared statement of the driver, with its untranslated errors. */
export interface DriverStatement {
  /** It changes nothing. */
  readonly readonly: boolean;
  all(...params: unknown[]): unknown[];
  get(...params: unknown[]): unknown;
  run(...params: unknown[]): { changes: number };
}

/** The part of the SQLite driver that the kernel uses. */
export interface Connection {
  readonly inTransaction: boolean;
  readonly open: boolean;
  exec(sql: string): unknown;
  prepare(sql: string): DriverStatement;
  pragma(text: string, options?: { simple: boolean }): unknown;
  backup(file: string, options: { progress: () => number }): Promise<unknown>;
  close(): unknown;
}

/** `read` opens the file without changing a byte. */
export type ConnectMode = 'write' | 'read';
/** Opens a file that exists. */
export type Connect = (file: string, mode: ConnectMode) => Connection;

/** The one value of a pragma. */
export function pragmaValue(connection: Connection, text: string): unknown {
  return connection.pragma(text, { simple: true });
}

/** The migration step of a database. */
export function userVersion(connection: Connection): number {
  return Number(pragmaValue(connection, 'user_version'));
}
