import { type AppError, isAppError } from '@atelier/kernel';
import type { AgentEvent, Queued } from '../../contract/index.ts';
import { type Live, newLive } from './live.ts';
import type { RuntimeRecord } from './records.ts';
import type { RuntimesOptions } from './runtimes.ts';

/** What is going on in every conversation, and the way to tell of it. */
export class Stage {
  readonly #options: RuntimesOptions;
  readonly #live = new Map<string, Live>();

  constructor(options: RuntimesOptions) {
    this.#options = options;
  }

  get all(): readonly Live[] {
    return [...this.#live.values()];
  }

  of(conversation: string): Live {
    const there = this.#live.get(conversation);
    if (there !== undefined) return there;
    const made = newLive(conversation, this.#options.now());
    this.#live.set(conversation, made);
    return made;
  }

  tell(live: Live, event: Partial<AgentEvent> & Pick<AgentEvent, 'kind'>): void {
    const { emit, now } = this.#options;
    emit(live.log.add({ ...event, conversation: live.conversation, at: now() } as Omit<AgentEvent, 'seq'>));
  }

  status(live: Live, status: Live['status']): void {
    if (live.status === status) return;
    live.status = status;
    this.tell(live, { kind: 'status', status, ...(live.problem && status === 'failed' && { problem: live.problem }) });
  }

  tellQueue(live: Live): void {
    this.tell(live, { kind: 'queueChanged', queue: this.queued(live.conversation) });
  }

  change(conversation: string, change: Partial<Omit<RuntimeRecord, 'conversation'>>): void {
    const { records } = this.#options;
    records.save({ ...records.get(conversation), ...change });
  }

  turnOver(live: Live): void {
    live.ended?.resolve();
    live.ended = undefined;
  }

  failed(live: Live, error: AppError): void {
    const { code, message } = isAppError(error) ? error : { code: 'agent/failed', message: String(error) };
    live.problem = { code, message };
    this.#options.records.markRunning(live.conversation, false);
    this.status(live, 'failed');
    this.tell(live, { kind: 'failed', problem: live.problem });
    this.turnOver(live);
  }

  cut(live: Live, error: AppError): void {
    this.change(live.conversation, { cut: true });
    this.#options.queue.hold(live.conversation, true);
    live.problem = { code: error.code, message: error.message };
    this.status(live, 'failed');
    this.tell(live, { kind: 'turnEnded', ended: 'cut', problem: live.problem });
    this.turnOver(live);
  }

  queued(conversation: string): Queued[] {
    return this.#options.queue.list(conversation).map(({ id, text, images, waits }) => ({ id, text, images, waits }));
  }

  forget(conversation: string): void {
    this.#live.delete(conversation);
  }
}
