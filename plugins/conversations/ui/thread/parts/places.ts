import type { ViewState } from '@atelier/kernel/ui';

const most = 50;

/** The reading position of each conversation, kept while the window is open. */
export class Places {
  readonly #state: () => ViewState;

  constructor(state: () => ViewState) {
    this.#state = state;
  }

  of(conversation: string): string | undefined {
    return this.#all().get(conversation);
  }

  /** Keeps an entry; undefined for the end, where conversations open by default. */
  keep(conversation: string, entry: string | undefined): void {
    const all = this.#all();
    all.delete(conversation);
    if (entry !== undefined) all.set(conversation, entry);
    this.#state().set([...all].slice(-most));
  }

  #all(): Map<string, string> {
    const kept = this.#state().get();
    return new Map(Array.isArray(kept) ? (kept as [string, string][]) : []);
  }
}
