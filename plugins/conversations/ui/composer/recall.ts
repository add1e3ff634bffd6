import { ConversationsChannel, type PlacedEntry, splitAttached } from '../../contract/index.ts';
import { sends } from '../sends.ts';
import type { Composer } from './composer.ts';

const maxRead = 100;

/** Arrow up in an empty field brings back the last messages of the conversation, one by one; arrow down leads to the newer ones. */
export class Recall {
  readonly #composer: Composer;
  #of = '';
  #texts: readonly string[] = [];
  /** How far back, from 1; 0 for nothing. */
  #at = 0;

  constructor(composer: Composer) {
    this.#composer = composer;
  }

  /** Whether the key is one of recalling: the field is empty, or has what was recalled, unchanged. */
  key(event: KeyboardEvent): boolean {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const { draft, runtime } = this.#composer;
    const { conversation } = runtime;
    if (step === 0 || conversation === undefined || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
    const isRecalled = this.#at > 0 && this.#of === conversation && draft.text === this.#texts[this.#at - 1];
    if (!isRecalled) this.#at = 0;
    if (!isRecalled && (step < 0 || !draft.isEmpty)) return false;
    event.preventDefault();
    void this.#show(conversation, this.#at + step).catch(this.#composer.fail);
    return true;
  }

  async #show(conversation: string, at: number): Promise<void> {
    const { draft } = this.#composer;
    const before = draft.text;
    if (this.#at === 0) {
      this.#texts = await this.#sent(conversation);
      this.#of = conversation;
    }
    // What was typed meanwhile stays.
    if (draft.text !== before || this.#composer.runtime.conversation !== conversation) return;
    this.#at = Math.max(0, Math.min(at, this.#texts.length));
    draft.write(this.#texts[this.#at - 1] ?? '');
    this.#composer.field?.setSelectionRange(0, 0);
  }

  /** The person's messages, the newest first. */
  async #sent(conversation: string): Promise<readonly string[]> {
    const { entries } = await this.#composer.view.connect(ConversationsChannel).call('page', { conversation, limit: maxRead });
    const texts = (entries as unknown as readonly PlacedEntry[]).flatMap(({ kind, parts = [] }) =>
      kind === 'user' ? [splitAttached(parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n')).text] : [],
    );
    // Also what is on its way.
    const going = sends.of(conversation).map(({ text }) => text);
    return [...new Set([...texts, ...going].filter(text => text !== '').toReversed())];
  }
}
