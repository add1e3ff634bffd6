import type { Migration } from '@atelier/kernel';
import { createUsage } from './0010-create-usage.ts';
import { recordPayers } from './0020-record-payers.ts';

/** In the order in which they run. A new one gets its own file, and an id that is 10 higher. */
export const migrations: readonly Migration[] = [createUsage, recordPayers];
