import { AppError, type Locale } from '@atelier/kernel';
import { EventBatch } from './batch.ts';
import { errors } from './errors.ts';
import { crossing, recordOf } from './problems.ts';
import type { EngineCalls, EngineEvent, FromEngine, MainCalls, ToEngine } from './protocol.ts';

/** A channel to the main side: `process`, or what stands for it in a test. */
export interface Port {
  send(message: FromEngine): void;
  onMessage(listener: (message: ToEngine) => void): void;
}

export type EngineHandlers = { [Name in keyof EngineCalls]: (params: EngineCalls[Name]['params']) => Promise<EngineCalls[Name]['result']> };

/** How long a question may stay without an answer. `undefined`: as long as its signal allows. */
export interface Asking {
  readonly signal?: AbortSignal | undefined;
  readonly limitMs?: number | undefined;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  clock: NodeJS.Timeout | undefined;
}

/** Carries calls both ways and events one way. */
export class Wire {
  readonly #port: Port;
  readonly #batch: EventBatch;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  language: Locale = 'fr';

  constructor(port: Port) {
    this.#port = port;
    this.#batch = new EventBatch(events => port.send({ kind: 'events', events }));
  }

  serve(handlers: EngineHandlers): void {
    this.#port.onMessage(message => {
      if (message.kind === 'call') void this.#answer(handlers, message);
      else if (message.kind === 'attended') clearTimeout(this.#waiting.get(message.id)?.clock);
      else this.#settle(message);
    });
    this.#port.send({ kind: 'ready' });
  }

  emit(event: EngineEvent): void {
    this.#batch.push(event);
  }

  /** Asks the main side. Rejects when it refuses, when the time is up, and when the signal aborts. */
  ask<Name extends keyof MainCalls>(
    name: Name,
    params: MainCalls[Name]['params'],
    { signal, limitMs }: Asking = {},
  ): Promise<MainCalls[Name]['result']> {
    this.#last += 1;
    const id = this.#last;
    // What the person is asked about must be on the screen by then.
    this.#batch.flush();
    return new Promise<MainCalls[Name]['result']>((resolve, reject) => {
      const end = (settle: () => void) => {
        const waiting = this.#waiting.get(id);
        if (waiting === undefined) return;
        clearTimeout(waiting.clock);
        this.#waiting.delete(id);
        signal?.removeEventListener('abort', withdraw);
        settle();
      };
      const giveUp = (error: Error) =>
        end(() => {
          this.#port.send({ kind: 'withdrawn', id });
          reject(error);
        });
      const withdraw = () => giveUp(new Error('aborted'));
      const late = () => giveUp(errors['agent/main-silent']({ call: name, seconds: (limitMs ?? 0) / 1000 }));
      this.#waiting.set(id, {
        resolve: result => end(() => resolve(result as MainCalls[Name]['result'])),
        reject: error => end(() => reject(error)),
        clock: limitMs === undefined ? undefined : setTimeout(late, limitMs),
      });
      if (signal?.aborted) return withdraw();
      signal?.addEventListener('abort', withdraw, { once: true });
      this.#port.send({ kind: 'call', id, name, params });
    });
  }

  close(): void {
    this.#batch.close();
    for (const waiting of [...this.#waiting.values()]) waiting.reject(new Error('aborted'));
  }

  async #answer(handlers: EngineHandlers, { id, name, params }: ToEngine & { readonly kind: 'call' }): Promise<void> {
    try {
      const handler = handlers[name] as (params: unknown) => Promise<unknown>;
      const result = await handler(params);
      // Events that happened before the answer are told before it.
      this.#batch.flush();
      this.#port.send({ kind: 'answer', id, result });
    } catch (error) {
      this.#batch.flush();
      this.#port.send({ kind: 'answer', id, error: recordOf(crossing(error, { model: undefined, secrets: [] }), this.language) });
    }
  }

  #settle({ id, result, error }: ToEngine & { readonly kind: 'answer' }): void {
    const waiting = this.#waiting.get(id);
    if (error) waiting?.reject(AppError.fromRecord({ ...error, details: {} }));
    else waiting?.resolve(result);
  }
}
