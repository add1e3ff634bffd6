import { join } from 'node:path';
import type { ExtensionContext } from '@atelier/kernel';
import { makeContext } from '../context/context.ts';
import type { ContextParts } from '../context/context-parts.ts';
import { backupsFolderOf, databaseFileOf, makeDataFolder } from '../data-paths.ts';
import type { ExtensionProcess, ExtensionRecord, KnownExtensions } from '../lifecycle/extension-records.ts';
import { declaredBy } from '../manifest/manifest.ts';
import { handedRows, type PathRequester } from '../profile-paths.ts';
import type { Scope } from '../scope.ts';
import { accessibleTo } from './accessible.ts';
import type { HandedOver } from './child/wire.ts';
import { toWireError } from './child/wire-error.ts';

/** What of the profile the context of an extension answers with. */
function handedOver({ paths }: Pick<ExtensionContext, 'paths'>, asking: PathRequester): HandedOver {
  const rows = handedRows(asking).map(name => {
    try {
      return [name, { path: paths.profile(name) }] as const;
    } catch (error) {
      return [name, { refused: toWireError(error) }] as const;
    }
  });
  return { rows: Object.fromEntries(rows), openToTools: paths.openToTools() };
}

/** Starts a main side in a process of its own; resolves once its `activate` has finished. */
export async function startInOwnProcess(
  parts: ContextParts,
  record: ExtensionRecord,
  scope: Scope,
  isRestricted: boolean,
): Promise<ExtensionProcess> {
  // Imported on demand: a start without third-party extensions does not load it.
  const [{ startIsolated }, { defaultLimits }, { osSandbox }] = await Promise.all([
    import('./isolate.ts'),
    import('./isolate-limits.ts'),
    import('./os-sandbox.ts'),
  ]);
  const { host, log, notices, blackBox, meter } = parts;
  const { id, folder, atelier } = record.found;
  const ctx = makeContext(parts, record, scope);
  await parts.storage.begin(id);
  const isolated = await startIsolated({
    declared: declaredBy(record.found),
    main: join(folder, atelier.main!),
    packageFolder: folder,
    dataFolder: makeDataFolder(parts, id),
    packages: declaredFolders(parts.extensions, record),
    databaseFile: databaseFileOf(parts, id),
    backupsFolder: backupsFolderOf(parts),
    node: host.node,
    handed: handedOver(ctx, record.found),
    ctx,
    accessible: accessibleTo(parts, record),
    limits: defaultLimits,
    meter,
    log: log.for(id),
    storeEvents: {
      recovered: recovered => notices.recovered(id, recovered),
      damaged: reason => notices.damaged(id, reason),
      full: () => blackBox.diskFull(id),
      ended: how => blackBox.ended(id, 'store', how),
    },
    storageBudget: () => parts.storage.databaseBudget(id),
    sandbox: osSandbox(),
    bundled: record.found.bundled,
    isRestricted,
  });
  return { ...isolated, isolation: isRestricted ? isolated.sandbox : undefined };
}

function declaredFolders(here: KnownExtensions, { found }: ExtensionRecord): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const id of [...Object.keys(found.requires), ...Object.keys(found.optional)]) {
    const other = here.get(id);
    if (other !== undefined) folders.set(id, other.found.folder);
  }
  return folders;
}
