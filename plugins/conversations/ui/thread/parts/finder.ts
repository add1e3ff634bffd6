import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import type { ThreadTexts } from '../desk.ts';
import type { Feed } from '../feed.ts';
import { clearMarks, rangesIn, showMarks } from './marks.ts';

interface Place {
  readonly entry: string;
  readonly count: number;
}

export interface FinderParts {
  readonly text: ThreadTexts;
  readonly feed: () => Feed | undefined;
  readonly conversation: () => string | undefined;
  /** Brings an entry into view, however far it is, with everything of it unfolded; its rows, in order. */
  readonly reveal: (entry: string, text: string) => Promise<readonly HTMLElement[]>;
  /** The rows that are in the page. */
  readonly rows: () => readonly HTMLElement[];
  readonly closed: () => void;
  readonly failed: (error: unknown) => void;
}

/** Finds a text in the whole conversation, whether it is in the page or not. */
export class Finder implements ReactiveController {
  isOpen = false;
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #parts: FinderParts;
  /** As it stands in the field; a space at its end is about to be followed by something. */
  #typed = '';
  #text = '';
  #places: readonly Place[] = [];
  #total = 0;
  #at = 0;
  #asked = 0;
  #now: Range | undefined;
  #isFresh = false;

  constructor(host: ReactiveControllerHost & HTMLElement, parts: FinderParts) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  hostUpdated(): void {
    if (!this.isOpen || this.#text === '') return;
    // After what was drawn with this update.
    requestAnimationFrame(() => this.mark());
  }

  hostDisconnected(): void {
    clearMarks();
  }

  open(): void {
    this.isOpen = true;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      const field = this.#host.shadowRoot?.querySelector<HTMLElement>('.finder ui-search');
      field?.focus();
      field?.shadowRoot?.querySelector('input')?.select();
    });
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#now = undefined;
    clearMarks();
    this.#host.requestUpdate();
    this.#parts.closed();
  }

  /** Forgets what was found, for another conversation. */
  forget(): void {
    this.#typed = '';
    this.#text = '';
    this.#places = [];
    this.#total = 0;
    this.close();
  }

  /** Marks the text in the rows that are in the page now. */
  mark(): void {
    if (!this.isOpen || this.#text === '') return clearMarks();
    const ranges = this.#parts.rows().flatMap(row => rangesIn(row, this.#text));
    const now = this.#now;
    showMarks(now === undefined ? ranges : ranges.filter(range => !isSame(range, now)), now);
  }

  render() {
    if (!this.isOpen) return nothing;
    const { text } = this.#parts;
    const isNone = this.#text !== '' && this.#isFresh && this.#total === 0;
    const counted =
      this.#total === 0 ? (isNone ? text.of('threadFoundNone') : '') : text.of('threadFound', { at: this.#at, of: this.#total });
    return html`
      <div class="finder" role="search" aria-label=${text.of('threadFind')} @keydown=${{ handleEvent: this.#pressed, capture: true }}>
        <ui-search .value=${this.#typed} placeholder=${text.of('threadFind')} label=${text.of('threadFind')} @input=${this.#write}></ui-search>
        <span class="places" role="status">${counted}</span>
        <ui-icon-button size="24" icon="chevron-up" label=${text.of('threadFindBefore')} ?disabled=${this.#total === 0} @click=${() => this.#go(-1)}></ui-icon-button>
        <ui-icon-button size="24" icon="chevron-down" label=${text.of('threadFindAfter')} ?disabled=${this.#total === 0} @click=${() => this.#go(1)}></ui-icon-button>
        <ui-icon-button size="24" icon="x" label=${text.of('threadFindClose')} @click=${() => this.close()}></ui-icon-button>
      </div>
    `;
  }

  readonly #write = (event: Event): void => {
    this.#typed = (event.target as HTMLInputElement).value;
    this.#text = this.#typed.trim();
    this.#isFresh = false;
    this.#now = undefined;
    void this.#ask();
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && !event.isComposing) this.#go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  async #ask(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const [feed, conversation, text] = [this.#parts.feed(), this.#parts.conversation(), this.#text];
    if (feed === undefined || conversation === undefined || text === '') {
      this.#places = [];
      this.#total = 0;
      clearMarks();
      this.#host.requestUpdate();
      return;
    }
    // What could not be looked for is not said to be nowhere.
    const found = await feed.conversations.call('find', { conversation, text }).catch(this.#parts.failed);
    if (asked !== this.#asked || found === undefined) return;
    const { places, total } = found;
    this.#places = places;
    this.#total = total;
    this.#isFresh = true;
    // The newest, which is nearest to where one mostly is.
    this.#at = 0;
    this.#go(-1);
  }

  #go(step: number): void {
    if (this.#total === 0) return this.#host.requestUpdate();
    const first = step < 0 ? this.#total : 1;
    this.#at = this.#at === 0 ? first : ((this.#at - 1 + step + this.#total) % this.#total) + 1;
    void this.#show(this.#at);
    this.#host.requestUpdate();
  }

  async #show(at: number): Promise<void> {
    let before = 0;
    const place = this.#places.find(({ count }) => {
      before += count;
      return before >= at;
    });
    if (place === undefined) return;
    const inEntry = at - (before - place.count) - 1;
    const text = this.#text;
    const rows = await this.#parts.reveal(place.entry, text);
    if (at !== this.#at || text !== this.#text) return;
    let ranges = rows.flatMap(row => rangesIn(row, text));
    // What is marked up is drawn a little after its row.
    for (let frames = 0; ranges.length === 0 && frames < mostFrames; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (at !== this.#at || text !== this.#text) return;
      ranges = rows.flatMap(row => rangesIn(row, text));
    }
    this.#now = ranges[Math.min(inEntry, ranges.length - 1)];
    this.#now?.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
    this.mark();
  }
}

const mostFrames = 120;

function isSame(one: Range, other: Range): boolean {
  return one.startContainer === other.startContainer && one.startOffset === other.startOffset;
}
