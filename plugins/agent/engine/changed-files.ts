import type { ChangedFile } from './protocol.ts';

const maxFiles = 200;
const maxPathLength = 4096;
const kinds: readonly unknown[] = ['added', 'modified', 'removed'] satisfies ChangedFile['kind'][];

/** The valid entries of a list of changed files, which a third-party extension's tap or an imported session file may have written. */
export function changedFiles(value: unknown): ChangedFile[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(item => fileOf(item)).slice(0, maxFiles);
}

function fileOf(value: unknown): readonly ChangedFile[] {
  const { path, kind, added, removed, binary } = (typeof value === 'object' && value !== null ? value : {}) as Partial<ChangedFile>;
  if (typeof path !== 'string' || path === '' || path.length > maxPathLength) return [];
  if (!kinds.includes(kind) || kind === undefined || !isCount(added) || !isCount(removed)) return [];
  return [{ path, kind, added, removed, ...(binary === true && { binary }) }];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
