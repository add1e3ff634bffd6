import { spliceOf, withSplice } from './splices.ts';

type Splices = { readonly from: number; readonly to: number; readonly text: string }[];

interface Tried {
  readonly edit: number;
  readonly text: string;
  /** How this text came out of the one before; left out where that is not known. */
  readonly splices?: Splices;
}

/** What a page saves of a draft: its text, and what it knows of the saved one. */
export interface Save extends Tried {
  readonly by: string;
  readonly base: string;
  /** The newest save that was answered. */
  readonly known: number;
  readonly tried: Tried[];
}

/** The kernel accepts at most this many. */
const maxTried = 8;

/**
 * The text of one draft in one window, and what the kernel is known to have of it. The kernel merges what windows save, so that no
 * word of another window is replaced; this class says what it needs for that.
 */
export class SyncedText {
  readonly by = crypto.randomUUID();
  /** An input method is at work in the field, which must not change under it. */
  isComposing = false;
  /** The texts of messages that are being sent; each stays in the draft until its message has arrived. */
  #outgoing: readonly { readonly text: string }[] = [];
  #text = '';
  /** What was done to the text since the newest save; undefined: that is not known. */
  #splices: Readonly<Splices> | undefined = [];
  /** The newest text of this window that the kernel is known to have merged. */
  #merged = '';
  #tried: Tried[] = [];
  /** The newest text that was handed to the connection. */
  #handed = '';
  #edits = 0;
  #saves = 0;
  #known = 0;
  #waiting = 0;

  /** The text of the field. */
  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.type(text);
  }

  /** The person changed the text of the field, and left the caret there. */
  type(text: string, caret?: number): void {
    this.#edit(
      () => {
        this.#text = text;
      },
      caret === undefined ? undefined : text.length - caret,
    );
  }

  /** How often a save was handed to the kernel, answered or not. */
  get saves(): number {
    return this.#saves;
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
    return linesOf([...this.#outgoing, this]);
  }

  /** Takes the saved text, unless this window has a newer one or one that is being composed; returns whether the field must show another one. */
  take(saved: string): boolean {
    if (!this.isSaved || this.isComposing || this.sending > 0) return false;
    const isOther = this.#text !== saved;
    this.#text = saved;
    this.#merged = saved;
    this.#splices = [];
    return isOther;
  }

  /** Describes the next save, whether or not it reaches the kernel. A text that was tried already is the same save again. */
  next(): Save {
    const base = this.#merged;
    const last = this.#tried.at(-1);
    if (last?.text === this.#whole && this.#splices?.length === 0)
      return { by: this.by, base, known: this.#known, tried: this.#tried.slice(0, -1), ...last };
    const [lost, tried] = [this.#tried.length >= maxTried, this.#tried.slice(1 - maxTried)];
    // The text before the first of them is not known any more.
    const known = lost ? tried.map(({ edit, text }) => ({ edit, text })) : tried;
    this.#edits += 1;
    const save = { edit: this.#edits, text: this.#whole, ...(this.#splices !== undefined && { splices: [...this.#splices] }) };
    this.#tried = [...known, save];
    this.#splices = [];
    return { by: this.by, base, known: this.#known, tried: known, ...save };
  }

  /** Hands a save to the kernel; resolves with whether the field must show another text. Rejects if the save failed; it is then dirty again. */
  async save(call: (save: Save) => Promise<{ readonly merged?: string }>): Promise<boolean> {
    const save = this.next();
    this.#saves += 1;
    this.#handed = save.text;
    this.#waiting += 1;
    try {
      const { merged = save.text } = await call(save);
      return this.#answered(save, merged);
    } finally {
      this.#waiting -= 1;
    }
  }

  /**
   * The text becomes a message: the field is empty, and can be written in while it is sent. `notSent` puts the text back; `at` says
   * where the message stands in what is saved.
   */
  send(): { readonly sent: () => void; readonly notSent: () => void; readonly at: () => number } {
    const message = { text: this.text };
    this.#outgoing = [...this.#outgoing, message];
    this.#text = '';
    const at = () => {
      const before = linesOf(this.#outgoing.slice(0, this.#outgoing.indexOf(message)));
      return before === '' ? 0 : before.length + 1;
    };
    const others = () => this.#outgoing.filter(one => one !== message);
    const sent = () => {
      const from = at();
      const rest = this.#whole.length - from - message.text.length;
      this.#edit(
        () => {
          this.#outgoing = others();
        },
        Math.max(0, rest - 1),
      );
    };
    const notSent = () => {
      this.#edit(() => {
        this.#outgoing = others();
        this.#text = linesOf([message, this]);
      });
    };
    return { sent, notSent, at };
  }

  /** Whatever is done to the text; so many characters after it are the same. */
  #edit(change: () => void, after = 0): void {
    const before = this.#whole;
    change();
    const whole = this.#whole;
    this.#splices = withSplice(this.#splices, spliceOf(before, whole, whole.length - after));
  }

  #answered({ edit, text }: Save, merged: string): boolean {
    this.#tried = this.#tried.filter(tried => tried.edit > edit);
    this.#merged = text;
    this.#known = Math.max(this.#known, edit);
    return merged !== text && this.take(merged);
  }
}

function linesOf(all: readonly { readonly text: string }[]): string {
  return all
    .map(({ text }) => text)
    .filter(text => text !== '')
    .join('\n');
}
