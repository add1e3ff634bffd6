import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';

/** How long another process, such as one that copies the database, is waited for; others are answered meanwhile. */
const patienceMs = 5_000;
const againMs = 20;

/** SQLite as it is, but for two writers: a transaction that is to write says so first, and what is busy is tried again without holding the process. */
export class PatientDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#config);
  }
}

class PatientDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      streamQuery: (...query) => connection.streamQuery(...query),
      executeQuery: async query => {
        const end = performance.now() + patienceMs;
        for (;;) {
          try {
            return await connection.executeQuery(query);
          } catch (error) {
            if (!isBusy(error) || performance.now() >= end) throw error;
            await setTimeout(againMs);
          }
        }
      },
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A plain one reads first, and may not write any more when another has written since.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** Whether another process has the database just now. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('SQLITE_BUSY');
}
