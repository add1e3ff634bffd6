import { defineChannel } from '@atelier/kernel';

/** The channel of conversations, which the manifest lists under `requires`. */
export const Conversations = defineChannel('conversations');

const saveMs = 200;

/** The draft of a conversation. It is stored with the conversations, so the built-in composer shows it too. */
export class Draft {
  key = '';
  text = '';
  #view;
  #changed;
  #timer;
  #isDirty = false;

  /** @param {() => import('@atelier/kernel/ui').ViewHost} view @param {() => void} changed */
  constructor(view, changed) {
    this.#view = view;
    this.#changed = changed;
  }

  /** Opens the draft of a conversation, or of a new one; the former draft is saved first. */
  async open(key) {
    if (key === this.key) return;
    this.flush();
    this.key = key;
    this.text = '';
    const kept = await this.#client.call('readDraft', { of: key });
    if (key !== this.key || this.#isDirty) return;
    this.text = kept.text;
    this.#changed();
  }

  type(text) {
    this.text = text;
    this.#isDirty = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), saveMs);
  }

  flush() {
    clearTimeout(this.#timer);
    if (!this.#isDirty || this.key === '') return;
    this.#isDirty = false;
    void this.#client.call('saveDraft', { of: this.key, text: this.text }).catch(() => {
      this.#isDirty = true;
    });
  }

  /** Removes the text from the draft to send it; `failed` puts it back. */
  take() {
    const { key, text } = this;
    this.flush();
    this.text = '';
    return {
      text,
      failed: () => {
        if (key === this.key) this.type(this.text === '' ? text : `${text}\n${this.text}`);
      },
    };
  }

  get #client() {
    return this.#view().connect(Conversations);
  }
}
