import type { Log } from '@atelier/kernel';
import type { AccessMode, AgentEvent, Image, Queued, RuntimeState } from '../../contract/index.ts';
import type { EngineEvent } from '../../engine/protocol.ts';
import type { Spending } from '../budgets/spending.ts';
import type { EngineLink } from '../engine-link.ts';
import { agentErrors } from '../errors.ts';
import type { ConversationEvents, NewEvent } from '../events.ts';
import type { RuntimePreparer } from './preparation.ts';
import type { MessageQueue } from './queue.ts';
import type { RuntimeRecords } from './records.ts';
import { Runtime } from './runtime.ts';
import { Turn } from './turn.ts';

export type PromptMode = 'queue' | 'steer' | 'followUp';
export type PromptResult = { readonly taken: 'started' | 'queued' | 'steered'; readonly queued?: string };

export interface QueuedChange {
  readonly text?: string;
  readonly place?: number;
  readonly steer?: boolean;
  readonly remove?: boolean;
}

/** One conversation: sends messages to it, keeps its queue, and handles the engine's events. */
export class Conversation {
  readonly runtime: Runtime;
  readonly #turn: Turn;
  readonly #queue: MessageQueue;
  readonly #events: ConversationEvents;
  readonly #log: Log;

  constructor(runtime: Runtime, turn: Turn, queue: MessageQueue, events: ConversationEvents, log: Log) {
    this.runtime = runtime;
    this.#turn = turn;
    this.#queue = queue;
    this.#events = events;
    this.#log = log;
  }

  get #id(): string {
    return this.runtime.conversation;
  }

  state(): RuntimeState {
    return { ...this.runtime.state(), queue: this.queued() };
  }

  queued(): Queued[] {
    return this.#queue.list(this.#id).map(({ id, text, images, waits }) => ({ id, text, images, waits }));
  }

  eventsAfter(seq: number): { readonly events: AgentEvent[]; readonly complete: boolean } {
    return this.#events.after(this.#id, seq);
  }

  /** Sends a message, or queues it while a turn runs. */
  async prompt(text: string, images: readonly Image[], how: PromptMode): Promise<PromptResult> {
    if (!this.runtime.isBusy) {
      await this.#turn.start(text, images);
      return { taken: 'started' };
    }
    if (how !== 'queue' && this.runtime.isOpen) {
      await this.#turn.addMessage(how, text, images);
      return { taken: 'steered' };
    }
    const queued = this.#queue.add(this.#id, text, images);
    this.#queueChanged();
    return { taken: 'queued', queued };
  }

  async changeQueued(id: string, { text, place, steer = false, remove = false }: QueuedChange): Promise<void> {
    if (text !== undefined) this.#queue.edit(this.#id, id, text);
    if (place !== undefined) this.#queue.move(this.#id, id, place);
    if (remove || steer) {
      const message = this.#queue.take(this.#id, id);
      if (steer) await this.prompt(message.text, message.sent, 'steer');
    }
    this.#queueChanged();
  }

  /** Releases the messages that wait for the person, and sends the first. */
  async drainQueue(): Promise<void> {
    this.#queue.hold(this.#id, false);
    this.#queueChanged();
    if (!this.runtime.isBusy) await this.#sendNext();
  }

  /** Ends the turn. Queued messages then wait for the person, so that stopping does not start the next one. */
  async stop(): Promise<void> {
    if (!this.runtime.isBusy) return;
    this.#queue.hold(this.#id, true);
    this.#queueChanged();
    await this.#turn.stop();
  }

  async resume(): Promise<void> {
    await this.#turn.resume();
  }

  /** Stops the turn, because the runtime has to be opened again in the other mode. */
  async setAccessMode(mode: AccessMode): Promise<void> {
    if (this.runtime.record.accessMode === mode) return;
    await this.stop();
    await this.runtime.setAccessMode(mode);
  }

  /** Handles an event of the engine. */
  take(event: EngineEvent): void {
    const { runtime } = this;
    if (event.kind === 'settled') return this.#settled(event);
    if (event.kind === 'retry') {
      const { attempt, of, delayMs, message } = event;
      runtime.setStatus('retrying');
      return runtime.emit({ kind: 'retry', retry: { attempt, of, delayMs }, problem: { code: 'agent/retrying', message } });
    }
    if (event.kind === 'compaction') {
      if (event.phase === 'started') runtime.setStatus('compacting');
      else if (runtime.status === 'compacting') runtime.setStatus(this.#turn.isRunning ? 'running' : 'idle');
      return runtime.emit({ kind: 'compaction', phase: event.phase });
    }
    if (event.kind === 'context') return runtime.setContext(event.tokens, event.window);
    if (event.kind === 'messageEnded' && event.entry.usage !== undefined && !this.#turn.charge(event.entry.usage)) {
      void this.stop().catch(error => this.#log.warn(String(error)));
    }
    if (runtime.status === 'retrying') runtime.setStatus('running');
    const { conversation: _conversation, ...rest } = event;
    runtime.emit(rest as NewEvent);
  }

  /** The engine's process has ended, and the runtime with it. */
  lost(code: string): void {
    if (!this.runtime.isOpen && !this.runtime.isBusy) return;
    this.runtime.lost();
    if (!this.runtime.isBusy) return this.runtime.setStatus('absent');
    this.#queue.hold(this.#id, true);
    this.#turn.cut(agentErrors['agent/engine-ended']({ code }));
  }

  #settled(event: Extract<EngineEvent, { kind: 'settled' }>): void {
    this.#turn.settle(event);
    if (event.ended !== 'done') {
      this.#queue.hold(this.#id, true);
      if (this.#queue.list(this.#id).length > 0) this.#queueChanged();
    } else if (this.#queue.next(this.#id) === undefined) this.#events.completed(this.#id, event.usage);
    else void this.#sendNext();
  }

  /** Sends the next queued message; if that fails, the message goes back to the front of the queue and waits for the person. */
  async #sendNext(): Promise<void> {
    const message = this.#queue.next(this.#id);
    if (message === undefined) return;
    try {
      this.#queue.take(this.#id, message.id);
      this.#queueChanged();
      await this.#turn.start(message.text, message.sent);
    } catch (error) {
      this.#log.warn(String((error as Error).message), { conversation: this.#id });
      const again = this.#queue.add(this.#id, message.text, message.sent);
      this.#queue.move(this.#id, again, 0);
      this.#queue.hold(this.#id, true);
      this.#queueChanged();
    }
  }

  #queueChanged(): void {
    this.runtime.emit({ kind: 'queueChanged', queue: this.queued() });
  }
}

