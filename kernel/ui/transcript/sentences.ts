/** Collects text that comes in and gives out whole sentences, seldom enough to be read aloud. */
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

  /** Says what is left, finished or not. */
  end(): void {
    this.stop();
    if (this.#text.trim() !== '') this.#say(spoken(this.#text));
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
    this.#say(spoken(this.#text.slice(0, end)));
    this.#text = this.#text.slice(end);
    if (this.#text !== '') this.#waiting = setTimeout(() => this.#sayFinished(), this.#pause);
  }
}

function finishedEnd(text: string): number {
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/[.!?…:;。！？]["'”’»)\]]*\s|\n/gu)) end = index + found.length;
  return end;
}

/** Without the marks of markdown, which nobody wants to hear. */
function spoken(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>|~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
