import type { ViewHost } from '@atelier/kernel/ui';
import { ConversationsChannel, type Hit } from '../../contract/index.ts';

const waitMs = 150;
const most = 8;

/** The best hits in messages for the typed text, requested when the person pauses typing. */
export class ListSearch {
  readonly #view: () => ViewHost;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: AbortController | undefined;
  hits: readonly Hit[] = [];
  /** The text that the hits are for. */
  text = '';

  constructor(view: () => ViewHost, changed: () => void) {
    this.#view = view;
    this.#changed = changed;
  }

  ask(text: string): void {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    if (text === '') return this.#put(text, []);
    this.#timer = setTimeout(() => void this.#find(text), waitMs);
  }

  async #find(text: string): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    const answer = await this.#view()
      .connect(ConversationsChannel)
      .call('search', { text, limit: most * 2 }, asked.signal)
      .catch(() => undefined);
    if (asked.signal.aborted) return;
    // Conversations that match by title are in the list already.
    this.#put(text, (answer?.hits ?? []).filter(hit => hit.kind !== 'title').slice(0, most));
  }

  #put(text: string, hits: readonly Hit[]): void {
    this.text = text;
    this.hits = hits;
    this.#changed();
  }
}
