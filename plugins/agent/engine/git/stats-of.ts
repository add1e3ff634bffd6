import { type BigIntStats, lstatSync } from 'node:fs';

/** What is at a path, without following a link; undefined for nothing, also where something above it is no folder or stopped being one. */
export function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
