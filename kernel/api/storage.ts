/** One step of a database's history. `id` counts in tens; each stands in a file of its own and never changes once released. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  up(db: Database): void;
}

/** A prepared statement. Make it once, at the top of the module that uses it. */
export interface Statement<Row> {
  all(...params: unknown[]): Row[];
  get(...params: unknown[]): Row | undefined;
  run(...params: unknown[]): { changes: number };
}

/** An extension's own SQLite file. Everything in it is durable when the call returns. */
export interface Database {
  exec(sql: string): void;
  prepare<Row>(sql: string): Statement<Row>;
  /** Runs `work` as one transaction: all of it or, if it throws, none of it. `work` must not be async. */
  transaction<T>(work: () => T): T;
}
