/** The row under the pointer. */
export class Hover {
  readonly #changed: () => void;
  /** Of the row that shows what can be done with it. */
  key: string | undefined;
  #under: string | undefined;
  #at: { readonly x: number; readonly y: number } | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /**
   * While the list is scrolled its rows move under a pointer that rests. No row is drawn again for that until it has come to a
   * stop.
   */
  over({ pointerType, clientX: x, clientY: y }: PointerEvent, key: string | undefined): void {
    if (pointerType === 'touch') return;
    this.#under = key;
    if (this.#at?.x === x && this.#at.y === y) return;
    this.#at = { x, y };
    this.#show(key);
  }

  /** Scrolling has come to a stop. */
  readonly rests = (): void => this.#show(this.#under);

  readonly left = (): void => {
    this.#at = undefined;
    this.#under = undefined;
    this.#show(undefined);
  };

  #show(key: string | undefined): void {
    if (key === this.key) return;
    this.key = key;
    this.#changed();
  }
}
