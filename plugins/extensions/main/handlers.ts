import { type AppError, type ExtensionsService, type Handlers, isAppError, type Log } from '@atelier/kernel';
import type { ExtensionsShape, Installed } from '../contract/index.ts';
import { detailsOf } from './details.ts';
import { failureOf, sentences } from './failure.ts';
import { healthOf } from './health.ts';
import { joinRights } from './install/difference.ts';
import type { Installer } from './install/installer.ts';
import type { Kept } from './install/record.ts';
import type { Store } from './install/store.ts';
import { type Publishing, pack, publish } from './publish.ts';
import { locate } from './registry/locate.ts';
import type { Registries } from './registry/registries.ts';
import { searchIn } from './registry/search.ts';
import { isNewer } from './registry/versions.ts';
import { blockInstalled } from './supply/block-installed.ts';
import type { Supply } from './supply/supply.ts';
import type { Updates } from './updates.ts';

/** The parts that answer what the panel asks. */
export interface Parts extends Publishing {
  readonly store: Store;
  readonly registries: Registries;
  readonly updates: Updates;
  readonly installer: Installer;
  readonly kernel: ExtensionsService;
  readonly supply: Supply;
  readonly log: Log;
  pickFolder(): Promise<string | undefined>;
  changed(): void;
}

type Served = Handlers<ExtensionsShape>;
type Failures = Awaited<ReturnType<Served['checkUpdates']>>;

/** The handlers of the channel `extensions`. */
export function handlersOf(parts: Parts): Served {
  const { store, registries, updates, installer, kernel, supply, changed } = parts;
  const put: Installer['install'] = async (ticket, rights, more) => {
    try {
      return await installer.install(ticket, rights, more);
    } catch (error) {
      const { id, version, old } = isAppError(error) && error.code === 'extensions/rolled-back' ? error.details : {};
      if (version !== undefined && isNewer(String(version), String(old))) updates.failed(String(id), String(version));
      changed();
      throw error;
    }
  };
  const statusOf = async (id: string) => (await kernel.list()).find(status => status.id === id);
  return {
    listRegistries: async () => [...registries.list()],
    saveRegistry: async change => {
      const saved = await registries.save(change);
      changed();
      return saved;
    },
    removeRegistry: async ({ id }) => {
      await registries.remove(id);
      changed();
      return null;
    },
    search: async ({ text }, signal) => {
      const failures: Failures = [];
      const asking = registries.list().map(async ({ id, name }) => {
        try {
          return await searchIn((await registries.open(id))!, id, text.trim(), signal);
        } catch (error) {
          if (!isAppError(error)) throw error;
          failures.push({ registry: name, error: failureOf(error) });
          return [];
        }
      });
      const found = (await Promise.all(asking)).flat();
      // The one that it would be taken from, where two have it.
      const may = found.filter(one => registries.idsFor(one.id).includes(one.registry));
      const entries = may.filter((one, at) => may.findIndex(({ id }) => id === one.id) === at);
      supply.offered(entries);
      return { entries, failures };
    },
    listInstalled: async () => store.list().map(kept => installedOf(kept, store, updates)),
    details: async ({ id, registry }, signal) => {
      const kept = store.find(id);
      const status = await statusOf(id);
      // What was put here by hand is of no registry's knowing, and none is told of it.
      const isByHand = status !== undefined && kept === undefined;
      const cameFrom = kept?.record.registry ?? registry;
      const found = isByHand || status?.bundled === true ? undefined : () => locate(registries, id, cameFrom, signal);
      return await detailsOf({ id, kept, status, found, supply, signal });
    },
    offer: async ({ id, version, registry }) => {
      const offer = await installer.offer(id, version, registry);
      if (offer.installed !== undefined) updates.correct(id, offer.version, offer.asksMore);
      changed();
      return offer;
    },
    install: async ({ ticket, rights, tools, early }) => {
      const { id, version, from } = await put(ticket, rights, { read: tools, early });
      // Whoever goes back is not asked again to take what they left.
      if (from !== undefined && isNewer(from, version)) updates.keep(id, from);
      changed();
      return null;
    },
    decline: async ({ ticket, keep }) => {
      const declined = await installer.decline(ticket);
      if (declined !== undefined && keep === true) updates.keep(declined.id, declined.version);
      changed();
      return null;
    },
    checkUpdates: (_params, signal) => checkUpdates(parts, signal),
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
          updates.correct(record.id, offer.version, offer.asksMore);
          if (offer.asksMore || offer.heldUntil !== undefined) {
            await installer.decline(offer.ticket);
            outcome.waiting.push(record.id);
          } else {
            await put(offer.ticket, joinRights({}, offer.granted));
            outcome.updated.push(record.id);
          }
        } catch (error) {
          if (!isAppError(error)) throw error;
          outcome.failed.push({ id: record.id, error: failureOf(error) });
        }
      }
      changed();
      return outcome;
    },
    remove: async ({ id, data }) => {
      await installer.remove(id, data);
      updates.forget(id);
      changed();
      return null;
    },
    log: async ({ id }) => [...(await kernel.log(id))],
    health: async ({ id }, signal) => {
      const kept = store.find(id);
      const registryProblem = async () => {
        try {
          if (kept !== undefined) await locate(registries, id, kept.record.registry, signal);
          return undefined;
        } catch (error) {
          return sentences(error);
        }
      };
      return await healthOf(await statusOf(id), kept, registryProblem);
    },
    chooseFolder: async () => (await parts.pickFolder()) ?? null,
    pack: ({ folder }) => pack(parts, folder),
    publish: async ({ folder, registry }) => {
      const asked = await registries.open(registry);
      return await publish(parts, folder, asked!);
    },
  };
}

/** Asks the registries about all that is installed; answers those that could not be asked. */
export async function checkUpdates(parts: Parts, signal: AbortSignal): Promise<Failures> {
  const { store, registries, updates, supply, changed } = parts;
  const problems = await supply.refresh(signal);
  await blockInstalled(parts);
  const failures = new Map<string, AppError>();
  for (const { record } of store.list()) {
    if (failures.has(record.registryName)) continue;
    try {
      updates.learn(record, (await locate(registries, record.id, record.registry, signal)).packument);
    } catch (error) {
      if (!isAppError(error)) throw error;
      // A package that is gone from its registry is told where one looks at it, and keeps no other from being asked.
      if (error.code !== 'extensions/not-found' && error.code !== 'extensions/no-registry') failures.set(record.registryName, error);
    }
  }
  changed();
  const told = [...problems.map(error => ['', error] as const), ...failures];
  return told.map(([registry, error]) => ({ registry, error: failureOf(error) }));
}

function installedOf({ record }: Kept, store: Store, updates: Updates): Installed {
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
