import { splitAttached } from '../../contract/index.ts';
import type { Core } from '../core.ts';
import type { Messages } from '../messages/messages.ts';
import type { Appended } from './drafts.ts';

interface Words {
  readonly entry: string;
  readonly written: Appended;
}

/** The words of messages that a conversation went back to before: they are in the draft until it goes forward again. */
export class PutBack {
  readonly #core: Core;
  readonly #messages: Pick<Messages, 'entryOf'>;
  readonly #words = new Map<string, readonly Words[]>();

  constructor(core: Core, messages: Pick<Messages, 'entryOf'>) {
    this.#core = core;
    this.#messages = messages;
  }

  /** Writes the words of a message again, after what the draft holds. */
  put(conversation: string, entry: string | undefined, message: string): void {
    const { drafts, windows, now } = this.#core;
    const { text } = splitAttached(message);
    if (text.trim() !== '') {
      const written = drafts.putBack(conversation, text, now());
      if (entry !== undefined) this.#words.set(conversation, [...(this.#words.get(conversation) ?? []), { entry, written }]);
    }
    windows.emit('draftChanged', { of: conversation });
  }

  /** A conversation is on another branch: of messages that it has again, the draft gives up the words that nobody has changed. */
  async moved(conversation: string): Promise<void> {
    for (const words of this.#words.get(conversation) ?? []) {
      if ((await this.#messages.entryOf(conversation, words.entry)) === undefined) continue;
      const left = (this.#words.get(conversation) ?? []).filter(one => one !== words);
      if (left.length === 0) this.#words.delete(conversation);
      else this.#words.set(conversation, left);
      if (words.written.takeBack(this.#core.now())) this.#core.windows.emit('draftChanged', { of: conversation });
    }
  }
}
