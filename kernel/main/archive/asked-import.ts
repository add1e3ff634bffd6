import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { AppError } from '@atelier/kernel';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { createLog, logFolderOf } from '../log/log.ts';
import { kernelId } from '../manifest/declared.ts';
import type { Found } from '../manifest/manifest.ts';

/** Does the import of everything that the person asked for; usually it lists one folder. Returns what to tell the person. */
export async function takeOverAsked(userData: string, found: readonly Found[]): Promise<readonly AppError[]> {
  const prefix = basename(pathIn(userData, 'incoming'));
  if (!existsSync(userData) || !readdirSync(userData).some(name => name.startsWith(prefix))) return [];
  const { takeOver } = await import('./take-over.ts');
  // The kernel's own log is not open yet.
  const files = createLog({ folder: logFolderOf(userData), now: Date.now });
  try {
    return await takeOver({ userData, found, log: files.for(kernelId) });
  } finally {
    files.close();
  }
}
