/** Collects streamed text and emits whole sentences, at intervals that a screen reader can follow. */
export class Sentences {
  #text = '';
  #waiting: ReturnType<typeof setTimeout> | undefined;
  readonly #say: (sentences: string) => void;
  readonly #pause: number;

  constructor(say: (sentences: string) => void, pause = 1500) {
    this.#say = say;
    this.#pause = pause;
  }

  add(text: string): void {
    this.#text += text;
    this.#waiting ??= setTimeout(() => this.#sayFinished(), this.#pause);
  }

  /** Emits the rest, whether it is a whole sentence or not. */
  end(): void {
    this.stop();
    if (this.#text.trim() !== '') this.#say(withoutMarks(this.#text));
    this.#text = '';
  }

  stop(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  #sayFinished(): void {
    this.#waiting = undefined;
    const end = finishedEnd(this.#text);
    if (end === 0) return;
    this.#say(withoutMarks(this.#text.slice(0, end)));
    this.#text = this.#text.slice(end);
    if (this.#text !== '') this.#waiting = setTimeout(() => this.#sayFinished(), this.#pause);
  }
}

function finishedEnd(text: string): number {
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/[.!?…:;。！？]["'”’»)\]]*\s|\n/gu)) end = index + found.length;
  return end;
}

/** The text without markdown marks. */
function withoutMarks(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`#>|~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
