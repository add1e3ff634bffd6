import type { OpenThread } from '../open-thread.ts';
import { isKeyOfFocus, stepFrom } from './keys.ts';

const maxFrames = 60;

/** Navigation in a transcript: by message, to an entry, to a text, also if it is not loaded yet. */
export class Reading {
  readonly #thread: OpenThread;

  constructor(thread: OpenThread) {
    this.#thread = thread;
  }

  /** Moves the focus to the previous or next message. */
  readonly onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
    const transcript = this.#thread.transcript;
    const store = this.#thread.feed?.store;
    if (step === undefined || !event.altKey || isKeyOfFocus(event) || transcript === null || store === undefined) return;
    event.preventDefault();
    const keys = store.rows().flatMap(row => (row.kind === 'user' || row.kind === 'say' ? [row.key] : []));
    const focused = (transcript.getRootNode() as ShadowRoot).activeElement?.closest<HTMLElement>('[data-key]')?.dataset.key;
    const inView = transcript.keysInView.find(key => keys.includes(key));
    const next = stepFrom(keys, focused !== undefined && keys.includes(focused) ? focused : inView, step);
    if (next === undefined) return;
    transcript.scrollToKey(next);
    transcript.querySelector<HTMLElement>(`[data-key="${CSS.escape(next)}"]`)?.focus({ preventScroll: true });
  };

  /** Loads a gap, and keeps the scroll position. */
  async load(first: number, count: number): Promise<void> {
    const feed = this.#thread.feed;
    if (feed === undefined || !(await feed.load(first, count))) return;
    const transcript = this.#thread.transcript;
    const top = transcript?.keysInView[0];
    if (transcript === null || top !== `gap ${first}`) return;
    await this.#thread.drawnAll();
    const id = feed.store.entries.at(first)?.id;
    const row = feed.store.rows().find(({ entry }) => entry !== undefined && entry === id);
    if (row !== undefined) transcript.scrollToKey(row.key);
  }

  /** Scrolls to an entry and marks it. */
  async goTo(entry: string): Promise<void> {
    const feed = this.#thread.feed;
    if (feed === undefined || !(await feed.reach(entry).catch(() => false))) return;
    feed.store.look.marked = entry;
    this.#thread.redraw();
    await this.#thread.drawnAll();
    await new Promise(requestAnimationFrame);
    const row = feed.store.rows().find(each => each.entry === entry);
    if (row === undefined) return;
    this.#thread.transcript?.scrollToKey(row.key);
    this.#thread.transcript?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`)?.focus({ preventScroll: true });
  }

  /** Scrolls to an entry and unfolds everything that contains a text. */
  async reveal(entry: string, text: string): Promise<readonly HTMLElement[]> {
    const feed = this.#thread.feed;
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
    this.#thread.redraw();
    await this.#thread.drawnAll();
    const transcript = this.#thread.transcript;
    const [first] = rowsOfEntry();
    if (transcript === null || first === undefined) return [];
    if (!transcript.keysInView.includes(first.key)) transcript.scrollToKey(first.key);
    const keys = new Set(rowsOfEntry().map(({ key }) => key));
    const inPage = () => [...transcript.children].filter((row): row is HTMLElement => keys.has((row as HTMLElement).dataset.key ?? ''));
    // Distant rows are rendered within a few frames.
    for (let frames = 0; frames < maxFrames; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (inPage().length > 0) break;
    }
    return inPage();
  }
}
