import type { ViewState } from '@atelier/kernel/ui';

const most = 50;

/** Where the person was reading, by conversation, as long as the window is open. */
export class Places {
  readonly #state: () => ViewState;

  constructor(state: () => ViewState) {
    this.#state = state;
  }

  of(conversation: string): string | undefined {
    return this.#all().get(conversation);
  }

  /** Undefined: at the end, where everything opens anyway. */
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

/** The rows that begin in view; where a long one fills it, that one. One comes back to where a row begins. */
export function keysToComeBackTo(transcript: HTMLElement & { readonly keysInView: readonly string[] }): readonly string[] {
  const { top } = transcript.getBoundingClientRect();
  const begins = transcript.keysInView.filter(key => {
    const row = transcript.querySelector(`:scope > [data-key="${CSS.escape(key)}"]`);
    return row !== null && row.getBoundingClientRect().top >= top - 1;
  });
  return begins.length > 0 ? begins : transcript.keysInView;
}
