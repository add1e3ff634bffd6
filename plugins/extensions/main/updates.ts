import { type AppError, type Database, type ExtensionContext, Extensions, isAppError } from '@atelier/kernel';
import type { Failure, Rights, Update } from '../contract/index.ts';
import { failureOf } from './errors.ts';
import { missingRights } from './install/difference.ts';
import type { Store, VersionRecord } from './install/store.ts';
import { asksOf, type Packument, record } from './registry/packument.ts';
import type { Registries } from './registry/registries.ts';
import { isNewer } from './registry/versions.ts';
import type { Supply } from './supply/supply.ts';

/** Known newer versions, persisted so that the badge is shown before any registry has answered. */
export interface Updates {
  /** The known update of an installed version, if any. */
  of(installed: VersionRecord): Update | undefined;
  /** Stores the newest version from a registry's current metadata. */
  refresh(installed: VersionRecord, packument: Packument): void;
  /** Sets whether a version asks for more, as found by examining its package. */
  setAsksMore(extension: string, version: string, asksMore: boolean): void;
  /** The person keeps the installed version until there is one newer than `version`. */
  keep(extension: string, version: string): void;
  /** A version could not start: it is not offered again; the next newer one is. */
  markFailed(extension: string, version: string): void;
  forget(extension: string): void;
}

export function openUpdates(db: Database, supply: Supply): Updates {
  const select = db.prepare<{ version: string; asks_more: number; rights: string; published_at: number }>(
    'SELECT version, asks_more, rights, published_at FROM updates WHERE extension = ?',
  );
  const selectKept = db.prepare<{ version: string; failed: number }>('SELECT version, failed FROM kept WHERE extension = ?');
  const upsert = db.prepare(
    `INSERT INTO updates (extension, version, asks_more, rights, checked_at, published_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (extension) DO UPDATE SET version = excluded.version, asks_more = excluded.asks_more, rights = excluded.rights,
       checked_at = excluded.checked_at, published_at = excluded.published_at`,
  );
  const upsertKept = db.prepare(
    `INSERT INTO kept (extension, version, failed) VALUES (?, ?, ?)
     ON CONFLICT (extension) DO UPDATE SET version = excluded.version, failed = excluded.failed`,
  );
  const updateAsksMore = db.prepare('UPDATE updates SET asks_more = ? WHERE extension = ? AND version = ?');
  const remove = db.prepare('DELETE FROM updates WHERE extension = ?');
  const removeKept = db.prepare('DELETE FROM kept WHERE extension = ?');
  return {
    of({ id, version }) {
      const known = select.get(id);
      if (known === undefined || !isNewer(known.version, version)) return undefined;
      if (supply.whyBlocked(id, known.version) !== undefined) return undefined;
      const kept = selectKept.get(id);
      const rights = JSON.parse(known.rights) as Rights;
      const isKept = kept !== undefined && !isNewer(known.version, kept.version);
      const until = supply.heldUntil(known.published_at);
      return {
        version: known.version,
        asksMore: known.asks_more === 1,
        kept: isKept,
        rights,
        ...(isKept && kept.version === known.version && kept.failed === 1 && { failed: true }),
        ...(until !== undefined && { heldUntil: new Date(until).toISOString() }),
      };
    },
    refresh(installed, packument) {
      const next = supply.choose(packument, installed.version);
      if (next === undefined) return void remove.run(installed.id);
      const facts = packument.facts(next);
      if (facts === undefined) return;
      const rights = missingRights(asksOf(facts.manifest), installed.asks);
      const known = new Set(installed.packages.map(({ name }) => name));
      const requires = Object.keys(record(record(facts.manifest.atelier).requires));
      const needsMore =
        Object.keys(rights).length > 0 ||
        Object.keys(record(facts.manifest.dependencies)).some(name => !known.has(name)) ||
        requires.some(name => !installed.requires.includes(name)) ||
        facts.publisher !== installed.publisher ||
        (installed.attested && !facts.attested);
      // Examining the package may have found more than the registry's metadata shows.
      const stored = select.get(installed.id);
      const found = stored?.version === next && stored.asks_more === 1;
      const publishedAt = supply.publishedAt(installed.id, next, facts.date);
      upsert.run(installed.id, next, Number(needsMore || found), JSON.stringify(rights), Date.now(), publishedAt);
    },
    setAsksMore: (extension, version, asksMore) => void updateAsksMore.run(Number(asksMore), extension, version),
    keep: (extension, version) => void upsertKept.run(extension, version, 0),
    markFailed: (extension, version) => void upsertKept.run(extension, version, 1),
    forget(extension) {
      remove.run(extension);
      removeKept.run(extension);
    },
  };
}

/** What a check for updates uses. */
export interface UpdateServices {
  readonly registries: Registries;
  readonly supply: Supply;
  readonly store: Store;
  readonly updates: Updates;
}

/** The registries that failed, and why; the name is empty for the block list. */
export type Failures = { readonly registry: string; readonly error: Failure }[];

/** Reads the block list and queries the registries about all installed extensions. Returns the failures. */
export async function checkUpdates(ctx: ExtensionContext, services: UpdateServices, signal: AbortSignal): Promise<Failures> {
  const { registries, supply, store, updates } = services;
  const problems = await supply.refresh(signal);
  await applyBlockList(ctx, supply, store);
  const failures = new Map<string, AppError>();
  for (const { record } of store.list()) {
    if (failures.has(record.registryName)) continue;
    try {
      updates.refresh(record, (await registries.locate(record.id, record.registry, signal)).packument);
    } catch (error) {
      if (!isAppError(error)) throw error;
      // A package that its registry no longer has is reported in its details, and does not stop the check of others.
      if (error.code !== 'extensions/not-found' && error.code !== 'extensions/no-registry') failures.set(record.registryName, error);
    }
  }
  const failed = [...problems.map(error => ['', error] as const), ...failures];
  return failed.map(([registry, error]) => ({ registry, error: failureOf(error) }));
}

/** Blocks the extensions that a list names and unblocks the others, manually added ones included. */
async function applyBlockList(ctx: ExtensionContext, supply: Supply, store: Store): Promise<void> {
  const kernel = ctx.get(Extensions);
  for (const { id, version, bundled, problem } of await kernel.list()) {
    if (bundled || version === '') continue;
    const why = supply.whyBlockedWith(id, version, store.find(id)?.record);
    const isBlocked = problem?.code === 'extension/blocked';
    if (why !== undefined) {
      if (!isBlocked) ctx.log.warn(`${id} ${version} is blocked: ${why.en}`);
      await kernel.block(id, version, why);
    } else if (isBlocked) {
      ctx.log.info(`${id} ${version} is not blocked any more.`);
      await kernel.block(id, version, undefined);
    }
  }
}
