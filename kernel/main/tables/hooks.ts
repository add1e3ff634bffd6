import { type Handle, ownerOf, type TapFailure, type TapOrder } from '@atelier/kernel';
import type { AsyncParallelHook, AsyncSeriesBailHook, AsyncSeriesWaterfallHook } from 'tapable';

/** A hook of any types: only its owner and its taps know them. */
type AnyHook = { readonly key: string; readonly kind: 'notify' } | PipeHook | FirstHook;
interface PipeHook {
  readonly key: string;
  readonly kind: 'pipe';
  /** A promise where the owner runs in a process of its own. */
  readonly parseAnswer?: (answer: unknown, before: never) => unknown;
}
interface FirstHook {
  readonly key: string;
  readonly kind: 'first';
  /** A promise where the owner runs in a process of its own. */
  readonly onFailure?: (input: never, failure: TapFailure) => unknown;
  /** A promise where the owner runs in a process of its own. */
  readonly parseAnswer?: (answer: unknown, from: string) => unknown;
}
type Compiled = (input: unknown, hook: AnyHook) => Promise<unknown>;
type Tapped = (input: unknown, signal: AbortSignal) => Promise<unknown>;

interface Tap {
  readonly from: string;
  readonly order: TapOrder;
  readonly tap: Tapped;
}

interface Entry {
  taps: Tap[];
  compiled: Compiled | undefined;
  /** The kind of hook that `compiled` was built for. */
  kind: AnyHook['kind'] | undefined;
}

/** What the table needs from the kernel. */
export interface HooksParts {
  /** The position of an extension in the plan. */
  position(id: string): number;
  /** Whether an extension was installed by the person: its answers are held to the form of their hook. */
  isInstalled(id: string): boolean;
  /** Called for a tap that threw or did not answer in time. */
  failed(from: string, hook: string, error: unknown): void;
  /** Called for every run, for the log. */
  ran(hook: string, taps: number, milliseconds: number): void;
  readonly signal: AbortSignal;
}

/** All taps of all hooks. tapable calls them; only this file imports it. */
export class Hooks {
  readonly #entries = new Map<string, Entry>();
  readonly #parts: HooksParts;

  constructor(parts: HooksParts) {
    this.#parts = parts;
  }

  tap(key: string, from: string, tap: Tapped, order: TapOrder): Handle {
    const entry = this.#entry(key);
    const own: Tap = { from, tap, order };
    entry.taps.push(own);
    entry.compiled = undefined;
    return {
      dispose: () => {
        // tapable cannot remove a tap, so the compiled hook is rebuilt from the remaining ones (webpack/tapable#75).
        entry.taps = entry.taps.filter(one => one !== own);
        entry.compiled = undefined;
      },
    };
  }

  /** Runs a hook over its taps; a hook without taps returns at once. `missing` are guards of the hook that do not run. */
  async run(hook: AnyHook, input: unknown, missing: readonly string[] = []): Promise<unknown> {
    if (hook.kind === 'first' && missing[0] !== undefined)
      return await hook.onFailure?.(input as never, { from: missing[0], isRunning: false });
    const entry = this.#entries.get(hook.key);
    if (!entry || entry.taps.length === 0) return hook.kind === 'pipe' ? input : undefined;
    if (!entry.compiled || entry.kind !== hook.kind) {
      entry.compiled = await this.#compile(hook, entry.taps);
      entry.kind = hook.kind;
    }
    const began = performance.now();
    try {
      return await entry.compiled(input, hook);
    } finally {
      this.#parts.ran(hook.key, entry.taps.length, performance.now() - began);
    }
  }

  #entry(key: string): Entry {
    let entry = this.#entries.get(key);
    if (!entry) {
      entry = { taps: [], compiled: undefined, kind: undefined };
      this.#entries.set(key, entry);
    }
    return entry;
  }

  async #compile(hook: AnyHook, taps: readonly Tap[]): Promise<Compiled> {
    // Imported on demand: a start at which no hook runs should not load tapable.
    const tapable = await import('tapable');
    const sorted = [...taps].sort((a, b) => this.#parts.position(a.from) - this.#parts.position(b.from));
    const { signal } = this.#parts;
    switch (hook.kind) {
      case 'notify': {
        const compiled: AsyncParallelHook<[unknown]> = new tapable.AsyncParallelHook(['input']);
        for (const { from, tap, order } of sorted) {
          compiled.tapAsync({ name: from, ...order }, (input, done) => {
            attempt(tap, input, signal).then(
              () => done(),
              error => done(void this.#parts.failed(from, hook.key, error)),
            );
          });
        }
        return input => compiled.promise(input);
      }
      case 'pipe': {
        // The hook is passed per run, since what reads the answers is given there.
        const compiled: AsyncSeriesWaterfallHook<[unknown, PipeHook]> = new tapable.AsyncSeriesWaterfallHook(['value', 'hook']);
        const isOwnerInstalled = this.#parts.isInstalled(ownerOf(hook.key));
        for (const { from, tap, order } of sorted) {
          const isHeld = this.#parts.isInstalled(from);
          compiled.tapAsync({ name: from, ...order }, (value, { parseAnswer }, done) => {
            const answered = async (answer: unknown): Promise<unknown> => {
              if (answer === undefined || (parseAnswer === undefined && isOwnerInstalled)) return answer;
              const parsed = await parseAnswer?.(answer, value as never);
              if (parsed === undefined) throw new TypeError('the answer has a wrong form');
              return parsed;
            };
            const tapped = attempt(tap, value, signal);
            (isHeld ? tapped.then(answered) : tapped).then(
              // An undefined answer leaves the value unchanged, in tapable and here.
              answer => done(null, answer as never),
              error => done(void this.#parts.failed(from, hook.key, error)),
            );
          });
        }
        return (input, run) => compiled.promise(input, run as PipeHook);
      }
      case 'first': {
        // The hook is passed per run: two runs of one hook may have different failure answers.
        const compiled: AsyncSeriesBailHook<[unknown, FirstHook], unknown> = new tapable.AsyncSeriesBailHook(['input', 'hook']);
        for (const { from, tap, order } of sorted) {
          compiled.tapAsync({ name: from, ...order }, (input, { onFailure, parseAnswer }, done) => {
            const answered = async (answer: unknown): Promise<unknown> => {
              const parsed = answer === undefined ? undefined : await parseAnswer?.(answer, from);
              if (answer !== undefined && parsed === undefined) throw new TypeError('the answer has a wrong form');
              return parsed;
            };
            const tapped = attempt(tap, input, signal);
            (parseAnswer === undefined ? tapped : tapped.then(answered)).then(
              answer => done(null, answer),
              error => {
                this.#parts.failed(from, hook.key, error);
                // An isolated owner answers later, so the failure answer is awaited too.
                const instead = async (): Promise<unknown> => onFailure?.(input as never, { from, isRunning: true });
                instead().then(answer => done(null, answer), done);
              },
            );
          });
        }
        return (input, run) => compiled.promise(input, run as FirstHook);
      }
    }
  }
}

/** A tap that throws before its first await fails like one that throws after it, and one may answer without a promise. */
function attempt(tap: Tapped, input: unknown, signal: AbortSignal): Promise<unknown> {
  try {
    return Promise.resolve(tap(input, signal));
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
