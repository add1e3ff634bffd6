import type { ChangedFile } from './protocol.ts';

const most = 200;
const longestPath = 4096;
const kinds: readonly unknown[] = ['added', 'modified', 'removed'] satisfies ChangedFile['kind'][];

/** What of a list names changed files: taps of strangers wrote it, or a session file that came from elsewhere. */
export function changedFiles(value: unknown): ChangedFile[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(one => fileOf(one)).slice(0, most);
}

function fileOf(value: unknown): readonly ChangedFile[] {
  const { path, kind, added, removed, binary } = (typeof value === 'object' && value !== null ? value : {}) as Partial<ChangedFile>;
  if (typeof path !== 'string' || path === '' || path.length > longestPath) return [];
  if (!kinds.includes(kind) || kind === undefined || !isCount(added) || !isCount(removed)) return [];
  return [{ path, kind, added, removed, ...(binary === true && { binary }) }];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
