/** One step of a database's history. `id` counts in tens; each migration has its own file and never changes once released. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  up(db: Database): void;
}

/** A prepared statement. Prepare it once, where the database is opened. */
export interface Statement<Row> {
  all(...params: unknown[]): Row[];
  get(...params: unknown[]): Row | undefined;
  run(...params: unknown[]): { changes: number };
}

/**
 * `lost`: there was a database before and nothing of it could be restored, so this one is empty. It is no first start; what can be
 * rebuilt from elsewhere should be. The person was told. `newer`: a newer version of a bundled plugin wrote it, so it can be read as far
 * as its tables are known here, and every write throws `storage/read-only`. Other extensions never get one.
 */
export type DatabaseState = 'ready' | 'lost' | 'newer';

/** What `ctx.database` returns. */
export interface OwnDatabase extends Database {
  readonly state: DatabaseState;
}

/** An extension's own SQLite file. Everything in it is durable when the call returns. */
export interface Database {
  exec(sql: string): void;
  prepare<Row>(sql: string): Statement<Row>;
  /** Runs `work` as one transaction: everything or, if it throws, nothing is written. `work` must not be async. */
  transaction<T>(work: () => T): T;
}
