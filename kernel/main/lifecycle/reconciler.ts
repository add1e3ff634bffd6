import type { AppError } from '@atelier/kernel';
import type { Decisions } from '../decisions.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { CurrentPlan } from '../manifest/current-plan.ts';
import type { Plan, Refusal } from '../manifest/plan.ts';
import { type PublishParts, publish, withdraw } from '../publishing.ts';
import type { PointSchemas } from '../tables/point-schemas.ts';
import { version as kernelVersion } from '../version.ts';
import type { ExtensionRecord, ExtensionRecords } from './extension-records.ts';
import type { Lifecycle } from './lifecycle.ts';

export interface ReconcilerParts extends PublishParts {
  readonly records: ExtensionRecords;
  readonly plan: CurrentPlan;
  readonly lifecycle: Lifecycle;
  readonly decisions: Decisions;
  readonly pointSchemas: PointSchemas;
}

interface Wanted {
  readonly state: 'dormant' | 'refused' | 'quarantined' | 'stopped';
  readonly problem?: AppError;
}

/** Moves every extension to the state that the plan and the person's decisions ask for, one change after another. */
export class Reconciler {
  readonly #parts: ReconcilerParts;
  #refusedFolders: readonly Refusal[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
  }

  /** Folders that did not become an extension: no valid manifest, or a name that is in use. */
  get refusedFolders(): readonly Refusal[] {
    return this.#refusedFolders;
  }

  /** Removes a refused folder of this name, because its content has changed. */
  forgetRefusedFolder(id: string): void {
    this.#refusedFolders = this.#refusedFolders.filter(folder => folder.id !== id);
  }

  /** The first plan, before anything runs. `unreadable` are folders without a valid manifest. */
  begin(first: Plan, unreadable: readonly Refusal[]): void {
    const { records, plan } = this.#parts;
    this.#setPlan(first);
    const isRecorded = ({ id, folder }: Refusal): boolean => records.here.get(id)?.found.folder === folder;
    const refused = new Map(first.refusals.filter(isRecorded).map(refusal => [refusal.id, refusal.error]));
    this.#refusedFolders = [...unreadable, ...first.refusals.filter(refusal => !isRecorded(refusal))];
    for (const id of first.order) this.#show(records.here.get(id)!);
    if (records.here.size === first.order.length) return;
    for (const record of records.here.values()) {
      if (plan.position(record.found.id) !== undefined) continue;
      const { state, problem } = this.#wanted(record, refused);
      records.move(record, state, problem);
    }
  }

  /** Runs changes one after another: two at once could each undo half of the other's plan. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Queues a change of one extension. */
  change(id: string, work: (record: ExtensionRecord) => Promise<void>): Promise<void> {
    // Looked up when its turn comes: another record may have replaced it by then.
    return this.inTurn(async () => {
      const record = this.#parts.records.here.get(id);
      if (!record) throw extensionErrors['extension/unknown']({ id });
      await work(record);
    });
  }

  /** Plans the known extensions, and moves each to its planned state. Call it inside of `inTurn`. */
  async reconcile(): Promise<void> {
    const { records, lifecycle, decisions, plan: current, pointSchemas } = this.#parts;
    const before = current.inOrder(records.here.values());
    const { plan } = await import('../manifest/plan.ts');
    const next = plan(
      before.map(({ found }) => found),
      kernelVersion,
      decisions.off,
    );
    const refused = new Map(next.refusals.map(refusal => [refusal.id, refusal.error]));
    for (const record of before.reverse()) {
      const { state, problem } = this.#wanted(record, refused);
      if (state === 'dormant') continue;
      this.hide(record);
      await lifecycle.stop(record, state, problem);
      pointSchemas.forget(record.found.id);
    }
    this.#setPlan(next);
    for (const record of current.inOrder(records.here.values())) {
      const isOff = record.state === 'refused' || record.state === 'stopped' || record.state === 'quarantined';
      if (isOff && this.#wanted(record, refused).state === 'dormant') this.#show(record);
    }
  }

  /** Removes the contributions of its manifest. */
  hide(record: ExtensionRecord): void {
    withdraw(this.#parts, record.found.id);
    this.#parts.records.setProblems(record, record.found.problems);
  }

  /** Stops every running extension, dependents before their dependencies. */
  async stopAll(): Promise<void> {
    const { records, lifecycle, plan } = this.#parts;
    await this.#turn;
    for (const record of plan.inOrder(records.here.values()).reverse()) {
      if (record.state === 'active' || record.state === 'waking') await lifecycle.stop(record, 'stopped');
    }
  }

  #show(record: ExtensionRecord): void {
    const { records } = this.#parts;
    records.setProblems(record, publish(this.#parts, records.here, record.found));
    records.move(record, 'dormant');
  }

  #wanted({ found: { id, version } }: ExtensionRecord, refused: ReadonlyMap<string, AppError>): Wanted {
    const { decisions } = this.#parts;
    const blocked = decisions.blockOf(id);
    if (blocked) return { state: 'quarantined', problem: extensionErrors['extension/blocked']({ id, ...blocked }) };
    if (decisions.isQuarantined(id)) {
      const code = decisions.of(id).heldBack ? 'extension/held-back' : 'extension/quarantined';
      return { state: 'quarantined', problem: extensionErrors[code]({ id, version }) };
    }
    if (decisions.off.has(id)) {
      if (!decisions.isOffForNow(id) || decisions.isSwitchedOff(id)) return { state: 'stopped' };
      return { state: 'stopped', problem: extensionErrors['extension/safe-start']({ id }) };
    }
    const problem = refused.get(id);
    return problem ? { state: 'refused', problem } : { state: 'dormant' };
  }

  #setPlan({ order }: Plan): void {
    const { records, plan, points } = this.#parts;
    plan.set(order.map(id => records.here.get(id)!.found));
    points.reorder();
  }
}
