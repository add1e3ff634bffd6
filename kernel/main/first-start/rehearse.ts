import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Extension, ExtensionContext, ExtensionPaths, Log, Migration } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { updateErrors } from '../errors/update.ts';
import type { Found } from '../manifest/manifest.ts';
import { openPaths, profilePath } from '../profile-paths.ts';
import { bareReasonOf } from '../reason.ts';
import { slugOf } from '../slug.ts';
import { makePrivateFolder } from '../storage/atomic-write.ts';
import { newestVersion } from '../storage/migrate.ts';
import { openDatabase } from '../storage/storage.ts';
import { copyFiles, copyFolder, readNote } from './copy.ts';

export interface RehearsalOptions {
  readonly userData: string;
  readonly from: string;
  readonly to: string;
  readonly found: readonly Found[];
  readonly log: Log;
}

/** Thrown by `ctx.database`, so that no code of an extension runs after its migrations. */
const migrationsDone = Symbol('migrationsDone');

/** The newest step that each of these bundled plugins knows of its database, by id; those without one are left out. */
export async function newestSteps(userData: string, found: readonly Found[], log: Log): Promise<ReadonlyMap<string, number>> {
  const stage = pathIn(userData, 'rehearsal');
  const steps = new Map<string, number>();
  rmSync(stage, { recursive: true, force: true });
  try {
    for (const one of found.filter(({ bundled }) => bundled)) {
      if (one.atelier.main === undefined) continue;
      await untilDatabase(one, one.atelier.main, stage, log, (_file, migrations) => void steps.set(one.id, newestVersion(migrations)));
    }
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return steps;
}

/**
 * Runs the migrations of every bundled plugin that has data, on a copy of the copy. An update of the app does not change
 * third-party extensions, so theirs need not be tried.
 */
export async function rehearse({ userData, from, to, found, log }: RehearsalOptions): Promise<void> {
  const stage = pathIn(userData, 'rehearsal');
  const copy = copyFolder(userData, to);
  rmSync(stage, { recursive: true, force: true });
  try {
    copyFiles(copy, readNote(copy)?.files ?? [], stage);
    for (const one of found.filter(({ bundled }) => bundled)) {
      const file = pathIn(stage, 'database', { slug: slugOf(one.id) });
      if (!existsSync(file) || one.atelier.main === undefined) continue;
      const error = await tried(one, one.atelier.main, stage, log);
      if (error === undefined) continue;
      throw updateErrors['update/rehearsal-failed']({ to, from, id: one.id, reason: bareReasonOf(error) }, error);
    }
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The error of its migrations. */
async function tried(one: Found, main: string, stage: string, log: Log): Promise<unknown> {
  let failure: unknown;
  await untilDatabase(one, main, stage, log, (file, migrations) => {
    try {
      openDatabase(file, migrations, { owner: one.id, backups: pathIn(stage, 'backups'), log }).close();
    } catch (error) {
      failure = error;
    }
  });
  return failure;
}

/** Runs the main side of an extension over the folder `stage`, up to where it opens its database. */
async function untilDatabase(
  { id, folder }: Found,
  main: string,
  stage: string,
  log: Log,
  open: (file: string, migrations: readonly Migration[]) => void,
): Promise<void> {
  const data = join(pathIn(stage, 'data'), slugOf(id));
  const database = (migrations: readonly Migration[]): never => {
    open(`${data}.sqlite`, migrations);
    throw migrationsDone;
  };
  try {
    const module = (await import(pathToFileURL(join(folder, main)).href)) as { default?: Partial<Extension> };
    makePrivateFolder(data);
    const paths = {
      ...{ data, assets: folder },
      profile: (name: string) => profilePath(stage, { id, bundled: true }, name),
      openToTools: () => openPaths(stage, { id, bundled: true }),
    };
    await module.default?.activate?.(databaseOnlyContext(id, paths, log, database));
  } catch (error) {
    if (error !== migrationsDone) log.warn(`The data of ${id} were not tried: ${isAppError(error) ? error.message : bareReasonOf(error)}`);
  }
}

/** A context in which an extension can open its database and reaches no other extension. */
function databaseOnlyContext(id: string, paths: ExtensionPaths, log: Log, database: ExtensionContext['database']): ExtensionContext {
  const never = (): never => {
    throw migrationsDone;
  };
  const verbs = ['provide', 'contribute', 'handle', 'serve', 'tap', 'run', 'defer', 'fetch', 'secret'] as const;
  return {
    id,
    log,
    signal: AbortSignal.abort(),
    paths,
    database,
    ...Object.fromEntries(verbs.map(verb => [verb, never])),
    get: () => ({}),
    find: () => undefined,
    contributions: () => ({ items: [], watch: () => ({ dispose: () => undefined }) }),
  } as unknown as ExtensionContext;
}
