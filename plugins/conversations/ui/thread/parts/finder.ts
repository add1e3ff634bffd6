import { focusedElement } from '@atelier/kernel/ui';
import { html, nothing, type ReactiveController } from 'lit';
import type { ThreadActions } from '../actions.ts';
import type { OpenThread } from '../open-thread.ts';
import { clearMarks, rangesIn, showMarks } from './marks.ts';
import type { Reading } from './reading.ts';

interface Place {
  readonly entry: string;
  readonly count: number;
}

/** Finds a text in the whole conversation, also in messages that are not loaded. */
export class Finder implements ReactiveController {
  isOpen = false;
  readonly #thread: OpenThread;
  readonly #reading: Reading;
  readonly #act: ThreadActions;
  /** The text of the field, not trimmed, because more may be typed after a space. */
  #typed = '';
  #text = '';
  #places: readonly Place[] = [];
  #total = 0;
  #at = 0;
  #searches = 0;
  #now: Range | undefined;
  #isFresh = false;
  /** What had the focus before the field. */
  #before: Element | undefined;

  constructor(thread: OpenThread, reading: Reading, act: ThreadActions) {
    this.#thread = thread;
    this.#reading = reading;
    this.#act = act;
    thread.addController(this);
  }

  hostUpdated(): void {
    if (!this.isOpen || this.#text === '') return;
    // After the rows of this update are rendered.
    requestAnimationFrame(() => this.mark());
  }

  hostDisconnected(): void {
    clearMarks();
  }

  open(): void {
    if (!this.isOpen) this.#before = focusedElement();
    this.isOpen = true;
    this.#thread.requestUpdate();
    void this.#thread.updateComplete.then(() => {
      const field = this.#thread.shadowRoot?.querySelector<HTMLElement>('.finder ui-search');
      field?.focus();
      field?.shadowRoot?.querySelector('input')?.select();
    });
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#now = undefined;
    clearMarks();
    this.#thread.requestUpdate();
    if (this.#before instanceof HTMLElement && this.#before.isConnected) this.#before.focus({ preventScroll: true });
  }

  /** Clears the search, for another conversation. */
  forget(): void {
    this.#typed = '';
    this.#text = '';
    this.#places = [];
    this.#total = 0;
    this.close();
  }

  /** Marks the text in the rendered rows. */
  mark(): void {
    if (!this.isOpen || this.#text === '') return clearMarks();
    const rows = [...(this.#thread.transcript?.children ?? [])] as HTMLElement[];
    const ranges = rows.flatMap(row => rangesIn(row, this.#text));
    const now = this.#now;
    showMarks(now === undefined ? ranges : ranges.filter(range => !isSame(range, now)), now);
  }

  render() {
    if (!this.isOpen) return nothing;
    const { text } = this.#thread;
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
    this.#searches += 1;
    const search = this.#searches;
    const [feed, conversation, text] = [this.#thread.feed, this.#thread.shown, this.#text];
    if (feed === undefined || conversation === undefined || text === '') {
      this.#places = [];
      this.#total = 0;
      clearMarks();
      this.#thread.requestUpdate();
      return;
    }
    // A failed search is not shown as "nothing found".
    const found = await feed.conversations.call('find', { conversation, text }).catch(this.#act.tell);
    if (search !== this.#searches || found === undefined) return;
    const { places, total } = found;
    this.#places = places;
    this.#total = total;
    this.#isFresh = true;
    // Starts at the newest hit, which is usually nearest to the view.
    this.#at = 0;
    this.#go(-1);
  }

  #go(step: number): void {
    if (this.#total === 0) return this.#thread.requestUpdate();
    const first = step < 0 ? this.#total : 1;
    this.#at = this.#at === 0 ? first : ((this.#at - 1 + step + this.#total) % this.#total) + 1;
    void this.#show(this.#at);
    this.#thread.requestUpdate();
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
    const rows = await this.#reading.reveal(place.entry, text);
    if (at !== this.#at || text !== this.#text) return;
    let ranges = rows.flatMap(row => rangesIn(row, text));
    // Markdown is rendered some frames after its row.
    for (let frames = 0; ranges.length === 0 && frames < maxFrames; frames += 1) {
      await new Promise(requestAnimationFrame);
      if (at !== this.#at || text !== this.#text) return;
      ranges = rows.flatMap(row => rangesIn(row, text));
    }
    this.#now = ranges[Math.min(inEntry, ranges.length - 1)];
    this.#now?.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
    this.mark();
  }
}

const maxFrames = 120;

function isSame(one: Range, other: Range): boolean {
  return one.startContainer === other.startContainer && one.startOffset === other.startOffset;
}
