/** Waits this long after the page or the kernel has said something, and then asks whether the kernel is there. */
const askAfterMs = 1000;
const answerMs = 1500;
/** A timer that fires this late was delayed by the page itself, which then has not read what the kernel said either. */
const lateMs = 500;

export interface SilenceOptions {
  /** Calls the kernel; any answer counts. */
  readonly ask: () => void;
  readonly onChange: (isSilent: boolean) => void;
  /** Calls once, later, and returns a function that cancels it. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
  readonly now: () => number;
}

/**
 * Notices within 3 s that the kernel does not answer while the connection stands, as when its process was frozen. It asks only after
 * something was said or done, so an idle window costs nothing.
 */
export class Silence {
  readonly #options: SilenceOptions;
  #cancel: (() => void) | undefined;
  #isAsked = false;
  #isSilent = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
  }

  /** The page sends something, or the person does. */
  readonly spoke = (): void => {
    if (this.#isSilent || this.#cancel !== undefined) return;
    this.#wait(askAfterMs, () => {
      this.#isAsked = true;
      this.#wait(answerMs, () => this.#set(true));
      this.#options.ask();
    });
  };

  heard(): void {
    const wasAsked = this.#isAsked;
    if (wasAsked || this.#isSilent) this.stop();
    // An answer to the question itself asks for no other.
    if (!wasAsked) this.spoke();
  }

  /** There is no connection any more, which is shown otherwise. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isAsked = false;
    this.#set(false);
  }

  #wait(milliseconds: number, call: () => void): void {
    const { after, now } = this.#options;
    const due = now() + milliseconds;
    this.#cancel = after(milliseconds, () => {
      if (now() - due > lateMs) return this.#wait(milliseconds, call);
      this.#cancel = undefined;
      call();
    });
  }

  #set(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.#options.onChange(isSilent);
  }
}
