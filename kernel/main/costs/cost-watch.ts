import { setTimeout as wait } from 'node:timers/promises';
import type { CostSample, ExtensionBudget, ExtensionCosts } from '@atelier/kernel';
import { type BudgetResource, type BudgetState, defaultBudget, free, judge, type Patience, throttled, type Use } from './budget.ts';
import { History } from './history.ts';
import type { Meter } from './meter.ts';

/** The process of an extension, as far as its budget is concerned. */
export interface BudgetedProcess {
  /** Slows it down, or lets it run freely. */
  setSlow(isSlow: boolean): void;
  /** Ends it because it used too much of these resources. */
  endForBudget(over: readonly BudgetResource[], budget: ExtensionBudget): void;
}

/** An extension that is measured. */
export interface Watched {
  readonly bundled: boolean;
  readonly kind: string | undefined;
  /** The storage that it was granted beyond the default, in megabytes. */
  readonly storage?: number | undefined;
  /** Undefined while it has no process of its own. */
  readonly process: BudgetedProcess | undefined;
}

/** What the watch needs from the kernel. */
export interface CostWatchParts {
  readonly meter: Meter;
  readonly patience: Patience;
  /** Time between two measurements, while the process of any extension runs. */
  readonly everyMs: number;
  find(id: string): Watched | undefined;
  /** The budget that the person set for it. */
  chosen(id: string): Partial<ExtensionBudget> | undefined;
  /** Measures what it keeps on the disk, if its processes have written. */
  lookAtStorage(id: string): void;
  /** Called when an extension is slowed down. */
  slowed(id: string, over: readonly BudgetResource[], budget: ExtensionBudget): void;
  /** Called after each measurement. */
  measured(): void;
}

const megabyte = 1_048_576;
const storageEveryMs = 500;

/** Measures what extensions use while any of them runs, keeps the last minutes, and enforces each budget. */
export class CostWatch {
  readonly #parts: CostWatchParts;
  readonly #histories = new Map<string, History>();
  readonly #standings = new Map<string, BudgetState>();
  #clock: NodeJS.Timeout | undefined;
  #storageClock: NodeJS.Timeout | undefined;

  constructor(parts: CostWatchParts) {
    this.#parts = parts;
    parts.meter.onRun = () => this.#start();
  }

  budgetOf(id: string): ExtensionBudget | undefined {
    const watched = this.#parts.find(id);
    if (watched === undefined || watched.bundled) return undefined;
    return { ...defaultBudget(watched.kind, watched.storage), ...this.#parts.chosen(id) };
  }

  /** What it used between measurements in the last minutes, oldest first. */
  history(id: string): readonly CostSample[] {
    return this.#histories.get(id)?.samples ?? [];
  }

  /** The totals of every extension that was ever counted. */
  all(): readonly ExtensionCosts[] {
    return this.#parts.meter.all().map(costs => {
      const budget = this.budgetOf(costs.id);
      const standing = this.#standings.get(costs.id);
      const history = this.#histories.get(costs.id);
      return {
        ...costs,
        ...(budget && { budget }),
        ...(standing && standing.slowedFor.length > 0 && { slowed: [...standing.slowedFor] }),
        ...(history && costs.memoryBytes !== undefined && { cpuPercent: share(history.lately()) }),
      };
    });
  }

  /** Delays a request to the network if its sender is slowed down. */
  async pause(id: string, signal: AbortSignal): Promise<void> {
    if (this.#standings.get(id)?.slowedFor.length) await wait(throttled.fetchDelayMs, undefined, { signal });
  }

  /** Resets its state when it ends or starts again. */
  reset(id: string): void {
    this.#standings.delete(id);
  }

  /** Measures every extension once. */
  look(now: number): void {
    for (const costs of this.#parts.meter.all()) {
      const watched = this.#parts.find(costs.id);
      if (watched === undefined || watched.bundled) continue;
      const history = this.#histories.get(costs.id) ?? new History();
      this.#histories.set(costs.id, history);
      const sample = history.add(now, costs);
      if (sample && watched.process) this.#judge(costs.id, watched.process, useOf(sample, history, now), now);
    }
    this.#parts.measured();
  }

  close(): void {
    this.#stop();
    this.#parts.meter.onRun = () => undefined;
  }

  #judge(id: string, process: BudgetedProcess, use: Use, now: number): void {
    const budget = this.budgetOf(id)!;
    const { standing, act } = judge(this.#standings.get(id) ?? free, use, budget, now, this.#parts.patience);
    this.#standings.set(id, standing);
    if (act === 'slow') {
      process.setSlow(true);
      this.#parts.slowed(id, standing.over, budget);
    }
    if (act === 'release') process.setSlow(false);
    if (act === 'stop') process.endForBudget(standing.over, budget);
  }

  #start(): void {
    if (this.#clock !== undefined) return;
    this.look(performance.now());
    this.#clock = setInterval(() => {
      this.look(performance.now());
      if (!this.#parts.meter.isRunning) this.#stop();
    }, this.#parts.everyMs).unref();
    // A disk is filled in seconds.
    this.#storageClock = setInterval(() => {
      for (const id of this.#parts.meter.running()) this.#parts.lookAtStorage(id);
    }, storageEveryMs).unref();
  }

  #stop(): void {
    clearInterval(this.#clock);
    clearInterval(this.#storageClock);
    this.#clock = undefined;
    this.#storageClock = undefined;
  }
}

function useOf(sample: CostSample, history: History, now: number): Use {
  const lately = history.lately();
  return {
    cpuPercent: share(lately),
    memoryMegabytes: sample.memoryBytes / megabyte,
    eventsPerSecond: (lately.events * 1000) / lately.ms,
    networkMegabytesPerMinute: history.networkBytes(now) / megabyte,
  };
}

function share({ cpuMs, ms }: Pick<CostSample, 'cpuMs' | 'ms'>): number {
  return (cpuMs / ms) * 100;
}
