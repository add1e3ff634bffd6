import type { Locale } from '@atelier/kernel';
import { EventBatch } from './batch.ts';
import { errors } from './errors.ts';
import { errorFrom, recordOf } from './problem-records.ts';
import { toAppError } from './problems.ts';
import type { EngineCalls, EngineEvent, FromEngine, MainCalls, ToEngine } from './protocol.ts';

/** A channel to the main side: `process`, or its replacement in a test. */
export interface Port {
  send(message: FromEngine): void;
  onMessage(listener: (message: ToEngine) => void): void;
}

export type EngineHandlers = { [Name in keyof EngineCalls]: (params: EngineCalls[Name]['params']) => Promise<EngineCalls[Name]['result']> };

/** How long a question may wait for its answer; without a limit, until its signal aborts. */
export interface QuestionOptions {
  readonly signal?: AbortSignal | undefined;
  readonly limitMs?: number | undefined;
}

interface PendingQuestion {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
}

/** Carries calls both ways and events one way. */
export class Wire {
  readonly #port: Port;
  readonly #batch: EventBatch;
  readonly #pending = new Map<number, PendingQuestion>();
  #last = 0;
  language: Locale = 'fr';

  constructor(port: Port) {
    this.#port = port;
    this.#batch = new EventBatch(events => port.send({ kind: 'events', events }));
  }

  serve(handlers: EngineHandlers): void {
    this.#port.onMessage(message => {
      if (message.kind === 'call') void this.#answer(handlers, message);
      else if (message.kind === 'ping') this.#port.send({ kind: 'pong' });
      else if (message.kind === 'attended') clearTimeout(this.#pending.get(message.id)?.timer);
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
    { signal, limitMs }: QuestionOptions = {},
  ): Promise<MainCalls[Name]['result']> {
    this.#last += 1;
    const id = this.#last;
    // The events before the question must be on the screen when the person is asked.
    this.#batch.flush();
    return new Promise<MainCalls[Name]['result']>((resolve, reject) => {
      const end = (settle: () => void) => {
        const pending = this.#pending.get(id);
        if (pending === undefined) return;
        clearTimeout(pending.timer);
        this.#pending.delete(id);
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
      this.#pending.set(id, {
        resolve: result => end(() => resolve(result as MainCalls[Name]['result'])),
        reject: error => end(() => reject(error)),
        timer: limitMs === undefined ? undefined : setTimeout(late, limitMs),
      });
      if (signal?.aborted) return withdraw();
      signal?.addEventListener('abort', withdraw, { once: true });
      this.#port.send({ kind: 'call', id, name, params });
    });
  }

  close(): void {
    this.#batch.close();
    for (const pending of [...this.#pending.values()]) pending.reject(new Error('aborted'));
  }

  async #answer(handlers: EngineHandlers, { id, name, params }: ToEngine & { readonly kind: 'call' }): Promise<void> {
    try {
      const handler = handlers[name] as (params: unknown) => Promise<unknown>;
      const result = await handler(params);
      // Events from before the answer are sent before it.
      this.#batch.flush();
      this.#port.send({ kind: 'answer', id, result });
    } catch (error) {
      this.#batch.flush();
      this.#port.send({ kind: 'answer', id, error: recordOf(toAppError(error, { model: undefined, secrets: [] }), this.language) });
    }
  }

  #settle({ id, result, error }: ToEngine & { readonly kind: 'answer' }): void {
    const pending = this.#pending.get(id);
    if (error) pending?.reject(errorFrom(error));
    else pending?.resolve(result);
  }
}
