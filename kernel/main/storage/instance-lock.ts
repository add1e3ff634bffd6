import { closeSync, openSync } from 'node:fs';
import type { AcquireLock } from '@atelier/kernel/host';
import { privateFile } from './atomic-write.ts';
import { connect } from './storage.ts';

/**
 * A lock on a profile that is released when its process ends for any reason: an exclusive SQLite transaction on a separate file.
 * Locking with files and sockets gave two owners when twenty processes started at once.
 */
export const sqliteLock: AcquireLock = file => {
  closeSync(openSync(file, 'a', privateFile));
  const connection = connect(file, 'write');
  try {
    connection.pragma('busy_timeout = 0');
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  return {
    release() {
      connection.exec('ROLLBACK');
      connection.close();
    },
  };
};