/** What every conversation uses. */
export interface ConversationServices {
  readonly engine: EngineLink;
  readonly records: RuntimeRecords;
  readonly queue: MessageQueue;
  readonly preparer: RuntimePreparer;
  readonly spending: Spending;
  readonly events: ConversationEvents;
  readonly log: Log;
}

const idleMs = 10 * 60_000;
const maxOpen = 40;

/** Every conversation that was used since the app started. */
export class Conversations {
  readonly #services: ConversationServices;
  readonly #conversations = new Map<string, Conversation>();

  constructor(services: ConversationServices) {
    this.#services = services;
  }

  of(id: string): Conversation {
    const found = this.#conversations.get(id);
    if (found !== undefined) return found;
    const { engine, records, queue, preparer, spending, events, log } = this.#services;
    const runtime = new Runtime(id, engine, records, preparer, events);
    const made = new Conversation(runtime, new Turn(runtime, engine, records, spending), queue, events, log);
    this.#conversations.set(id, made);
    return made;
  }

  take(event: EngineEvent): void {
    this.of(event.conversation).take(event);
  }

  /** The engine's process has ended, and every runtime with it. */
  lost(code: string): void {
    for (const conversation of [...this.#conversations.values()]) conversation.lost(code);
  }

  /** Closes the runtimes that have been idle for long and, if too many are open, those that have been idle longest. */
  async closeIdle(): Promise<void> {
    const now = Date.now();
    const idle = [...this.#conversations.values()]
      .map(({ runtime }) => runtime)
      .filter(({ isOpen, isBusy }) => isOpen && !isBusy)
      .sort((a, b) => a.lastUsed - b.lastUsed);
    const tooMany = idle.slice(0, Math.max(0, idle.length - maxOpen));
    for (const runtime of idle) if (tooMany.includes(runtime) || now - runtime.lastUsed > idleMs) await runtime.close();
  }

  /** Drops everything that is kept of a conversation except its session file. */
  forget(id: string): void {
    this.#conversations.delete(id);
    this.#services.queue.clear(id);
    this.#services.records.remove(id);
  }
}
