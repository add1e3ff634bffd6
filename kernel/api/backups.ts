import { defineToken } from './token.ts';

export interface BackupsService {
  /**
   * Backs up the databases of these extensions that are open and changed since their newest backup. To be called before much is
   * changed at once. Never fails: what could not be copied is in the log, and must not keep the person from making room.
   */
  make(owners: readonly string[]): Promise<void>;
}

/** The copies of databases. */
export const Backups = defineToken<BackupsService>('@atelier/kernel:Backups@1', { make: 'bundled-for-others' });
