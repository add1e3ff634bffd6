import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import { errors } from './errors.ts';
import { isRunning, type NpmPaths } from './npm.ts';

/**
 * Deletes what npm keeps of downloaded packages, which no installed extension needs. It is moved away first, so that an npm that starts
 * meanwhile finds an empty cache and not one that is half deleted.
 */
export async function clearCache({ cache, temp }: Pick<NpmPaths, 'cache' | 'temp'>): Promise<void> {
  const moved = join(temp, `cache-${randomUUID()}`);
  try {
    await mkdir(temp, { recursive: true, mode: 0o700 });
    // At once after the look: no npm begins in between.
    if (isRunning(cache)) throw errors['extensions/cache-in-use']({});
    renameSync(cache, moved);
  } catch (error) {
    if (isAppError(error)) throw error;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw errors['extensions/cache-not-cleared']({ reason: String(error) }, error);
    return;
  }
  // What is left of it goes at a later start.
  await rm(moved, { recursive: true, force: true }).catch(() => undefined);
}

/** As this file and `npm` name what they put there; others may put theirs beside it. */
const own = /^(?:npm|cache)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Deletes what an app that was killed has left: the settings of its runs, which hold tokens, and a cache that was being deleted. Looks at
 * once, so that what begins afterwards stays. Throws what was not deleted, once all was tried.
 */
export async function clearLeft({ temp }: Pick<NpmPaths, 'temp'>): Promise<void> {
  let names: readonly string[] = [];
  try {
    names = readdirSync(temp).filter(name => own.test(name));
  } catch (error) {
    // There is no such folder before the first run.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const left: string[] = [];
  for (const name of names) await rm(join(temp, name), { recursive: true, force: true }).catch(error => left.push(String(error)));
  if (left.length > 0) throw new Error(left.join('; '));
}
