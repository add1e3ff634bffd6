import type { Bus } from '../bus/local.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Sealer } from '../store/seal.ts';
import type { Store } from '../store/store.ts';
import type { Limit } from './limits.ts';
import type { Settings } from './settings.ts';

/** What every part of the server works with. */
export interface Cloud {
  readonly settings: Settings;
  readonly publicUrl: string;
  readonly store: Store;
  readonly sealer: Sealer;
  readonly jobs: Jobs;
  readonly bus: Bus;
  readonly limit: Limit;
  readonly now: () => number;
  /** What was deleted is in no file of the database, once it is done. */
  forget(): Promise<void>;
  /** Whether the server takes no new work, because it ends. */
  isStopping(): boolean;
}

/** The audience of access tokens. */
export function resourceOf(publicUrl: string): string {
  return `${publicUrl}/v1`;
}
