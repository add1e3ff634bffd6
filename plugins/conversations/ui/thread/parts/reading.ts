import type { Feed } from '../feed.ts';
import { isTaken, stepFrom } from './walking.ts';

/** What the kit's transcript is, as far as it is used here. */
const mostFrames = 60;

export interface Transcript extends HTMLElement {
  readonly isAtEnd: boolean;
  readonly keysInView: readonly string[];
  readonly keysToComeBackTo: readonly string[];
  scrollToKey(key: string): boolean;
  scrollToEnd(): void;
  announce(text: string, isLast?: boolean): void;
  readonly updateComplete: Promise<boolean>;
}

export interface ReadingParts {
  readonly feed: () => Feed | undefined;
  readonly transcript: () => Transcript | null;
  /** Has everything drawn anew whose folds changed. */
  readonly redraw: () => void;
  readonly drawn: () => Promise<unknown>;
}

/** Ways through a transcript: from message to message, to any entry, to any text, and into what is not here yet. */
export class Reading {
  readonly #parts: ReadingParts;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  /** From message to message. */
  readonly walked = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    const transcript = this.#parts.transcript();
    const store = this.#parts.feed()?.store;
    if (step === undefined || !event.altKey || isTaken(event) || transcript === null || store === undefined) return;
    event.preventDefault();
    const keys = store.rows().flatMap(row => (row.kind === 'user' || row.kind === 'say' ? [row.key] : []));
    const focused = (transcript.getRootNode() as ShadowRoot).activeElement?.closest<HTMLElement>('[data-key]')?.dataset.key;
    const inView = transcript.keysInView.find(key => keys.includes(key));
    const next = stepFrom(keys, focused !== undefined && keys.includes(focused) ? focused : inView, step);
    if (next === undefined) return;
    transcript.scrollToKey(next);
    transcript.querySelector<HTMLElement>(`[data-key="${CSS.escape(next)}"]`)?.focus({ preventScroll: true });
  };

  /** Loads what is near; what was at the top of the view stays there. */
  async load(first: number, count: number): Promise<void> {
    const feed = this.#parts.feed();
    if (feed === undefined || !(await feed.load(first, count))) return;
    const transcript = this.#parts.transcript();
    const top = transcript?.keysInView[0];
    if (transcript === null || top !== `gap ${first}`) return;
    await this.#parts.drawn();
    const id = feed.store.entries.at(first)?.id;
    const row = feed.store.rows().find(({ entry }) => entry !== undefined && entry === id);
    if (row !== undefined) transcript.scrollToKey(row.key);
  }

  /** Brings an entry to the top and shows which it is. */
  async goTo(entry: string): Promise<void> {
    const feed = this.#parts.feed();
    if (feed === undefined || !(await feed.reach(entry).catch(() => false))) return;
    feed.store.look.marked = entry;
    this.#parts.redraw();
    await this.#parts.drawn();
    await new Promise(requestAnimationFrame);
    const row = feed.store.rows().find(each => each.entry === entry);
    if (row === undefined) return;
    this.#parts.transcript()?.scrollToKey(row.key);
    this.#parts
      .transcript()
      ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`)
      ?.focus({ preventScroll: true });
  }

  /** Brings an entry into view with everything unfolded in which a text stands. */
  async reveal(entry: string, text: string): Promise<readonly HTMLElement[]> {
    const feed = this.#parts.feed();
    if (feed === undefined || !(await feed.reach(entry).catch(() => false))) return [];
    const { look } = feed.store;
    const rowsOfEntry = () => feed.store.rows().filter(row => row.entry === entry);
    for (const row of rowsOfEntry()) {
      if (row.kind === 'group') look.setOpen(row.key, true);
      if (row.kind === 'tool' || row.kind === 'user') look.setOpen(`${row.key} whole`, true);
      const isInside =
        row.kind === 'tool' && JSON.stringify([row.call.args, row.call.outcome?.text]).toLowerCase().includes(text.toLowerCase());
      if (row.kind === 'fold' || row.kind === 'thought' || isInside) look.setOpen(row.key, true);
    }
    this.#parts.redraw();
    await this.#parts.drawn();
    const transcript = this.#parts.transcript();
    const [first] = rowsOfEntry();
    if (transcript === null || first === undefined) return [];
    if (!transcript.keysInView.includes(first.key)) transcript.scrollToKey(first.key);
    const keys = new Set(rowsOfEntry().map(({ key }) => key));
    const inPage = () => [...transcript.children].filter((row): row is HTMLElement => keys.has((row as HTMLElement).dataset.key ?? ''));
    // Far rows come into the page within a few frames.
    for (let frames = 0; frames < mostFrames; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (inPage().length > 0) break;
    }
    return inPage();
  }
}
