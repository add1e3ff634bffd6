import type { AgentEvent } from '@atelier/agent/contract';
import { isMarked, textOf } from './prompt.ts';

/** How the turn of a message has ended. */
export interface TurnEnd {
  readonly ended: NonNullable<AgentEvent['ended']>;
  readonly problem: AgentEvent['problem'];
  readonly text: string;
}

interface Turn {
  readonly mark: string;
  readonly done: PromiseWithResolvers<TurnEnd>;
  /** The turn has read the message. */
  isRead: boolean;
  /** The turn is the one that the message began, so its end is the end of the message. */
  isBegun: boolean;
  text: string;
}

/** `begun`: the message was taken as the beginning of a turn. `give` ends the waiting for an end that does not come. */
export interface Followed {
  readonly end: Promise<TurnEnd>;
  begun(): void;
  give(end: TurnEnd): void;
  release(): void;
}

/** Follows messages of channels through the turns of their conversations, by the events of the agent. */
export class Turns {
  readonly #followed = new Map<string, Turn>();

  /** Waits for the end of the turn that reads the message with this mark; `isRead`: it has read it already. */
  follow(conversation: string, mark: string, isRead: boolean): Followed {
    const done = Promise.withResolvers<TurnEnd>();
    done.promise.catch(() => undefined);
    const turn: Turn = { mark, done, isRead, isBegun: false, text: '' };
    this.#followed.set(conversation, turn);
    return {
      end: done.promise,
      begun: () => {
        turn.isBegun = true;
      },
      give: done.resolve,
      release: () => void this.#followed.delete(conversation),
    };
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
    if (!turn.isRead && !turn.isBegun) return;
    if (kind === 'messageEnded' && entry?.kind === 'assistant') turn.text = textOf(entry);
    if (kind === 'turnEnded' || kind === 'failed') turn.done.resolve({ ended: ended ?? 'failed', problem, text: turn.text });
  }
}
