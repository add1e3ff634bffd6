import type { Database, Migration } from '@atelier/kernel';
import { type Connection } from './connection.ts';
/** Refuses a list whose numbers are not tens that grow. */
export declare function checkOrder(owner: string, migrations: readonly Migration[]): void;
/** The step a database stands at once every migration has run. */
export declare function newestVersion(migrations: readonly Migration[]): number;
/** Refuses a database that a newer app has brought further than this one knows. */
export declare function refuseNewer(owner: string, found: number, migrations: readonly Migration[]): void;
/**
 * Runs every migration that is still missing in one exclusive transaction; `user_version` moves with it, so there is
 * no state between. `database` is the same connection as the migrations see it.
 */
export declare function migrate(connection: Connection, database: Database, migrations: readonly Migration[], owner: string): void;
