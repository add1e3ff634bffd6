import type { Density } from '../../../contract/index.ts';
import type { Origin, Versions } from './rows.ts';

/** The view state of the transcript: what is folded, edited and marked. */
export class Look {
  density: Density = 'lines';
  showThinking = true;
  /** The key of the message that is being edited. */
  editing: string | undefined;
  /** The entry that a link or a search opened. */
  marked: string | undefined;
  /** The time for rows that count seconds. */
  now = 0;
  /** An answer was asked for again, and has not begun. */
  again = false;
  /** Where the conversation was forked from. */
  origin: Origin | undefined;
  /** By entry: the versions of the messages that have several. */
  versions: ReadonlyMap<string, Versions> = new Map();
  readonly #open = new Map<string, boolean>();

  isOpen(key: string, usual: boolean): boolean {
    return this.#open.get(key) ?? usual;
  }

  setOpen(key: string, open: boolean): void {
    this.#open.set(key, open);
  }

  /** Resets all folds, so that a new density applies to every row. */
  foldAll(): void {
    this.#open.clear();
  }
}
