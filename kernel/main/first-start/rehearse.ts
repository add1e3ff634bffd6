import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Extension, ExtensionContext, Log, Migration } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { updateErrors } from '../errors/update.ts';
import type { Found } from '../manifest/manifest.ts';
import { bareReasonOf } from '../reason.ts';
import { slugOf } from '../slug.ts';
import { makePrivateFolder } from '../storage/atomic-write.ts';
import { openDatabase } from '../storage/storage.ts';
import { copyFiles, copyFolder, readNote } from './copy.ts';

export interface RehearsalOptions {
  readonly userData: string;
  readonly from: string;
  readonly to: string;
  readonly found: readonly Found[];
  readonly log: Log;
}

/** Thrown by the verb itself, so that nothing of an extension runs behind its migrations. */
const enough = Symbol('enough');

/**
 * Runs the migrations of every bundled extension that has data, on a copy of the copy. An extension from elsewhere is not
 * changed by an update of the app, so there is nothing to try.
 */
export async function rehearse({ userData, from, to, found, log }: RehearsalOptions): Promise<void> {
  const stage = join(userData, 'rehearsal');
  const copy = copyFolder(userData, to);
  rmSync(stage, { recursive: true, force: true });
  try {
    copyFiles(copy, readNote(copy)?.files ?? [], stage);
    for (const one of found.filter(({ bundled }) => bundled)) {
      const file = join(stage, 'data', `${slugOf(one.id)}.sqlite`);
      if (!existsSync(file) || one.atelier.main === undefined) continue;
      const error = await tried(one, one.atelier.main, stage, log);
      if (error === undefined) continue;
      throw updateErrors['update/rehearsal-failed']({ to, from, id: one.id, reason: bareReasonOf(error) }, error);
    }
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** What its migrations failed with. */
async function tried({ id, folder }: Found, main: string, stage: string, log: Log): Promise<unknown> {
  let failure: unknown;
  const data = join(stage, 'data', slugOf(id));
  const database = (migrations: readonly Migration[]): never => {
    try {
      openDatabase(`${data}.sqlite`, migrations, { owner: id, backups: join(stage, 'backups'), log }).close();
    } catch (error) {
      failure = error;
    }
    throw enough;
  };
  try {
    const module = (await import(pathToFileURL(join(folder, main)).href)) as { default?: Partial<Extension> };
    makePrivateFolder(data);
    await module.default?.activate?.(stillContext(id, folder, data, log, database));
  } catch (error) {
    if (error !== enough) log.warn(`The data of ${id} were not tried: ${isAppError(error) ? error.message : bareReasonOf(error)}`);
  }
  return failure;
}

/** A context in which an extension gets as far as its database, and reaches nobody. */
function stillContext(id: string, folder: string, data: string, log: Log, database: ExtensionContext['database']): ExtensionContext {
  const never = (): never => {
    throw enough;
  };
  const verbs = ['provide', 'contribute', 'handle', 'serve', 'tap', 'run', 'defer', 'fetch', 'secret'] as const;
  return {
    id,
    log,
    signal: AbortSignal.abort(),
    paths: { data, assets: folder },
    database,
    ...Object.fromEntries(verbs.map(verb => [verb, never])),
    get: () => ({}),
    find: () => undefined,
    contributions: () => ({ items: [], watch: () => ({ dispose: () => undefined }) }),
  } as unknown as ExtensionContext;
}
