/** A message that this page has sent and that is not in its conversation yet. */
export interface Send {
  readonly id: string;
  readonly text: string;
  readonly at: number;
  /** It was accepted: its conversation will have it. */
  isAccepted: boolean;
}

let sent = 0;

/** What this page has sent, so that the words stand in the conversation at once, and say that they are on their way. */
class Sends {
  readonly #of = new Map<string, Send[]>();
  readonly #watchers = new Set<(conversation: string) => void>();

  of(conversation: string): readonly Send[] {
    return this.#of.get(conversation) ?? [];
  }

  watch(changed: (conversation: string) => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  /** Returns what to call when it was accepted, and when it was refused, or is shown elsewhere. */
  begin(conversation: string, text: string): { accepted(): void; end(): void } {
    sent += 1;
    const send: Send = { id: `send ${sent}`, text, at: Date.now(), isAccepted: false };
    this.#set(conversation, [...this.of(conversation), send]);
    return {
      accepted() {
        send.isAccepted = true;
      },
      end: () => this.#keep(conversation, one => one !== send),
    };
  }

  /** A message of the person with these words has come. */
  arrived(conversation: string, words: string): void {
    const arrived = this.of(conversation).find(({ text }) => words.includes(text.trim()));
    this.#keep(conversation, one => one !== arrived);
  }

  /** These are in what was read since. */
  settled(conversation: string, sends: readonly Send[]): void {
    this.#keep(conversation, one => !sends.includes(one));
  }

  #keep(conversation: string, stays: (send: Send) => boolean): void {
    const now = this.of(conversation).filter(stays);
    if (now.length !== this.of(conversation).length) this.#set(conversation, now);
  }

  #set(conversation: string, sends: Send[]): void {
    if (sends.length === 0) {
      if (!this.#of.delete(conversation)) return;
    } else this.#of.set(conversation, sends);
    for (const changed of this.#watchers) changed(conversation);
  }
}

export const sends = new Sends();
