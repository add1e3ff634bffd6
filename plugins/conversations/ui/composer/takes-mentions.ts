import type { ReactiveController } from 'lit';
import type { Composer } from './composer.ts';
import { type Mention, mentionOffered } from './composer-events.ts';
import { replaceText } from './replace-text.ts';
import { mentionOf } from './suggesting/tokens.ts';

/** Puts a mention that was chosen elsewhere in the window, such as in the palette, where the caret is. */
export class TakesMentions implements ReactiveController {
  readonly #composer: Composer;

  constructor(composer: Composer) {
    this.#composer = composer;
    composer.addController(this);
  }

  hostConnected(): void {
    addEventListener(mentionOffered, this.#offered);
  }

  hostDisconnected(): void {
    removeEventListener(mentionOffered, this.#offered);
  }

  readonly #offered = (event: Event): void => {
    const { field } = this.#composer;
    if (field === null) return;
    const { path, folder = false } = (event as CustomEvent<Mention>).detail;
    const { selectionStart: from, selectionEnd: to, value } = field;
    const space = from > 0 && /\S/.test(value[from - 1] ?? '') ? ' ' : '';
    replaceText(field, from, to, `${space}${mentionOf(path, folder)} `);
  };
}
