import { css, html, LitElement, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { Heights } from './heights.ts';
import { Rows, type TranscriptItem } from './rows.ts';
import { Sentences } from './sentences.ts';
import { transcriptTexts } from './text.ts';

/** Rows are in the middle column, so that a scrollbar does not move them. */
const transcriptStyles = css`
  :host { display: block; position: relative; min-height: 0; height: 100%; contain: strict; }
  :host([hidden]) { display: none; }
  .scroll { height: 100%; overflow: hidden auto; overflow-anchor: none; scrollbar-gutter: stable; scrollbar-width: thin; scrollbar-color: var(--line-strong) transparent; }
  .scroll:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .rows { width: min(var(--w-col), 100% - var(--transcript-margins, 32px)); margin-inline: auto; box-sizing: border-box; }
  ::slotted(*) { display: flow-root; contain: layout style; }
  .aloud { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

/** The estimated height of a row that was not measured yet. */
const estimatedHeight = 160;
/** So many announcements stay on the page. */
const mostAloud = 8;
/** Rows are added when fewer than `near` pixels are rendered beyond the edge, and then up to `far`, so that few scroll steps add rows. */
const near = 300;
const far = 700;
const endReach = 16;
/** At most this many rows stay because of a selection or the focus in one of them. */
const heldRows = 60;

/** A virtual list of any number of items: only the rows near the view are in the page, and the row being read keeps its position. */
export class UiTranscript<T extends TranscriptItem = TranscriptItem> extends LitElement {
  static override styles = transcriptStyles;

  /** All items, oldest first. Set a new array to update; a row is rendered again only if its item is a different object. */
  @property({ attribute: false }) items: readonly T[] = [];
  /** Renders one item. */
  @property({ attribute: false }) renderItem: (item: T, index: number) => unknown = () => undefined;
  /** The text of an item's hidden heading; an item with an empty text has none. */
  @property({ attribute: false }) labelItem: ((item: T, index: number) => string) | undefined;
  /** The level of those headings. */
  @property({ type: Number }) headinglevel = 2;
  /** The accessible name of the list. */
  @property() label = '';
  /** The key of the item to open at; without one it opens at the end. */
  @property() start = '';
  /** Each is an element of its own, so that none replaces another one that is not heard yet. */
  @state() private aloud: readonly { readonly key: number; readonly text: string }[] = [];

  readonly #sizes = new ResizeObserver(entries => this.#measure(entries));
  readonly #rows = new Rows<T>(this, this.#sizes);
  readonly #sentences = new Sentences(text => {
    this.aloud = [...this.aloud, { key: this.#said, text }].slice(-mostAloud);
    this.#said += 1;
  });
  #said = 0;
  readonly #known = new Map<string, number>();
  #heights = new Heights(0, () => estimatedHeight);
  #indexes: Map<string, number> | undefined;
  #first = 0;
  #last = 0;
  #height = 0;
  #width = 0;
  #scroller: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  #anchor: { key: string; offset: number } | undefined;
  #atEnd = true;
  #frame = 0;
  #reach = 0;
  /** The last scroll position set by this element: a scroll event to it is not the person's. */
  #placed = -1;

  /** Whether the end is in view; then the view follows new content. */
  get isAtEnd(): boolean {
    return this.#atEnd;
  }

  /** The keys of the visible items, oldest first. */
  get keysInView(): readonly string[] {
    const top = this.#scroller?.scrollTop ?? 0;
    if (this.items.length === 0) return [];
    const from = this.#heights.indexAt(top);
    const to = this.#heights.indexAt(Math.max(top, top + this.#height - 1));
    return this.items.slice(from, to + 1).map(item => item.key);
  }

  /**
   * The keys of the items to restore the position from: those that begin in view, oldest first, or the long one that fills it. Also
   * valid right after the element was disconnected.
   */
  get keysToComeBackTo(): readonly string[] {
    const { items } = this;
    if (items.length === 0) return [];
    const heights = this.#heights;
    const top = this.#viewTop();
    const from = heights.indexAt(top);
    const to = heights.indexAt(Math.max(top, top + this.#height - 1));
    const first = top - heights.top(from) > 1 && from < to ? from + 1 : from;
    return items.slice(first, to + 1).map(item => item.key);
  }

  /** Scrolls an item to the top of the view; false where no item has that key. */
  scrollToKey(key: string): boolean {
    const index = this.#indexOf(key);
    if (index === undefined || this.#scroller === undefined) return false;
    this.#leaveEnd(false);
    this.#anchor = { key, offset: 0 };
    this.#show(index, this.#lastFrom(index, this.#height + near));
    this.#place();
    this.#soon();
    return true;
  }

  /** Scrolls to the end, and follows new content. */
  scrollToEnd(): void {
    this.#leaveEnd(true);
    this.#window();
    this.#place();
  }

  /** Announces streamed text to screen readers in whole sentences; set `isLast` with the last part. */
  announce(text: string, isLast = false): void {
    this.#sentences.add(text);
    if (isLast) this.#sentences.end();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#scroller !== undefined) this.#sizes.observe(this.#scroller, { box: 'border-box' });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#sentences.stop();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  override firstUpdated(): void {
    this.#scroller = this.renderRoot.querySelector<HTMLElement>('.scroll') ?? undefined;
    this.#content = this.renderRoot.querySelector<HTMLElement>('.rows') ?? undefined;
    if (this.#scroller !== undefined) this.#sizes.observe(this.#scroller, { box: 'border-box' });
  }

  override updated(changed: PropertyValues<this>): void {
    if (!changed.has('items') && !changed.has('renderItem') && !changed.has('labelItem')) return;
    if (changed.has('items')) this.#takeItems(changed.get('items') as readonly T[] | undefined);
    // The height of the view is unknown until the first measurement, which comes before the first paint.
    if (this.#height === 0) return;
    this.#window();
    this.#place();
  }

  override render() {
    return html`
      <div class="scroll" tabindex="0" role="feed" aria-label=${this.label === '' ? transcriptTexts().conversation : this.label} @scroll=${{ handleEvent: () => this.#scrolled(), passive: true }}>
        <div class="rows"><slot></slot></div>
      </div>
      <div class="aloud" role="log" aria-live="polite">
        ${repeat(
          this.aloud,
          ({ key }) => key,
          ({ text }) => html`<p>${text}</p>`,
        )}
      </div>
    `;
  }

  #takeItems(before: readonly T[] | undefined): void {
    const { items } = this;
    const isSame = before?.length === items.length && items.every((item, index) => item.key === before[index]?.key);
    if (isSame) return;
    this.#indexes = undefined;
    const known = this.#known;
    this.#heights = new Heights(
      items.length,
      known.size === 0 ? () => estimatedHeight : index => known.get(items[index]?.key ?? '') ?? estimatedHeight,
    );
  }

  #indexOf(key: string): number | undefined {
    // Nearly always it is one of the rows in the page; the table of all keys is built only for others.
    for (let index = this.#first; index < this.#last; index += 1) if (this.items[index]?.key === key) return index;
    this.#indexes ??= new Map(this.items.map((item, index) => [item.key, index]));
    return this.#indexes.get(key);
  }

  #scrolled(): void {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    // A resize moves the content; the measurement right after this restores the position.
    if (Math.abs(scroller.offsetWidth - this.#width) > 1 || Math.abs(scroller.offsetHeight - this.#height) > 1) return;
    const { scrollTop } = scroller;
    if (Math.abs(scrollTop - this.#placed) >= 1) {
      this.#placed = -1;
      this.#leaveEnd(this.#heights.total - scrollTop - this.#height <= endReach);
      this.#setAnchor(scrollTop);
    }
    this.#window();
  }

  #setAnchor(scrollTop: number): void {
    const index = this.#heights.indexAt(scrollTop);
    const key = this.items[index]?.key;
    if (key !== undefined) this.#anchor = { key, offset: scrollTop - this.#heights.top(index) };
  }

  #leaveEnd(isAtEnd: boolean): void {
    if (this.#atEnd === isAtEnd) return;
    this.#atEnd = isAtEnd;
    this.dispatchEvent(new CustomEvent('ui-at-end-changed', { detail: { isAtEnd }, bubbles: true, composed: true }));
  }

  /** Renders the rows for the current scroll position. */
  #window(): void {
    const { length } = this.items;
    if (this.#height === 0) return;
    if (length === 0) return this.#show(0, 0);
    const heights = this.#heights;
    const top = this.#viewTop();
    const bottom = top + this.#height;
    const isValid = this.#last > this.#first && this.#last <= length;
    const isEnough =
      isValid &&
      (this.#first === 0 || heights.top(this.#first) <= top - near) &&
      (this.#last === length || heights.top(this.#last) >= bottom + near);
    const isTooMuch = isValid && (heights.top(this.#first + 1) < top - 2 * far || heights.top(this.#last - 1) > bottom + 2 * far);
    if (isEnough && !isTooMuch) return this.#show(this.#first, this.#last);
    // First only the visible rows; some around them in the next frame, more once the person scrolls.
    const reach = this.#reach;
    this.#reach = reach === 0 ? near : far;
    this.#show(heights.indexAt(top - reach), heights.indexAt(bottom + reach) + 1);
    if (reach === 0) this.#soon();
  }

  #viewTop(): number {
    const { total } = this.#heights;
    if (this.#anchor === undefined && this.start !== '' && this.#indexOf(this.start) !== undefined) {
      this.#anchor = { key: this.start, offset: 0 };
      this.#leaveEnd(false);
    }
    if (this.#atEnd) return Math.max(0, total - this.#height);
    const index = this.#anchor === undefined ? undefined : this.#indexOf(this.#anchor.key);
    return index === undefined ? (this.#scroller?.scrollTop ?? 0) : this.#heights.top(index) + (this.#anchor?.offset ?? 0);
  }

  #lastFrom(index: number, reach: number): number {
    return this.#heights.indexAt(this.#heights.top(index) + reach) + 1;
  }

  #show(first: number, last: number): void {
    const [from, to] = this.#withHeld(first, last);
    this.#first = from;
    this.#last = to;
    this.#rows.show(this.items, from, to, { renderItem: this.renderItem, labelItem: this.labelItem, headingLevel: this.headinglevel });
    this.#pad();
  }

  /** Extends the range to a row with the focus or the selection, while it is not too far. */
  #withHeld(first: number, last: number): readonly [number, number] {
    const focused = (this.getRootNode() as Document | ShadowRoot).activeElement?.closest<HTMLElement>('[role="article"]');
    const selection = getSelection();
    const selected = selection === null || selection.isCollapsed ? undefined : [selection.anchorNode, selection.focusNode];
    const rows = [
      focused,
      ...(selected ?? []).map(node => (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('[role="article"]')),
    ];
    let [from, to] = [first, last];
    for (const row of rows) {
      if (row?.parentNode !== this) continue;
      const index = this.#indexOf(row.dataset.key ?? '');
      if (index === undefined || (index >= from && index < to)) continue;
      if (index < from && from - index <= heldRows) from = index;
      else if (index >= to && index - to < heldRows) to = index + 1;
      // Otherwise the next Tab would start at the top of the document.
      else if (row === focused) this.#scroller?.focus({ preventScroll: true });
    }
    return [from, to];
  }

  #pad(): void {
    const { style } = this.#content ?? {};
    if (style === undefined) return;
    style.paddingBlockStart = `${this.#heights.top(this.#first)}px`;
    style.paddingBlockEnd = `${this.#heights.total - this.#heights.top(this.#last)}px`;
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    for (const { target, borderBoxSize } of entries) {
      const height = borderBoxSize[0]?.blockSize ?? 0;
      if (target === this.#scroller) [this.#height, this.#width] = [height, borderBoxSize[0]?.inlineSize ?? 0];
      else if (target instanceof HTMLElement && target.parentNode === this) {
        const key = target.dataset.key ?? '';
        const index = this.#indexOf(key);
        this.#known.set(key, height);
        if (index !== undefined) this.#heights.set(index, height);
      }
    }
    if (this.#last === 0 && this.items.length > 0) this.#window();
    else this.#pad();
    this.#place();
    this.#soon();
  }

  /** Scrolls so that the row being read has not moved. */
  #place(): void {
    const scroller = this.#scroller;
    if (scroller === undefined || this.#height === 0) return;
    const top = this.#viewTop();
    if (Math.abs(scroller.scrollTop - top) < 0.5) return;
    scroller.scrollTop = top;
    this.#placed = scroller.scrollTop;
  }

  /** Renders again once heights are known. */
  #soon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#window();
    });
  }
}
