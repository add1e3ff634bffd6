import { Desktop, type ExtensionContext, Extensions, type Handlers, Inspection, isAppError } from '@atelier/kernel';
import type { ExtensionsShape, Installed } from '../contract/index.ts';
import { detailsOf } from './details.ts';
import { failureOf, sentences } from './errors.ts';
import { healthOf } from './health.ts';
import { joinRights } from './install/difference.ts';
import type { Installer, InstallServices } from './install/installer.ts';
import type { Store, StoredVersion } from './install/store.ts';
import { clearCache } from './npm-cache.ts';
import { pack, publish } from './publish.ts';
import { extensionPackages, searchEverywhere } from './registry/search.ts';
import { isNewer } from './registry/versions.ts';
import { checkUpdates, type Updates } from './updates.ts';

/** What the handlers use. */
export interface PanelServices extends InstallServices {
  readonly installer: Installer;
  readonly updates: Updates;
}

type Served = Handlers<ExtensionsShape>;

/** The handlers of the channel `extensions`. */
export function handlersOf(ctx: ExtensionContext, services: PanelServices): Served {
  const { store, registries, updates, installer, supply, npm, panel } = services;
  const kernel = ctx.get(Extensions);
  const install: Installer['install'] = async (ticket, rights, more) => {
    try {
      return await installer.install(ticket, rights, more);
    } catch (error) {
      const { id, version, old } = isAppError(error) && error.code === 'extensions/rolled-back' ? error.details : {};
      if (version !== undefined && isNewer(String(version), String(old))) updates.markFailed(String(id), String(version));
      panel.changed();
      throw error;
    }
  };
  const statusOf = async (id: string) => (await kernel.list()).find(status => status.id === id);
  return {
    listRegistries: async () => [...registries.list()],
    saveRegistry: async change => {
      const saved = await registries.save(change);
      panel.changed();
      return saved;
    },
    removeRegistry: async ({ id }) => {
      await registries.remove(id);
      panel.changed();
      return null;
    },
    search: async ({ text }, signal) => {
      const { entries, failures } = await searchEverywhere(registries, extensionPackages, text.trim(), signal);
      supply.offered(entries);
      return { entries, failures: failures.map(({ registry, error }) => ({ registry, error: failureOf(error) })) };
    },
    listInstalled: async () => store.list().map(stored => installedOf(stored, store, updates)),
    details: async ({ id, registry }, signal) => {
      const stored = store.find(id);
      const status = await statusOf(id);
      // A manually added extension comes from no registry, so none is queried with its name.
      const isManual = status !== undefined && stored === undefined;
      const preferredId = stored?.record.registry ?? registry;
      const found = isManual || status?.bundled === true ? undefined : () => registries.locate(id, preferredId, signal);
      return await detailsOf({ id, stored, status, found, supply, signal });
    },
    offer: async ({ id, version, registry }) => {
      const offer = await installer.offer(id, version, registry);
      if (offer.installed !== undefined) updates.setAsksMore(id, offer.version, offer.asksMore);
      panel.changed();
      return offer;
    },
    install: async ({ ticket, rights, tools, early }) => {
      const { id, version, from } = await install(ticket, rights, { read: tools, early });
      // After a rollback, the version that the person left is not offered again.
      if (from !== undefined && isNewer(from, version)) updates.keep(id, from);
      panel.changed();
      return null;
    },
    decline: async ({ ticket, keep }) => {
      const declined = await installer.decline(ticket);
      if (declined !== undefined && keep === true) updates.keep(declined.id, declined.version);
      panel.changed();
      return null;
    },
    checkUpdates: async (_params, signal) => {
      const failures = await checkUpdates(ctx, services, signal);
      panel.changed();
      return failures;
    },
    updateAll: async () => {
      const outcome: Awaited<ReturnType<Served['updateAll']>> = { updated: [], waiting: [], failed: [] };
      for (const { record } of store.list()) {
        const update = updates.of(record);
        if (update === undefined || update.kept) continue;
        if (update.asksMore || update.heldUntil !== undefined) {
          outcome.waiting.push(record.id);
          continue;
        }
        try {
          const offer = await installer.offer(record.id, update.version, undefined);
          updates.setAsksMore(record.id, offer.version, offer.asksMore);
          if (offer.asksMore || offer.heldUntil !== undefined) {
            await installer.decline(offer.ticket);
            outcome.waiting.push(record.id);
          } else {
            await install(offer.ticket, joinRights({}, offer.granted));
            outcome.updated.push(record.id);
          }
        } catch (error) {
          if (!isAppError(error)) throw error;
          outcome.failed.push({ id: record.id, error: failureOf(error) });
        }
      }
      panel.changed();
      return outcome;
    },
    remove: async ({ id, data }) => {
      await installer.remove(id, data);
      updates.forget(id);
      panel.changed();
      return null;
    },
    downloads: async () => {
      const kept = (await ctx.get(Inspection).profile()).uses.filter(({ row }) => row === 'npmCache');
      const sum = (property: 'files' | 'bytes') => kept.reduce((total, use) => total + use[property], 0);
      return { files: sum('files'), bytes: sum('bytes') };
    },
    clearDownloads: async () => {
      await clearCache(npm);
      return null;
    },
    log: async ({ id }) => [...(await kernel.log(id))],
    health: async ({ id }, signal) => {
      const stored = store.find(id);
      const registryProblem = async () => {
        try {
          if (stored !== undefined) await registries.locate(id, stored.record.registry, signal);
          return undefined;
        } catch (error) {
          return sentences(error);
        }
      };
      return await healthOf(await statusOf(id), stored, registryProblem);
    },
    chooseFolder: async () => (await ctx.get(Desktop).pickFolder()) ?? null,
    pack: ({ folder }) => pack(ctx, npm, folder),
    publish: async ({ folder, registry }) => {
      const endpoint = await registries.open(registry);
      return await publish(ctx, npm, folder, endpoint!);
    },
  };
}

function installedOf({ record }: StoredVersion, store: Store, updates: Updates): Installed {
  const { id, version, registryName, registryUrl, integrity, installedAt, bytes, files, packages, publisher } = record;
  const previous = store.previous(id)?.record.version;
  const update = updates.of(record);
  return {
    id,
    version,
    registry: registryName,
    registryUrl,
    integrity,
    installedAt,
    bytes,
    files,
    packages: [...packages],
    ...(publisher !== undefined && { publisher }),
    ...(previous !== undefined && { previous }),
    ...(update !== undefined && { update }),
  };
}
