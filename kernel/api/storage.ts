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

/** An extension's own SQLite file. Everything in it is durable when the call returns. */
export interface Database {
  exec(sql: string): void;
  prepare<Row>(sql: string): Statement<Row>;
  /** Runs `work` as one transaction: everything or, if it throws, nothing is written. `work` must not be async. */
  transaction<T>(work: () => T): T;
}
