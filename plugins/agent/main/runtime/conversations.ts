import type { AppError } from '@atelier/kernel';
import type { EngineEvent } from '../../engine/protocol.ts';
import type { Children } from './children.ts';
import { Conversation } from './conversation.ts';
import type { ConversationServices } from './conversation-services.ts';
import { Runtime } from './runtime.ts';
import { Turn } from './turn.ts';

const idleMs = 10 * 60_000;
const maxOpen = 40;

/** Every conversation that was used since the app started. */
export class Conversations {
  readonly #services: ConversationServices;
  readonly #children: Children;
  readonly #conversations = new Map<string, Conversation>();

  constructor(services: ConversationServices, children: Children) {
    this.#services = services;
    this.#children = children;
  }

  demandWritable(): void {
    this.#services.demandWritable();
  }

  of(id: string): Conversation {
    const found = this.#conversations.get(id);
    if (found !== undefined) return found;
    const { engine, records, preparer, spending, events, senders, outside } = this.#services;
    const runtime = new Runtime(id, { engine, records, preparer, events, outside });
    const made = new Conversation(runtime, new Turn(runtime, engine, records, spending, senders), this.#services);
    this.#conversations.set(id, made);
    return made;
  }

  /** Those that a conversation has begun, the innermost last. */
  begunBy(id: string): readonly string[] {
    return this.#children.below(id);
  }

  take(event: EngineEvent): void {
    this.#services.answers.take(event);
    this.of(event.conversation).take(event);
  }

  /** Looks up what the processes of an earlier run have left. What was open for a run is secure, and what it has begun too. */
  recover(): void {
    const { queue, answers, records } = this.#services;
    for (const id of records.openForRuns()) {
      for (const one of [id, ...this.begunBy(id)]) this.of(one).runtime.takeBack();
      try {
        records.setForRun(id, false);
      } catch (error) {
        // The disk does not take it: the next start does this again.
        this.#services.log.warn(String(error), { conversation: id });
      }
    }
    for (const id of new Set([...queue.conversations(), ...answers.conversations()])) void this.of(id).recover();
  }

  /** The engine's process has ended, and every runtime with it. */
  lost(why: AppError): void {
    for (const conversation of [...this.#conversations.values()]) conversation.lost(why);
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
    this.#services.answers.forget(id);
    this.#services.senders.forget(id);
    this.#services.outside.forget(id);
    this.#services.records.remove(id);
    this.#children.forget(id);
  }
}
