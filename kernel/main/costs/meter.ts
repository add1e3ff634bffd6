import type { Charge, ExtensionCosts } from '@atelier/kernel';
import { processUse } from './proc-usage.ts';

type Counted =
  | 'startMs'
  | 'calls'
  | 'failedCalls'
  | 'slowCalls'
  | 'bytes'
  | 'events'
  | 'fetches'
  | 'networkBytes'
  | 'tokens'
  | 'money'
  | 'crashes';
type Counts = { -readonly [Name in Counted]: ExtensionCosts[Name] } & { readonly pids: Set<number>; endedCpuMs: number };

/** A person waits, and notices. */
const slowMs = 1000;

const nothing = {
  startMs: 0,
  calls: 0,
  failedCalls: 0,
  slowCalls: 0,
  bytes: 0,
  events: 0,
  fetches: 0,
  networkBytes: 0,
  tokens: 0,
  money: 0,
  crashes: 0,
};

/** Counts what each extension costs. Whoever guards a boundary reports here; the numbers never go down. */
export class Meter {
  readonly #counts = new Map<string, Counts>();
  /** Called when a process begins to work for somebody. */
  onRun: () => void = () => undefined;

  /** It took this long from the wake event to the end of `activate`. */
  started(id: string, ms: number): void {
    this.#of(id).startMs = ms;
  }

  /** A call reached it, how that ended and how long it took. */
  called(id: string, succeeded: boolean, ms = 0): void {
    const counts = this.#of(id);
    counts.calls += 1;
    if (!succeeded) counts.failedCalls += 1;
    if (ms >= slowMs) counts.slowCalls += 1;
  }

  /** Bytes crossed its boundary, in either direction. */
  moved(id: string, bytes: number): void {
    this.#of(id).bytes += bytes;
  }

  /** It sent this many events. */
  emitted(id: string, events: number): void {
    this.#of(id).events += events;
  }

  /** It asked the network for something, and this many bytes went there and back. */
  fetched(id: string, bytes: number): void {
    const counts = this.#of(id);
    counts.fetches += 1;
    counts.networkBytes += bytes;
    counts.bytes += bytes;
  }

  /** Somebody spent tokens or money on its behalf; what is no positive number is not counted. */
  charged({ extension, tokens = 0, money = 0 }: Charge): void {
    const counts = this.#of(extension);
    if (tokens > 0 && Number.isFinite(tokens)) counts.tokens += tokens;
    if (money > 0 && Number.isFinite(money)) counts.money += money;
  }

  /** Its process ended unasked. */
  crashed(id: string): void {
    this.#of(id).crashes += 1;
  }

  /** This process works for it from now on. */
  runs(id: string, pid: number): void {
    this.#of(id).pids.add(pid);
    this.onRun();
  }

  /** This process is about to end, or has ended; what it used until the last look still counts. */
  ends(id: string, pid: number): void {
    const counts = this.#of(id);
    if (counts.pids.delete(pid)) counts.endedCpuMs += processUse(pid)?.cpuMs ?? 0;
  }

  /** What it has cost so far. */
  costs(id: string): ExtensionCosts {
    const { pids, endedCpuMs, ...counts } = this.#of(id);
    const uses = [...pids].map(processUse).filter(use => use !== undefined);
    const measured = uses.length > 0;
    return {
      id,
      ...counts,
      cpuMs: measured || endedCpuMs > 0 ? uses.reduce((total, use) => total + use.cpuMs, endedCpuMs) : undefined,
      memoryBytes: measured ? uses.reduce((total, use) => total + use.memoryBytes, 0) : undefined,
    };
  }

  /** What each extension that was ever counted has cost so far. */
  all(): readonly ExtensionCosts[] {
    return [...this.#counts.keys()].map(id => this.costs(id));
  }

  /** Whether a process works for anybody. */
  get isRunning(): boolean {
    return this.#counts.values().some(({ pids }) => pids.size > 0);
  }

  #of(id: string): Counts {
    const known = this.#counts.get(id);
    if (known) return known;
    const fresh = { ...nothing, pids: new Set<number>(), endedCpuMs: 0 };
    this.#counts.set(id, fresh);
    return fresh;
  }
}
