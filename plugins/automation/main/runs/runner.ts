import { AsyncLocalStorage } from 'node:async_hooks';
import type { Draft } from '../../contract/index.ts';
import type { FiredEvent } from '../events/event.ts';
import type { Outcome } from '../store/receipts.ts';
import type { StoredRule } from '../store/rules.ts';
import { asRunOf } from './cause.ts';

/** A run that has its receipt. */
export interface Run {
  readonly receipt: string;
  readonly rule: StoredRule & { readonly draft: Draft };
  readonly event: FiredEvent | undefined;
  /** Whether its conditions decide; not if the person asked. */
  readonly isConditional: boolean;
}

/** Why a run is stopped; `closing`: Atelier ends, and the next start says so in the receipt. */
export type StopReason = 'stopped' | 'closing';

export interface RunnerParts {
  now(): number;
  /** A run with its rule as it is now, or why it is not begun. */
  fresh(run: Run): Run | 'disabled' | 'changed';
  started(run: Run): void;
  act(run: Run, signal: AbortSignal): Promise<Outcome>;
  /** Undefined for one that the end of Atelier cut off. */
  ended(run: Run, outcome: Outcome): void;
  /** One that was waiting is not begun any more. */
  dropped(run: Run, why: 'disabled' | 'paused' | 'changed'): void;
}

const mostAtOnce = 4;

/** Runs what has its receipt: of each rule, and in each conversation that runs go on in, one after the other, and only a few at once. */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #waiting: Run[] = [];
  /** In whose name each waiting run acts. It begins when another one ends, which may have acted for somebody else. */
  readonly #within = new WeakMap<Run, ReturnType<typeof AsyncLocalStorage.snapshot>>();
  readonly #running = new Map<string, { readonly run: Run; readonly abort: AbortController }>();
  #isClosed = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Whether a run of the rule has begun or waits. */
  isBusy(rule: string): boolean {
    return this.#running.has(rule) || this.#waiting.some(run => run.rule.id === rule);
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.#waiting.length === 0;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  add(run: Run): void {
    this.#within.set(run, AsyncLocalStorage.snapshot());
    this.#waiting.push(run);
    this.#next();
  }

  /** Ends the run of a rule, and drops those that wait. */
  stop(rule: string): void {
    this.#drop('disabled', run => run.rule.id === rule);
    this.#running.get(rule)?.abort.abort('stopped' satisfies StopReason);
  }

  /** Drops what waits and nobody asked for; what runs goes on. */
  pause(): void {
    this.#drop('paused', run => run.isConditional);
  }

  close(): void {
    this.#isClosed = true;
    for (const { abort } of this.#running.values()) abort.abort('closing' satisfies StopReason);
  }

  #drop(why: 'disabled' | 'paused', isMeant: (run: Run) => boolean): void {
    for (const run of this.#waiting.filter(isMeant)) {
      this.#waiting.splice(this.#waiting.indexOf(run), 1);
      this.#parts.dropped(run, why);
    }
  }

  #next(): void {
    while (!this.#isClosed && this.#running.size < mostAtOnce) {
      const waiting = this.#waiting.find(run => this.#isFree(run));
      if (waiting === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      const run = this.#parts.fresh(waiting);
      if (typeof run === 'string') {
        this.#parts.dropped(waiting, run);
        continue;
      }
      const abort = new AbortController();
      this.#running.set(run.rule.id, { run, abort });
      void this.#within.get(waiting)?.(() => asRunOf(run.rule.id, this.#parts.now, () => this.#run(run, abort.signal)));
    }
  }

  /** Whether its turn has come, as its rule is now. */
  #isFree(waiting: Run): boolean {
    if (this.#running.has(waiting.rule.id)) return false;
    const run = this.#parts.fresh(waiting);
    const conversation = typeof run === 'string' ? undefined : goesOnIn(run);
    return conversation === undefined || [...this.#running.values()].every(one => goesOnIn(one.run) !== conversation);
  }

  async #run(run: Run, signal: AbortSignal): Promise<void> {
    this.#parts.started(run);
    const outcome = await this.#parts.act(run, signal);
    this.#running.delete(run.rule.id);
    if (this.#isClosed) return;
    this.#parts.ended(run, outcome);
    this.#next();
  }
}

/** The conversation that a run goes on in. */
function goesOnIn({ rule: { draft } }: Run): string | undefined {
  return draft.action.kind === 'instruction' && draft.action.where === 'continued' ? draft.action.conversation : undefined;
}
