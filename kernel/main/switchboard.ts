import { basename } from 'node:path';
import type { AppError, BlockReason, ExtensionBudget, ExtensionState, ExtensionStatus, Locale, Rights } from '@atelier/kernel';
import { effectiveRights } from './context/rights.ts';
import type { Core } from './core.ts';
import { extensionErrors } from './errors/extension.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Found } from './manifest/manifest.ts';
import type { Plan, Refusal } from './manifest/plan.ts';
import { publish, withdraw } from './publishing.ts';
import type { Resident } from './resident.ts';

/** Keeps the plan, and brings every extension to where the plan and the person want it. */
export class Switchboard {
  readonly #core: Core;
  readonly #lifecycle: Lifecycle;
  readonly #kernel: string;
  readonly #replanned: (order: readonly Found[]) => void;
  #places: ReadonlyMap<string, number> = new Map();
  /** Folders that never became an extension: no valid manifest, or a name that is taken. */
  #outsiders: readonly Refusal[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(core: Core, lifecycle: Lifecycle, kernel: string, replanned: (order: readonly Found[]) => void) {
    this.#core = core;
    this.#lifecycle = lifecycle;
    this.#kernel = kernel;
    this.#replanned = replanned;
  }

  place(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** The first plan, before anything runs. `unreadable` are folders that hold no valid manifest; they are listed as refused. */
  begin(first: Plan, unreadable: readonly Refusal[]): void {
    this.#learn(first);
    const isResident = ({ id, folder }: Refusal): boolean => this.#core.residents.get(id)?.found.folder === folder;
    const refused = new Map(first.refusals.filter(isResident).map(refusal => [refusal.id, refusal.error]));
    this.#outsiders = [...unreadable, ...first.refusals.filter(refusal => !isResident(refusal))];
    for (const id of first.order) publish(this.#core, this.#core.residents.get(id)!);
    if (this.#core.residents.size === first.order.length) return;
    for (const resident of this.#core.residents.values()) {
      if (!this.#places.has(resident.found.id)) Object.assign(resident, this.#wanted(resident, refused));
    }
  }

  enable(id: string): Promise<void> {
    return this.#change(id, async resident => {
      const blocked = this.#core.choices.blockOf(id);
      if (blocked) throw extensionErrors['extension/blocked']({ id, ...blocked });
      await this.#core.choices.decide(id, { enabled: true, quarantined: false });
      await this.replan();
      if (resident.found.atelier.activation) await this.#lifecycle.wake(id, 'the person').catch(() => undefined);
    });
  }

  disable(id: string): Promise<void> {
    return this.#change(id, async () => {
      await this.#core.choices.decide(id, { enabled: false });
      await this.replan();
    });
  }

  /** Keeps off what crashed too often; passed over where another version has taken its place meanwhile, or nothing. */
  quarantine(crashed: Resident): Promise<void> {
    const { id, version } = crashed.found;
    return this.inTurn(async () => {
      if (this.#core.residents.get(id) !== crashed) return;
      await this.#core.choices.decide(id, { quarantined: true });
      this.#core.notices.raise(extensionErrors['extension/quarantined']({ id, version }), id);
      await this.replan();
    });
  }

  /** Keeps a version off for `why`, or lifts that where it is undefined; a version that is not here any more is passed over. */
  block(id: string, version: string, why: BlockReason | undefined): Promise<void> {
    return this.#change(id, async resident => {
      const { blocked: before, ...others } = this.#core.choices.of(id);
      if (why === undefined ? before === undefined : resident.found.version !== version) return;
      if (why !== undefined && resident.found.bundled) throw extensionErrors['extension/built-in']({ id });
      await this.#core.choices.put(id, { ...others, ...(why && { blocked: { version, why: { ...why } } }) });
      if (why && before?.version !== version) this.#core.notices.raise(extensionErrors['extension/blocked']({ id, version, why }), id);
      await this.replan();
    });
  }

  /** Gives a failed extension another chance, at once. */
  retry(id: string): Promise<void> {
    return this.#change(id, async resident => {
      if (resident.state === 'failed') await this.#lifecycle.stop(resident, 'dormant', undefined);
      await this.#lifecycle.wake(id, 'the person');
    });
  }

  /** Replaces what was granted. Rights are read at each use, so the extension need not be restarted. */
  grant(id: string, rights: Rights): Promise<void> {
    return this.#change(id, async () => {
      await this.#core.choices.decide(id, { granted: rights as never });
      this.#core.servers.reconcile(id);
    });
  }

  /** What it may use from now on; left out, what its kind may. */
  setBudget(id: string, budget: ExtensionBudget | undefined): Promise<void> {
    return this.#change(id, async () => {
      const { budget: _before, ...others } = this.#core.choices.of(id);
      await this.#core.choices.put(id, { ...others, ...(budget && { budget }) });
    });
  }

  /** Everything there is and how it is, with the problems told in one language. */
  statuses(locale: Locale): readonly ExtensionStatus[] {
    const residents = [...this.#core.residents.values()];
    return [
      ...residents.map(resident => this.#statusOf(resident, locale)),
      ...this.#outsiders.map(outsider => statusOfOutsider(outsider, locale)),
    ];
  }

  effects(id: string): readonly string[] {
    return this.#core.residents.get(id)?.scope?.labels ?? [];
  }

  /** Stops everything that runs, dependents before what they build on. */
  async stopAll(): Promise<void> {
    await this.#turn;
    for (const resident of this.#inPlanOrder().reverse()) {
      if (resident.state === 'active' || resident.state === 'waking') await this.#lifecycle.stop(resident, 'stopped', undefined);
    }
  }

  /** Changes are taken one after the other: two at once could each undo half of the other's plan. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** A folder that was refused for what was in it holds something else now. */
  forgetOutsider(id: string): void {
    this.#outsiders = this.#outsiders.filter(outsider => outsider.id !== id);
  }

  #change(id: string, work: (resident: Resident) => Promise<void>): Promise<void> {
    // Looked up when its turn comes: until then another generation may have taken its place.
    return this.inTurn(async () => {
      const resident = this.#core.residents.get(id);
      if (!resident) throw extensionErrors['extension/unknown']({ id });
      await work(resident);
    });
  }

  /** Brings everybody to where the plan of those who are here now wants them. Call it in a turn. */
  async replan(): Promise<void> {
    const before = this.#inPlanOrder();
    const found = before.map(resident => resident.found);
    const { plan } = await import('./manifest/plan.ts');
    const next = plan(found, this.#kernel, this.#core.choices.off);
    const refused = new Map(next.refusals.map(refusal => [refusal.id, refusal.error]));
    for (const resident of before.reverse()) {
      const { state, problem } = this.#wanted(resident, refused);
      if (state === 'dormant') continue;
      withdraw(this.#core, resident);
      await this.#lifecycle.stop(resident, state, problem);
      this.#core.pointSchemas.forget(resident.found.id);
    }
    this.#learn(next);
    for (const resident of this.#inPlanOrder()) {
      const isShown = resident.state !== 'refused' && resident.state !== 'stopped' && resident.state !== 'quarantined';
      if (isShown || this.#wanted(resident, refused).state !== 'dormant') continue;
      publish(this.#core, resident);
      await this.#lifecycle.stop(resident, 'dormant', undefined);
    }
  }

  #wanted(resident: Resident, refused: ReadonlyMap<string, AppError>): { state: ExtensionState; problem: AppError | undefined } {
    const { id } = resident.found;
    const blocked = this.#core.choices.blockOf(id);
    if (blocked) return { state: 'quarantined', problem: extensionErrors['extension/blocked']({ id, ...blocked }) };
    if (this.#core.choices.isQuarantined(id)) {
      return { state: 'quarantined', problem: extensionErrors['extension/quarantined']({ id, version: resident.found.version }) };
    }
    if (this.#core.choices.off.has(id)) return { state: 'stopped', problem: undefined };
    const problem = refused.get(id);
    return problem ? { state: 'refused', problem } : { state: 'dormant', problem: undefined };
  }

  #learn(next: Plan): void {
    const places = new Map<string, number>();
    const order: Found[] = [];
    for (const id of next.order) {
      places.set(id, order.length);
      order.push(this.#core.residents.get(id)!.found);
    }
    this.#places = places;
    this.#core.points.reorder();
    this.#replanned(order);
  }

  #inPlanOrder(): Resident[] {
    const last = this.#places.size;
    return [...this.#core.residents.values()].sort(
      (a, b) => (this.#places.get(a.found.id) ?? last) - (this.#places.get(b.found.id) ?? last),
    );
  }

  #statusOf(resident: Resident, locale: Locale): ExtensionStatus {
    const { found, state, isolation, problem } = resident;
    return {
      id: found.id,
      version: found.version,
      displayName: found.atelier.displayName ?? found.id,
      ...(found.atelier.kind !== undefined && { kind: found.atelier.kind }),
      ...(found.atelier.icon !== undefined && { icon: found.atelier.icon }),
      bundled: found.bundled,
      requires: Object.keys(found.requires),
      state,
      isolation,
      ...(problem && { problem: problem.toRecord(locale) }),
      problems: resident.problems.map(({ code, details }) => extensionErrors[code](details as never).toRecord(locale)),
      asks: (found.atelier.rights ?? {}) as Rights,
      granted: effectiveRights(resident, this.#core.choices.granted(found.id)),
    };
  }
}

function statusOfOutsider({ id, folder, error }: Refusal, locale: Locale): ExtensionStatus {
  return {
    id,
    version: '',
    displayName: basename(folder),
    bundled: false,
    state: 'refused',
    isolation: 'permissions',
    problem: error.toRecord(locale),
    problems: [],
    asks: {},
    granted: {},
  };
}
