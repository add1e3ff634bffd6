import type { Charge, ExtensionCosts } from '@atelier/kernel';
import { processUse, writtenBytes } from './proc-usage.ts';

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

/** From here on a person notices the delay. */
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

/** Counts what each extension costs. The code at each boundary reports here; the numbers never decrease. */
export class Meter {
  readonly #counts = new Map<string, Counts>();
  /** Called when the process of an extension starts. */
  onRun: () => void = () => undefined;

  /** The time from the wake event to the end of `activate`. */
  started(id: string, ms: number): void {
    this.#of(id).startMs = ms;
  }

  /** Counts a call to it, whether it succeeded and how long it took. */
  called(id: string, succeeded: boolean, ms = 0): void {
    const counts = this.#of(id);
    counts.calls += 1;
    if (!succeeded) counts.failedCalls += 1;
    if (ms >= slowMs) counts.slowCalls += 1;
  }

  /** Counts bytes across its boundary, in either direction. */
  moved(id: string, bytes: number): void {
    this.#of(id).bytes += bytes;
  }

  /** Counts events that it sent. */
  emitted(id: string, events: number): void {
    this.#of(id).events += events;
  }

  /** Counts a network request and its bytes in both directions. */
  fetched(id: string, bytes: number): void {
    const counts = this.#of(id);
    counts.fetches += 1;
    counts.networkBytes += bytes;
    counts.bytes += bytes;
  }

  /** Counts bytes of a connection that is open. */
  networked(id: string, bytes: number): void {
    const counts = this.#of(id);
    counts.networkBytes += bytes;
    counts.bytes += bytes;
  }

  /** Counts tokens or money spent on its behalf; anything but a positive number is ignored. */
  charged({ extension, tokens = 0, money = 0 }: Charge): void {
    const counts = this.#of(extension);
    if (tokens > 0 && Number.isFinite(tokens)) counts.tokens += tokens;
    if (money > 0 && Number.isFinite(money)) counts.money += money;
  }

  /** Counts an unexpected end of its process. */
  crashed(id: string): void {
    this.#of(id).crashes += 1;
  }

  /** Measures this process for it from now on. */
  runs(id: string, pid: number): void {
    this.#of(id).pids.add(pid);
    this.onRun();
  }

  /** Stops measuring this process; what it used until the last measurement still counts. */
  ends(id: string, pid: number): void {
    const counts = this.#of(id);
    if (counts.pids.delete(pid)) counts.endedCpuMs += processUse(pid)?.cpuMs ?? 0;
  }

  /** The costs of one extension so far. */
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

  /** The costs so far of each extension that was ever counted. */
  all(): readonly ExtensionCosts[] {
    return [...this.#counts.keys()].map(id => this.costs(id));
  }

  /** The bytes that its processes have written so far; undefined where the system does not say, or without a process. */
  written(id: string): number | undefined {
    const counts = [...this.#of(id).pids].map(writtenBytes).filter(count => count !== undefined);
    return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
  }

  /** The extensions that have a process. */
  running(): readonly string[] {
    return [...this.#counts].flatMap(([id, { pids }]) => (pids.size > 0 ? [id] : []));
  }

  /** Whether any extension has a process. */
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
