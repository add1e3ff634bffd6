import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** How many more files this process may open, counted up to `most`. */
export function freeHandles(most: number): number {
  const held: number[] = [];
  try {
    while (held.length < most) held.push(openSync(devNull, 'r'));
  } catch (error) {
    if (!['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    for (const one of held) closeSync(one);
  }
  return held.length;
}
