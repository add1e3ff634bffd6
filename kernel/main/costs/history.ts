import type { CostSample, ExtensionCosts } from '@atelier/kernel';

/** Five minutes, with a measurement every two and a half seconds. */
export const maxSamples = 120;

const smoothed = 4;
const minuteMs = 60_000;

/** What one extension used between measurements; only the last minutes are kept. */
export class History {
  readonly samples: CostSample[] = [];
  #last: { readonly at: number; readonly costs: ExtensionCosts } | undefined;

  /** Adds a sample of the use since the last measurement; the first measurement only stores the counts. */
  add(at: number, costs: ExtensionCosts): CostSample | undefined {
    const last = this.#last;
    this.#last = { at, costs };
    if (last === undefined || at <= last.at) return undefined;
    const more = (now = 0, before = 0): number => Math.max(0, now - before);
    const sample: CostSample = {
      at,
      ms: at - last.at,
      cpuMs: more(costs.cpuMs, last.costs.cpuMs),
      memoryBytes: costs.memoryBytes ?? 0,
      calls: more(costs.calls, last.costs.calls),
      failedCalls: more(costs.failedCalls, last.costs.failedCalls),
      slowCalls: more(costs.slowCalls, last.costs.slowCalls),
      events: more(costs.events, last.costs.events),
      networkBytes: more(costs.networkBytes, last.costs.networkBytes),
      crashes: more(costs.crashes, last.costs.crashes),
    };
    this.samples.push(sample);
    if (this.samples.length > maxSamples) this.samples.shift();
    return sample;
  }

  /** The last samples together: a single one may fall into a pause of a process that is slowed down. */
  lately(): { readonly ms: number; readonly cpuMs: number; readonly events: number } {
    const recent = this.samples.slice(-smoothed);
    const sum = (of: (sample: CostSample) => number): number => recent.reduce((total, sample) => total + of(sample), 0);
    return {
      ms: Math.max(
        1,
        sum(({ ms }) => ms),
      ),
      cpuMs: sum(({ cpuMs }) => cpuMs),
      events: sum(({ events }) => events),
    };
  }

  /** Network bytes in the last minute. */
  networkBytes(now: number): number {
    return this.samples.filter(({ at }) => now - at < minuteMs).reduce((total, sample) => total + sample.networkBytes, 0);
  }
}
