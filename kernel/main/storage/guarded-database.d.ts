import type { Database } from '@atelier/kernel';
import type { Connection } from './connection.ts';
import { type StoragePlace } from './driver-errors.ts';
/** Hears of each error of the driver before it is translated. */
export type FaultListener = (error: unknown) => void;
/** A connection as an extension may use it: its own file only, transactions by `transaction`, errors in our words. */
export declare function guardDatabase(connection: Connection, place: StoragePlace, onFault: FaultListener): Database;
