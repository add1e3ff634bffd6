import { html, LitElement, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { Heights } from './heights.ts';
import { Rows, type TranscriptItem } from './rows.ts';
import { Sentences } from './sentences.ts';
import { transcriptWords } from './text.ts';
import { transcriptStyles } from './transcript-styles.ts';

/** A row whose height nobody has seen yet. */
const guess = 160;
/** Rows are made when less than `near` beyond the edge is there, and then up to `far`, so that few steps make any. */
const near = 300;
const far = 700;
const endReach = 16;
/** So many rows stay because of a selection or the focus in one of them. */
const heldRows = 60;

/** Shows any number of items through a window: only what is near is in the page, and what one reads stays where it is. */
export class UiTranscript<T extends TranscriptItem = TranscriptItem> extends LitElement {
  static override styles = transcriptStyles;

  /** All items, oldest first. A new array says that something changed; a row is drawn again only if its item is another. */
  @property({ attribute: false }) items: readonly T[] = [];
  /** What one item looks like. */
  @property({ attribute: false }) renderItem: (item: T, index: number) => unknown = () => undefined;
  /** What one item is called, for who goes from heading to heading; one without a name has no heading. */
  @property({ attribute: false }) labelItem: ((item: T, index: number) => string) | undefined;
  /** The level of those headings. */
  @property({ type: Number }) headinglevel = 2;
  /** What the list is called. */
  @property() label = '';
  /** The key of the item to open at; without one it opens at the end. */
  @property() start = '';
  @state() private aloud = '';

  readonly #sizes = new ResizeObserver(entries => this.#measure(entries));
  readonly #rows = new Rows<T>(this, this.#sizes);
  readonly #sentences = new Sentences(text => {
    this.aloud = text;
  });
  readonly #known = new Map<string, number>();
  #heights = new Heights(0, () => guess);
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
  /** Where the view was put from here: a scroll to there is nobody's wish. */
  #placed = -1;

  /** Whether the newest is in view, so that it stays so as it grows. */
  get isAtEnd(): boolean {
    return this.#atEnd;
  }

  /** The keys of the items that can be seen, oldest first. */
  get keysInView(): readonly string[] {
    const top = this.#scroller?.scrollTop ?? 0;
    if (this.items.length === 0) return [];
    const from = this.#heights.indexAt(top);
    const to = this.#heights.indexAt(Math.max(top, top + this.#height - 1));
    return this.items.slice(from, to + 1).map(item => item.key);
  }

  /**
   * The keys of the items to come back to: those that begin in view, oldest first; where a long one fills it, that one. Known also
   * when the element has just left the page, and nothing in it has a place any more.
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

  /** Brings an item to the top of the view, however far it is; false where there is none of that key. */
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

  /** Goes to the newest, and stays with it. */
  scrollToEnd(): void {
    this.#leaveEnd(true);
    this.#window();
    this.#place();
  }

  /** Has text that comes in read aloud, by whole sentences; `isLast` with its end. */
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
    // The first time the height of the view is not known; it comes with the first measure, before anything is drawn.
    if (this.#height === 0) return;
    this.#window();
    this.#place();
  }

  override render() {
    return html`
      <div class="scroll" tabindex="0" role="feed" aria-label=${this.label === '' ? transcriptWords().conversation : this.label} @scroll=${{ handleEvent: () => this.#scrolled(), passive: true }}>
        <div class="rows"><slot></slot></div>
      </div>
      <div class="aloud" role="log" aria-live="polite">${this.aloud}</div>
    `;
  }

  #takeItems(before: readonly T[] | undefined): void {
    const { items } = this;
    const isSame = before?.length === items.length && items.every((item, index) => item.key === before[index]?.key);
    if (isSame) return;
    this.#indexes = undefined;
    const known = this.#known;
    this.#heights = new Heights(items.length, known.size === 0 ? () => guess : index => known.get(items[index]?.key ?? '') ?? guess);
  }

  #indexOf(key: string): number | undefined {
    // Nearly always it is one of the few in the page; the table of all is made when somebody goes further.
    for (let index = this.#first; index < this.#last; index += 1) if (this.items[index]?.key === key) return index;
    this.#indexes ??= new Map(this.items.map((item, index) => [item.key, index]));
    return this.#indexes.get(key);
  }

  #scrolled(): void {
    const scroller = this.#scroller;
    if (scroller === undefined) return;
    // A window of another size moves what lies in it; its new measure comes right after this, and puts it where it was.
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

  /** Chooses which rows are in the page, by where the view is. */
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
    // The very first rows are those that can be seen; some around them come with the next frame, more once somebody scrolls.
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

  /** A row with the focus or the selection in it stays while it is not too far. */
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
      // Otherwise the next key would begin at the top of the document.
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

  /** Puts the view where what one reads has not moved. */
  #place(): void {
    const scroller = this.#scroller;
    if (scroller === undefined || this.#height === 0) return;
    const top = this.#viewTop();
    if (Math.abs(scroller.scrollTop - top) < 0.5) return;
    scroller.scrollTop = top;
    this.#placed = scroller.scrollTop;
  }

  /** Fills the window once heights are known. */
  #soon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#window();
    });
  }
}
