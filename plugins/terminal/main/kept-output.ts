import type { Output } from '../contract/index.ts';

export interface KeptLimits {
  /** Characters that are kept of the beginning, and of the end. */
  readonly head: number;
  readonly tail: number;
}

export const keptLimits: KeptLimits = { head: 40_000, tail: 200_000 };

/** The beginning and the end of what a run prints; what is between them is counted. Positions are in characters from its beginning. */
export class KeptOutput {
  readonly #limits: KeptLimits;
  #head = '';
  #tail: string[] = [];
  #tailLength = 0;
  #end = 0;

  constructor(limits: KeptLimits = keptLimits) {
    this.#limits = limits;
  }

  add(text: string): void {
    this.#end += text.length;
    const room = this.#limits.head - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    const rest = text.slice(Math.max(0, room));
    if (rest === '') return;
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    // Cut rarely, so that many short pieces cost little.
    if (this.#tailLength > this.#limits.tail * 2) this.#cut();
  }

  since(position: number): Output {
    this.#cut();
    const tail = this.#tail.join('');
    const tailFrom = this.#end - tail.length;
    const end = this.#end;
    const cut = tailFrom - this.#head.length;
    if (position > 0 && position <= end && (position >= tailFrom || cut === 0)) {
      const text = cut === 0 ? this.#head + tail : tail;
      return { isWhole: false, head: '', cut: 0, tail: text.slice(position - (end - text.length)), end };
    }
    return { isWhole: true, head: this.#head, cut, tail, end };
  }

  #cut(): void {
    if (this.#tailLength <= this.#limits.tail) return;
    const tail = this.#tail.join('').slice(-this.#limits.tail);
    this.#tail = [tail];
    this.#tailLength = tail.length;
  }
}
