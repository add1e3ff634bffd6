/** What a page saves of a draft: its text, and what it knows of the saved one. */
export interface Save {
  readonly by: string;
  readonly edit: number;
  readonly text: string;
  readonly base: string;
  /** The newest save that was answered. */
  readonly known: number;
  readonly tried: readonly { readonly edit: number; readonly text: string }[];
}

/** The kernel accepts at most this many. */
const maxTried = 8;

/**
 * The text of one draft in one window, and what the kernel is known to have of it. The kernel merges what windows save, so that no
 * word of another window is replaced; this class says what it needs for that.
 */
export class SyncedText {
  /** The text of the field. */
  text = '';
  readonly by = crypto.randomUUID();
  /** The texts of messages that are being sent; each stays in the draft until its message has arrived. */
  #outgoing: readonly { readonly text: string }[] = [];
  /** The newest text of this window that the kernel is known to have merged. */
  #merged = '';
  #tried: { edit: number; text: string }[] = [];
  /** The newest text that was handed to the connection. */
  #handed = '';
  #edits = 0;
  #known = 0;
  #waiting = 0;

  /** How often this text was saved, answered or not. */
  get edits(): number {
    return this.#edits;
  }

  /** A save waits for its answer. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** The kernel is known to have everything. */
  get isSaved(): boolean {
    return this.#tried.length === 0 && this.#whole === this.#merged;
  }

  /** There is something that no save under way contains. */
  get isDirty(): boolean {
    return !this.isSaved && (this.#waiting === 0 || this.#whole !== this.#handed);
  }

  /** How many messages are being sent. */
  get sending(): number {
    return this.#outgoing.length;
  }

  get #whole(): string {
    return [...this.#outgoing, this]
      .map(({ text }) => text)
      .filter(text => text !== '')
      .join('\n');
  }

  /** Takes the saved text, unless this window has a newer one; returns whether the field must show another one. */
  take(saved: string): boolean {
    if (!this.isSaved || this.sending > 0) return false;
    const isOther = this.text !== saved;
    this.text = saved;
    this.#merged = saved;
    return isOther;
  }

  /** Describes the next save, whether or not it reaches the kernel. */
  next(): Save {
    const base = this.#merged;
    const tried = this.#tried.slice(1 - maxTried);
    const text = this.#whole;
    this.#edits += 1;
    this.#tried = [...tried, { edit: this.#edits, text }];
    return { by: this.by, edit: this.#edits, text, base, tried, known: this.#known };
  }

  /** Hands a save to the kernel; resolves with whether the field must show another text. Rejects if the save failed; it is then dirty again. */
  async save(call: (save: Save) => Promise<{ readonly merged?: string }>): Promise<boolean> {
    const save = this.next();
    this.#handed = save.text;
    this.#waiting += 1;
    try {
      const { merged = save.text } = await call(save);
      return this.#answered(save, merged);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** The text becomes a message: the field is empty, and can be written in while it is sent. `notSent` puts the text back. */
  send(): { readonly sent: () => void; readonly notSent: () => void } {
    const message = { text: this.text };
    this.#outgoing = [...this.#outgoing, message];
    this.text = '';
    const sent = () => {
      this.#outgoing = this.#outgoing.filter(one => one !== message);
    };
    const notSent = () => {
      sent();
      this.text = this.text === '' ? message.text : `${message.text}\n${this.text}`;
    };
    return { sent, notSent };
  }

  #answered({ edit, text }: Save, merged: string): boolean {
    this.#tried = this.#tried.filter(tried => tried.edit > edit);
    this.#merged = text;
    this.#known = Math.max(this.#known, edit);
    return merged !== text && this.take(merged);
  }
}
