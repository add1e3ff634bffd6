import { setTimeout as wait } from 'node:timers/promises';
import type { CostSample, ExtensionBudget, ExtensionCosts } from '@atelier/kernel';
import { defaultBudget, free, judge, type Patience, type Spent, type Standing, throttled, type Use } from './budget.ts';
import { History } from './history.ts';
import type { Meter } from './meter.ts';

/** Who is measured, and what may be done about it. */
export interface Watched {
  readonly bundled: boolean;
  readonly kind: string | undefined;
  /** Slows its process down, or lets it run freely; undefined while it has none of its own. */
  readonly slow: ((isSlow: boolean) => void) | undefined;
  /** Ends its process for what it used too much of. */
  readonly exceed: ((over: readonly Spent[], budget: ExtensionBudget) => void) | undefined;
}

/** What the watch needs from the kernel around it. */
export interface CostSurroundings {
  readonly meter: Meter;
  readonly patience: Patience;
  /** Between two looks, while the process of any extension runs. */
  readonly everyMs: number;
  find(id: string): Watched | undefined;
  /** What the person set for it. */
  chosen(id: string): ExtensionBudget | undefined;
  /** Somebody is slowed down from now on. */
  slowed(id: string, over: readonly Spent[], budget: ExtensionBudget): void;
  /** There are newer numbers. */
  looked(): void;
}

const megabyte = 1_048_576;

/** Looks at what extensions use while any of them runs, remembers the last minutes, and holds each to its budget. */
export class CostWatch {
  readonly #around: CostSurroundings;
  readonly #histories = new Map<string, History>();
  readonly #standings = new Map<string, Standing>();
  #clock: NodeJS.Timeout | undefined;

  constructor(around: CostSurroundings) {
    this.#around = around;
    around.meter.onRun = () => this.#start();
  }

  budgetOf(id: string): ExtensionBudget | undefined {
    const watched = this.#around.find(id);
    if (watched === undefined || watched.bundled) return undefined;
    return this.#around.chosen(id) ?? defaultBudget(watched.kind);
  }

  /** What it used from look to look in the last minutes, oldest first. */
  history(id: string): readonly CostSample[] {
    return this.#histories.get(id)?.samples ?? [];
  }

  /** The whole count of everybody who was ever counted. */
  all(): readonly ExtensionCosts[] {
    return this.#around.meter.all().map(costs => {
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

  /** Waits before a request to the network where its sender is slowed down. */
  async pause(id: string, signal: AbortSignal): Promise<void> {
    if (this.#standings.get(id)?.slowedFor.length) await wait(throttled.fetchDelayMs, undefined, { signal });
  }

  /** It has ended or begins anew: what it did before is no longer held against it. */
  forgive(id: string): void {
    this.#standings.delete(id);
  }

  /** One look at everybody. */
  look(now: number): void {
    for (const costs of this.#around.meter.all()) {
      const watched = this.#around.find(costs.id);
      if (watched === undefined || watched.bundled) continue;
      const history = this.#histories.get(costs.id) ?? new History();
      this.#histories.set(costs.id, history);
      const sample = history.add(now, costs);
      if (sample && watched.slow && watched.exceed) this.#judge(costs.id, watched, useOf(sample, history, now), now);
    }
    this.#around.looked();
  }

  close(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.#around.meter.onRun = () => undefined;
  }

  #judge(id: string, { slow, exceed }: Watched, use: Use, now: number): void {
    const budget = this.budgetOf(id)!;
    const { standing, act } = judge(this.#standings.get(id) ?? free, use, budget, now, this.#around.patience);
    this.#standings.set(id, standing);
    if (act === 'slow') {
      slow?.(true);
      this.#around.slowed(id, standing.over, budget);
    }
    if (act === 'release') slow?.(false);
    if (act === 'stop') exceed?.(standing.over, budget);
  }

  #start(): void {
    if (this.#clock !== undefined) return;
    this.look(performance.now());
    this.#clock = setInterval(() => {
      this.look(performance.now());
      if (this.#around.meter.isRunning) return;
      clearInterval(this.#clock);
      this.#clock = undefined;
    }, this.#around.everyMs).unref();
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
