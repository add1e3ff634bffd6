import { join } from 'node:path';
import { type AppError, type Contribution, type Key, ownerOf } from '@atelier/kernel';
import { makeContext } from '../context/context.ts';
import { methodsOf } from '../context/service-methods.ts';
import { askerOf } from '../context/service-view.ts';
import type { Core } from '../core.ts';
import { backupsFolderOf, databaseFileOf, makeDataFolder } from '../data-places.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { kernelPoints } from '../manifest/contributes.ts';
import { declaredBy, kernelId, mayUse } from '../manifest/declared.ts';
import type { Resident } from '../resident.ts';
import type { Scope } from '../scope.ts';
import type { Switchboard } from '../switchboard.ts';
import type { Provided } from './child/wire.ts';
import type { AccessibleChange, AccessibleState } from './isolate-context.ts';
import { afterCrash, ordinaryCrashPolicy } from './quarantine.ts';

/** Starts extensions in processes of their own, and sees to what follows when one of those ends by itself. */
export function isolatedStart(
  core: Core,
  lifecycle: () => Lifecycle,
  switchboard: () => Switchboard,
  hasNoWalls: (resident: Resident) => boolean,
): (resident: Resident, scope: Scope) => Promise<void> {
  const crashes = new Map<string, { readonly version: string; readonly times: readonly number[] }>();
  return async (resident, scope) => {
    // On demand: a start without third-party extensions pays for none of this.
    const [{ startIsolated }, { ordinaryLimits }, { osSandbox }] = await Promise.all([
      import('./isolate.ts'),
      import('./isolate-limits.ts'),
      import('./os-sandbox.ts'),
    ]);
    const { id, folder, version, atelier } = resident.found;
    const { generation } = resident;
    const ctx = makeContext(core, resident, scope);
    const isolated = await startIsolated({
      declared: declaredBy(resident.found),
      main: join(folder, atelier.main!),
      packageFolder: folder,
      dataFolder: makeDataFolder(core, id),
      packages: declaredFolders(core, resident),
      databaseFile: databaseFileOf(core, id),
      backupsFolder: backupsFolderOf(core),
      node: core.host.node,
      ctx,
      accessible: accessibleTo(core, resident),
      limits: ordinaryLimits,
      meter: core.meter,
      log: core.log.for(id),
      told: {
        recovered: recovered => core.notices.recovered(id, recovered),
        damaged: reason => core.notices.damaged(id, reason),
      },
      sandbox: osSandbox(),
      hasWalls: !hasNoWalls(resident),
    });
    if (!hasNoWalls(resident)) resident.isolation = isolated.sandbox;
    core.costs.forgive(id);
    resident.stopProcess = () => isolated.stop();
    resident.slow = isolated.slow;
    resident.exceed = isolated.exceed;
    void isolated.exited.then(async ({ reason, error }) => {
      if (resident.exceed === isolated.exceed) {
        resident.slow = undefined;
        resident.exceed = undefined;
        core.costs.forgive(id);
      }
      if (reason === 'stopped') return;
      if (reason === 'budget' && error) core.notices.raise(error, id);
      // Another version answers for its own crashes only.
      const before = crashes.get(id);
      const after = afterCrash(before?.version === version ? before.times : [], Date.now(), ordinaryCrashPolicy);
      // Whoever is switched on again after quarantine begins anew.
      crashes.set(id, { version, times: after.quarantined ? [] : after.crashes });
      const problem: AppError = error ?? extensionErrors['extension/quarantined']({ id, version });
      await lifecycle().crashed(resident, generation, problem);
      if (after.quarantined) await switchboard().quarantine(resident);
    });
  };
}

function declaredFolders(core: Core, { found }: Resident): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const id of [...Object.keys(found.requires), ...Object.keys(found.optional)]) {
    const other = core.residents.get(id);
    if (other !== undefined) folders.set(id, other.found.folder);
  }
  return folders;
}

/** What an isolated extension can see without asking: the services and points of those it declared. */
function accessibleTo(core: Core, resident: Resident): AccessibleState {
  const { found } = resident;
  const may = (key: string): boolean => mayUse(found.id, found.atelier, ownerOf(key));
  const pointsOf = (owner: string): readonly string[] =>
    owner === kernelId
      ? Object.values(kernelPoints)
      : Object.keys(core.residents.get(owner)?.found.atelier.points ?? {}).map(name => `${owner}:${name}`);
  const owners = [found.id, kernelId, ...Object.keys(found.requires), ...Object.keys(found.optional)];
  const keys = owners.flatMap(pointsOf) as Key[];
  const items = (key: string) => core.points.read(key).items as readonly Contribution<unknown>[];
  const serviceOf = (key: string): object => core.services.find(key)?.for(askerOf(resident)) ?? core.kernelService(key, resident) ?? {};
  const tokens = (): Provided =>
    Object.fromEntries([...core.services.keys().filter(may), ...core.kernelTokens].map(key => [key, methodsOf(serviceOf(key))]));
  return {
    tokens: tokens(),
    points: Object.fromEntries(keys.map(key => [key, items(key)])),
    watch(listener) {
      const tell = (change: AccessibleChange): void => listener(change);
      const handles = [
        core.services.watch(() => tell({ tokens: tokens() })),
        ...keys.map(key => core.points.read(key).watch(change => tell({ point: key, items: items(key), ...change }))),
      ];
      return {
        dispose: () => {
          for (const handle of handles) void handle.dispose();
        },
      };
    },
  };
}
