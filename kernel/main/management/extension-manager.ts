import type { BlockReason, ExaminedExtension, ExtensionBudget, ExtensionStatus, Locale, Rights } from '@atelier/kernel';
import type { Connections } from '../broker/connections.ts';
import { extensionErrors } from '../errors/extension.ts';
import { type ExamineParts, examine, foundIn } from '../installed/examine.ts';
import type { KernelEvents } from '../kernel-events.ts';
import type { ExtensionRecord } from '../lifecycle/extension-records.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Reconciler } from '../lifecycle/reconciler.ts';
import { kernelPoints } from '../manifest/contributes.ts';
import type { Notices } from '../notices.ts';
import type { Servers } from '../servers/servers.ts';
import { wakeEarly } from '../starting.ts';
import type { Starts } from '../starts/starts.ts';
import type { Points } from '../tables/points.ts';
import { statusOf, statusOfRefusedFolder } from './statuses.ts';

export interface ExtensionManagerParts extends ExamineParts {
  readonly notices: Notices;
  readonly servers: Pick<Servers, 'reconcile'>;
  readonly connections: Pick<Connections, 'review'>;
  readonly lifecycle: Lifecycle;
  readonly reconciler: Reconciler;
  readonly points: Pick<Points, 'recheck' | 'touch'>;
  readonly starts: Pick<Starts, 'safe' | 'leaveSafe'>;
  readonly events: Pick<KernelEvents, 'emit'>;
}

/** The person's decisions about extensions: each decision is stored first, then the extensions are reconciled with it. */
export class ExtensionManager {
  readonly #parts: ExtensionManagerParts;

  constructor(parts: ExtensionManagerParts) {
    this.#parts = parts;
  }

  /** The status of every extension, with problems in one language. */
  statuses(locale: Locale): readonly ExtensionStatus[] {
    const { extensions, decisions, reconciler } = this.#parts;
    return [
      ...[...extensions.values()].map(record => statusOf(record, decisions, locale)),
      ...reconciler.refusedFolders.map(folder => statusOfRefusedFolder(folder, locale)),
    ];
  }

  /** The facts of a package.json whose extension could run here now; throws the reason if it could not. */
  async examine(manifest: unknown): Promise<ExaminedExtension> {
    return await examine(this.#parts, foundIn(manifest));
  }

  /** The effects of an extension, as readable labels. */
  effects(id: string): readonly string[] {
    return this.#parts.extensions.get(id)?.scope?.labels ?? [];
  }

  enable(id: string): Promise<void> {
    const { decisions, lifecycle, reconciler } = this.#parts;
    return reconciler.change(id, async record => {
      const blocked = decisions.blockOf(id);
      if (blocked) throw extensionErrors['extension/blocked']({ id, ...blocked });
      decisions.endOffForNow(id);
      await decisions.decide(id, { enabled: true, quarantined: false, heldBack: false });
      await reconciler.reconcile();
      if (record.found.atelier.activation) await lifecycle.wake(id, 'the person').catch(() => undefined);
    });
  }

  disable(id: string): Promise<void> {
    const { decisions, reconciler } = this.#parts;
    return reconciler.change(id, async () => {
      await decisions.decide(id, { enabled: false });
      await reconciler.reconcile();
    });
  }

  /** Wakes a failed extension again, at once. */
  retry(id: string): Promise<void> {
    const { lifecycle, reconciler } = this.#parts;
    return reconciler.change(id, async record => {
      if (record.state === 'failed') await lifecycle.stop(record, 'dormant');
      await lifecycle.wake(id, 'the person');
    });
  }

  /** Keeps an extension off that crashed too often; ignored if it was replaced or removed meanwhile. */
  quarantine(crashed: ExtensionRecord): Promise<void> {
    const { extensions, decisions, notices, reconciler } = this.#parts;
    const { id, version } = crashed.found;
    return reconciler.inTurn(async () => {
      if (extensions.get(id) !== crashed) return;
      await decisions.decide(id, { quarantined: true, heldBack: false });
      notices.raise(extensionErrors['extension/quarantined']({ id, version }), id);
      await reconciler.reconcile();
    });
  }

  /** Ends the safe start: extensions are on and off again as the person decided, and those that run at start are woken. */
  leaveSafeStart(): Promise<void> {
    const { decisions, reconciler, starts, points } = this.#parts;
    return reconciler.inTurn(async () => {
      if (starts.safe === undefined) return;
      starts.leaveSafe();
      decisions.endOffForNow();
      await reconciler.reconcile();
      points.touch(kernelPoints.views);
      void wakeEarly(this.#parts);
    });
  }

  /** Blocks a version for `why`, or removes the block if undefined; ignored for a version that is no longer installed. */
  block(id: string, version: string, why: BlockReason | undefined): Promise<void> {
    const { decisions, notices, reconciler } = this.#parts;
    return reconciler.change(id, async record => {
      const { blocked: before, ...others } = decisions.of(id);
      if (why === undefined ? before === undefined : record.found.version !== version) return;
      if (why !== undefined && record.found.bundled) throw extensionErrors['extension/built-in']({ id });
      await decisions.put(id, { ...others, ...(why && { blocked: { version, why: { ...why } } }) });
      if (why && before?.version !== version) notices.raise(extensionErrors['extension/blocked']({ id, version, why }), id);
      await reconciler.reconcile();
    });
  }

  /** Replaces the granted rights. Rights are read at each use, so the extension need not be restarted. */
  grant(id: string, rights: Rights): Promise<void> {
    const { decisions, servers, connections, reconciler, points, events } = this.#parts;
    return reconciler.change(id, async record => {
      await decisions.decide(id, { granted: rights as never });
      servers.reconcile(id);
      connections.review(id);
      points.recheck(id);
      events.emit('extensionsChanged', { id, state: record.state });
    });
  }

  /** Sets its budget; undefined restores the budget of its kind. */
  setBudget(id: string, budget: ExtensionBudget | undefined): Promise<void> {
    const { decisions, reconciler } = this.#parts;
    return reconciler.change(id, async () => {
      const { budget: _before, ...others } = decisions.of(id);
      await decisions.put(id, { ...others, ...(budget && { budget }) });
    });
  }
}
