import type { Density } from '../../../contract/index.ts';

/** How the person has the transcript: what is folded, what is being edited, what is marked. */
export class Look {
  density: Density = 'lines';
  showThinking = true;
  /** The key of the message that is being edited. */
  editing: string | undefined;
  /** The entry that a link or a search led to. */
  marked: string | undefined;
  /** For what counts seconds. */
  now = 0;
  readonly #open = new Map<string, boolean>();

  isOpen(key: string, usual: boolean): boolean {
    return this.#open.get(key) ?? usual;
  }

  setOpen(key: string, open: boolean): void {
    this.#open.set(key, open);
  }

  /** Another density is asked for so that everything has it. */
  foldAll(): void {
    this.#open.clear();
  }
}
