import type { Rights } from '@atelier/kernel';
import { backupsFolderOf, databaseFileOf } from '../data-paths.ts';
import type { Decision } from '../decisions.ts';
import { extensionErrors } from '../errors/extension.ts';
import { noticeTexts } from '../errors/notice.ts';
import { type DataParts, deleteData } from '../installed/delete-data.ts';
import { examine, foundInFolder } from '../installed/examine.ts';
import { linkInstalled, unlinkInstalled } from '../installed/installed-links.ts';
import { restoreOlderData } from '../installed/restore-older-data.ts';
import type { Found } from '../manifest/manifest.ts';
import type { Notices } from '../notices.ts';
import { type DatabaseSnapshot, takeSnapshot } from '../storage/database-snapshot.ts';
import { createdMark } from '../storage/recover.ts';
import type { ExtensionRecord, ExtensionRecords } from './extension-records.ts';
import type { Reconciler, ReconcilerParts } from './reconciler.ts';

export interface RuntimeReplacementParts extends ReconcilerParts, DataParts {
  readonly notices: Notices;
  readonly reconciler: Reconciler;
}

/** Adds, replaces and removes extensions at run time, one at a time and each completely or not at all. */
export class RuntimeReplacement {
  readonly #parts: RuntimeReplacementParts;
  readonly #records: ExtensionRecords;
  readonly #replacing = new Map<string, Promise<void>>();

  constructor(parts: RuntimeReplacementParts) {
    this.#parts = parts;
    this.#records = parts.records;
  }

  /** Resolves once no version of the extension is being replaced. */
  async settled(id: string): Promise<void> {
    await this.#replacing.get(id);
  }

  /** Replaces the current version with the one in a folder; if that does not start, the previous version is restored. */
  adopt(folder: string, granted: Rights | undefined): Promise<void> {
    return this.#parts.reconciler.inTurn(async () => {
      const found = foundInFolder(folder);
      await examine({ ...this.#parts, extensions: this.#records.here }, found);
      const replaced = Promise.withResolvers<void>();
      this.#replacing.set(found.id, replaced.promise);
      try {
        await this.#replace(found, granted);
      } finally {
        this.#replacing.delete(found.id);
        replaced.resolve();
      }
    });
  }

  /** Reloads an extension from its folder, for its author; it may ask for more rights, and is granted none. */
  async reload(id: string): Promise<void> {
    const record = this.#records.here.get(id);
    if (!record) throw extensionErrors['extension/unknown']({ id });
    await this.adopt(record.found.folder, undefined);
  }

  /** Stops an extension with those that need it, and starts again what ran; throws if the extension does not start. */
  restart(id: string): Promise<void> {
    const { reconciler, lifecycle } = this.#parts;
    return reconciler.change(id, async record => {
      const ran = [...this.#records.here.values()].filter(({ state }) => state === 'active' || state === 'waking');
      await this.#removeFromPlan(record);
      await this.#addToPlan(record);
      await this.#wake(ran.map(({ found }) => found.id));
      await lifecycle.wake(id, 'the person');
    });
  }

  forget(id: string, data: 'keep' | 'delete'): Promise<void> {
    const { host, log, decisions, reconciler } = this.#parts;
    return reconciler.change(id, async record => {
      if (record.found.bundled) throw extensionErrors['extension/built-in']({ id });
      // First, so that the extension does not return if the app dies from here on.
      unlinkInstalled(host.paths.installed, record.found);
      await this.#removeFromPlan(record);
      await decisions.put(id, undefined);
      if (data === 'delete') await deleteData(this.#parts, id);
      log.for(id).info('Removed.', { data });
    });
  }

  async #replace(found: Found, granted: Rights | undefined): Promise<void> {
    const { host, decisions, lifecycle, reconciler } = this.#parts;
    const { id, version } = found;
    const log = this.#parts.log.for(id);
    const old = this.#records.here.get(id);
    const before: Decision | undefined = old && decisions.of(id);
    // A block concerns only the version that is replaced.
    const { blocked: _of, ...others } = before ?? {};
    const wasRunning = old?.state === 'active' || old?.state === 'waking';
    const wasDormant = old?.state === 'dormant';
    const dependents = [...this.#records.here.values()]
      .filter(({ found, state }) => state === 'active' && Object.hasOwn(found.requires, id))
      .map(record => record.found.id);
    if (old) await this.#removeFromPlan(old);
    let data: DatabaseSnapshot | undefined;
    try {
      const file = databaseFileOf(this.#parts, id);
      data = await takeSnapshot(file, createdMark({ owner: id, file, folder: backupsFolderOf(this.#parts) }));
      // Installing a new version is the person's answer to a crash, so it ends the quarantine.
      await decisions.put(id, {
        ...others,
        ...(before?.quarantined && { quarantined: false }),
        ...(granted && { granted }),
      } as Decision);
      const next = this.#records.make(found);
      await this.#addToPlan(next);
      const isOff = next.state === 'stopped' || next.state === 'refused' || next.state === 'quarantined';
      // A call may have woken it already, and it may have failed.
      if (!isOff && found.atelier.main !== undefined) {
        await this.#startOn(next, old?.found.version);
        // A failed extension was in use: its views may already have called the new version.
        if (wasDormant && found.atelier.activation === undefined) await lifecycle.stop(next, 'dormant');
      }
      linkInstalled(host.paths.installed, found);
      data.drop();
    } catch (error) {
      const failed = this.#records.here.get(id);
      if (failed && failed !== old) await this.#removeFromPlan(failed);
      data?.restore();
      await decisions.put(id, before);
      if (old) await this.#addToPlan(old);
      else await reconciler.reconcile();
      if (old) log.warn(`${version} did not start, so ${old.found.version} is back.`);
      await this.#wake(wasRunning ? [id, ...dependents] : dependents);
      throw error;
    }
    reconciler.forgetRefusedFolder(id);
    log.info(old ? `${old.found.version} was replaced by ${version}.` : `${version} was taken in.`);
    await this.#wake(dependents);
  }

  /** An older version may not be able to read data that a newer one has migrated: then a backup from before is restored. */
  async #startOn(next: ExtensionRecord, from: string | undefined): Promise<void> {
    const { lifecycle, notices } = this.#parts;
    const { id, version } = next.found;
    try {
      return await lifecycle.wake(id, 'the person');
    } catch (error) {
      const before = from === undefined || next.state !== 'failed' ? undefined : await restoreOlderData(this.#parts, id, error);
      if (before === undefined) throw error;
      await lifecycle.stop(next, 'dormant');
      await lifecycle.wake(id, 'the person').catch(again => {
        before.deleteNewer();
        throw again;
      });
      notices.raise(noticeTexts['notice/data-of-before']({ id, version, from, ...before.notice }), id);
    }
  }

  /** Adds a stopped record to the plan; afterwards it is dormant, or off if the person or the plan says so. */
  async #addToPlan(record: ExtensionRecord): Promise<void> {
    this.#records.put(record);
    await this.#parts.reconciler.reconcile();
  }

  /** Stops an extension and its dependents, and removes its contributions. */
  async #removeFromPlan(record: ExtensionRecord): Promise<void> {
    const { reconciler, lifecycle, pointSchemas } = this.#parts;
    reconciler.hide(record);
    this.#records.remove(record);
    pointSchemas.forget(record.found.id);
    await lifecycle.stop(record, 'stopped');
    await reconciler.reconcile();
  }

  async #wake(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#parts.lifecycle.wake(id, 'the person').catch(() => undefined);
  }
}
