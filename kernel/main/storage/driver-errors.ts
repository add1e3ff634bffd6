import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type AppError, isAppError } from '@atelier/kernel';
import { storageErrors } from '../errors/storage.ts';
import { bareReasonOf } from '../reason.ts';

/** Whose file an error is about. */
export interface StoragePlace {
  readonly owner: string;
  readonly file: string;
  /** What its owner may keep on the disk; undefined without a limit. */
  readonly budget?: StorageBudget;
}

/** What an extension may keep on the disk, and how much of it its database may take. */
export interface StorageBudget {
  readonly megabytes: number;
  readonly bytes: number;
}

const roomBytes = 4_194_304;

/** Whether SQLite found its file full because of the budget, and not because of the disk. */
export function isOverBudget(error: unknown, { file, budget }: StoragePlace): boolean {
  if (budget === undefined || codeOf(error) !== 'SQLITE_FULL') return false;
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize > roomBytes;
}

/** True for an error that means that the file is damaged, not that an operation on it failed. */
export function isDamage(error: unknown): boolean {
  if (isAppError(error)) return error.code === 'storage/corrupt';
  const code = codeOf(error);
  return code === 'SQLITE_NOTADB' || (code.startsWith('SQLITE_CORRUPT') && code !== 'SQLITE_CORRUPT_VTAB');
}

/** Turns an error of SQLite or the file system into an AppError; another error is returned unchanged. */
export function driverError(error: unknown, place: StoragePlace): unknown {
  const { owner, file } = place;
  if (isAppError(error)) return error;
  const code = codeOf(error);
  const reason = bareReasonOf(error);
  if (isDamage(error)) return storageErrors['storage/corrupt']({ owner, file, reason }, error);
  if (code === 'SQLITE_CORRUPT_VTAB') return storageErrors['storage/index-damaged']({ owner, reason }, error);
  if (isOverBudget(error, place)) return storageErrors['storage/over-budget']({ owner, megabytes: place.budget?.megabytes }, error);
  if (code === 'SQLITE_FULL') return storageErrors['storage/full']({ owner, file }, error);
  if (starts(code, 'SQLITE_BUSY', 'SQLITE_LOCKED')) return storageErrors['storage/locked']({ owner, file }, error);
  if (starts(code, 'SQLITE_CONSTRAINT')) return storageErrors['storage/constraint']({ owner, reason, kind: code }, error);
  if (starts(code, 'SQLITE_READONLY', 'SQLITE_PERM', 'SQLITE_AUTH'))
    return storageErrors['storage/not-writable']({ owner, file, reason }, error);
  if (starts(code, 'SQLITE_CANTOPEN')) return storageErrors['storage/cannot-open']({ owner, file, reason }, error);
  if (starts(code, 'SQLITE_IOERR')) return storageErrors['storage/disk-failed']({ owner, file, reason: `${reason} (${code})` }, error);
  if (starts(code, 'SQLITE_')) return storageErrors['storage/bad-statement']({ owner, reason }, error);
  return fileError(error, { owner, file }) ?? error;
}

/** The same for the file system alone; undefined if the error is not the file system's. */
export function fileError(error: unknown, { owner, file }: StoragePlace): AppError | undefined {
  const code = codeOf(error);
  const reason = bareReasonOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return storageErrors['storage/full']({ owner, file }, error);
  if (code === 'ELOOP') return storageErrors['storage/symlink']({ owner, file }, error);
  if (code === 'EISDIR' || code === 'ENOTDIR') return storageErrors['storage/not-a-file']({ owner, file }, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return storageErrors['storage/not-writable']({ owner, file, reason }, error);
  if (/^E[A-Z0-9]+$/.test(code)) return storageErrors['storage/disk-failed']({ owner, file, reason }, error);
  return undefined;
}

/** The code of an error of the driver or of Node, or nothing. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  return error.code;
}

function starts(code: string, ...prefixes: readonly string[]): boolean {
  return prefixes.some(prefix => code.startsWith(prefix));
}
