import type { AgentEvent, AgentService, PassedSource } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { type AppError, isAppError } from '@atelier/kernel';
import { errors } from '../errors.ts';
import { problemOf } from '../problems.ts';
import type { Receipts, StoredDelivery, Undelivered } from '../store/receipts.ts';
import type { Clock } from '../time/clock.ts';

export interface MessagesParts {
  readonly agent: Pick<AgentService, 'note' | 'transcript'>;
  readonly conversations: Pick<ConversationsService, 'describe'>;
  readonly receipts: Pick<Receipts, 'undelivered' | 'delivered'>;
  readonly clock: Clock;
  changed(rule: string): void;
  failed(error: AppError): void;
  warn(error: unknown): void;
  asItself(run: () => Promise<void>): Promise<void>;
}

const source: PassedSource = { kind: 'declared', name: 'automation' };
const looked = 20;
const turnRuns: ReadonlySet<string> = new Set(['agent/turn-runs', 'agent/busy']);

/**
 * Leaves results in conversations. That one waits stands in its receipt, so it is left after a kill too, and once only: its key is its
 * receipt. While a turn runs in its conversation it waits for the end of that.
 */
export class Messages {
  readonly #parts: MessagesParts;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: MessagesParts) {
    this.#parts = parts;
  }

  /** Leaves what waits, one after the other; that of one conversation, or all. */
  leave(conversation?: string): Promise<void> {
    const { asItself, warn } = this.#parts;
    this.#work = this.#work.then(() => asItself(() => this.#leaveAll(conversation))).catch(warn);
    return this.#work;
  }

  take({ kind, conversation }: Pick<AgentEvent, 'kind' | 'conversation'>): void {
    if (kind === 'turnEnded' || kind === 'failed') void this.leave(conversation);
  }

  async #leaveAll(only: string | undefined): Promise<void> {
    for (const one of this.#parts.receipts.undelivered('message')) {
      if (only !== undefined && one.delivery.conversation !== only) continue;
      const delivery = await this.#left(one);
      if (delivery === undefined) continue;
      this.#parts.receipts.delivered(one.id, delivery);
      this.#parts.changed(one.rule);
    }
  }

  /** Undefined for one that goes on waiting. */
  async #left({ id, title, answer, delivery }: Undelivered): Promise<StoredDelivery | undefined> {
    const { agent, conversations, clock, failed } = this.#parts;
    const { conversation = '' } = delivery;
    const now = () => ({ ...delivery, at: clock.now() });
    try {
      await conversations.describe(conversation).catch(error => {
        throw errors['automation/no-conversation']({}, error);
      });
      const from = { en: `Automation “${title}”`, fr: `Automatisation « ${title} »` };
      const { entry } = await agent.note(conversation, { key: id, from, text: answer, outside: [source] });
      const { entries } = await agent.transcript(conversation, { limit: looked });
      if (!entries.some(one => one.id === entry)) throw new Error('the message is not in the conversation');
      return { ...now(), status: 'sent' };
    } catch (error) {
      if (isAppError(error) && turnRuns.has(error.code)) return undefined;
      const problem = problemOf(error);
      const why = { en: bare(problem.texts.en), fr: bare(problem.texts.fr) };
      failed(errors['automation/not-left']({ title, why }, error));
      return { ...now(), status: 'failed', problem };
    }
  }
}

/** A sentence inside another one. */
export const bare = (sentence: string): string => sentence.replace(/\.$/, '');
