import type { AgentEvent } from '@atelier/agent/contract';
import { isMarked, textOf } from './prompt.ts';

/** How the turn of a message has ended. */
export interface TurnEnd {
  readonly ended: NonNullable<AgentEvent['ended']>;
  readonly problem: AgentEvent['problem'];
  readonly text: string;
}

interface Followed {
  readonly mark: string;
  readonly done: PromiseWithResolvers<TurnEnd>;
  /** The turn has read the message. */
  isRead: boolean;
  text: string;
}

/** Follows messages of channels through the turns of their conversations, by the events of the agent. */
export class Turns {
  readonly #followed = new Map<string, Followed>();

  /** Waits for the end of the turn that reads the message with this mark; `isRead`: it has read it already. */
  follow(conversation: string, mark: string, isRead: boolean): { readonly end: Promise<TurnEnd>; release(): void } {
    const done = Promise.withResolvers<TurnEnd>();
    done.promise.catch(() => undefined);
    this.#followed.set(conversation, { mark, done, isRead, text: '' });
    return { end: done.promise, release: () => void this.#followed.delete(conversation) };
  }

  has(conversation: string): boolean {
    return this.#followed.has(conversation);
  }

  take({ conversation, kind, entry, ended, problem }: AgentEvent): void {
    const turn = this.#followed.get(conversation);
    if (turn === undefined) return;
    if (kind === 'messageEnded' && entry?.kind === 'user') {
      if (isMarked(textOf(entry), turn.mark)) turn.isRead = true;
      // What is answered from here on is what somebody else has written.
      else if (turn.isRead) turn.done.resolve({ ended: 'done', problem: undefined, text: turn.text });
    }
    if (!turn.isRead) return;
    if (kind === 'messageEnded' && entry?.kind === 'assistant') turn.text = textOf(entry);
    if (kind === 'turnEnded' || kind === 'failed') turn.done.resolve({ ended: ended ?? 'failed', problem, text: turn.text });
  }
}
