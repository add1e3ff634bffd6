import type { LiveStates } from '../live-state.ts';
import { type RefreshParts, refresh } from './refresh.ts';

export interface RefreshingParts extends RefreshParts {
  readonly live: LiveStates;
  /** Windows that show the conversation have to read it anew. */
  readonly told: (conversation: string) => void;
}

interface Wish {
  readonly anew: boolean;
  /** Windows are told, whatever came of it. */
  readonly tell: boolean;
}

/** At most one reading of a conversation at a time, and one more for those that ask meanwhile. */
export class Refreshing {
  readonly #parts: RefreshingParts;
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, { readonly done: Promise<void>; wish: Wish }>();

  constructor(parts: RefreshingParts) {
    this.#parts = parts;
  }

  run(conversation: string, wish: Wish): Promise<void> {
    const running = this.#running.get(conversation);
    if (running === undefined) return this.#begin(conversation, wish);
    const next = this.#next.get(conversation);
    if (next !== undefined) {
      next.wish = { anew: wish.anew || next.wish.anew, tell: wish.tell || next.wish.tell };
      return next.done;
    }
    const done = running.then(() => {
      const wanted = this.#next.get(conversation)?.wish ?? wish;
      this.#next.delete(conversation);
      return this.#begin(conversation, wanted);
    });
    this.#next.set(conversation, { done, wish });
    return done;
  }

  #begin(conversation: string, { anew, tell }: Wish): Promise<void> {
    const { live, told, log, signal } = this.#parts;
    const state = live.of(conversation);
    const wasVerified = state.verified;
    const running = refresh(this.#parts, conversation, state, anew)
      .then(came => {
        if (!signal.aborted && (tell || (wasVerified && came === 'others'))) told(conversation);
      })
      .catch(error => log.warn(String(error), { conversation }))
      .finally(() => {
        if (this.#running.get(conversation) === running) this.#running.delete(conversation);
      });
    this.#running.set(conversation, running);
    return running;
  }
}
