import { css, html, LitElement, noChange, nothing, type PropertyValues, render } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { styleMap } from 'lit/directives/style-map.js';
import { base, emit } from './base.ts';
import { RowHeights } from './row-heights.ts';
import { TypeAhead } from './type-ahead.ts';

/** The state of a row when it is rendered. */
export interface UiListState {
  readonly index: number;
  /** The row that the arrow keys have reached. */
  readonly active: boolean;
  readonly selected: boolean;
}

/** The detail of `ui-select` and `ui-active`. */
export interface UiListChoice<T> {
  readonly item: T;
  readonly index: number;
}

const spare = 6;
const controls = 'button, a[href], input, select, textarea, ui-button, ui-icon-button, ui-chip, ui-switch, ui-checkbox, ui-menu';
let lists = 0;

/** A list of any length: only the visible rows are rendered. Its keys are arrows, Page Up and Down, Home, End, letters, Enter. */
export class UiList<T = unknown> extends LitElement {
  static override styles = [
    base,
    css`
      :host { position: relative; display: block; height: 100%; overflow: auto; overflow-anchor: none; contain: strict; scrollbar-width: thin; border-radius: var(--r-6); }
      /* The row that the keys have reached has the ring; where colours are forced, the list has one too. */
      :host(:focus-visible) { outline: 1px solid transparent; outline-offset: -1px; }
      :host(:focus-visible) ::slotted([data-row][data-active]) { outline: 2px solid var(--focus); outline-offset: -2px; }
      ::slotted([data-row]) { position: absolute; inset-inline: 0; inset-block-start: 0; border-radius: var(--r-6); }
      ::slotted([data-row][data-active]) { background: var(--hover); }
      @media (forced-colors: active) { ::slotted([data-row][data-active]) { outline: 1px solid; outline-offset: -1px; } }
    `,
  ];

  @property({ attribute: false }) items: readonly T[] = [];
  @property({ attribute: false }) renderItem: (item: T, state: UiListState) => unknown = item => String(item);
  /** The identity of an item, equal also for a new object of the same item. */
  @property({ attribute: false }) keyOf: (item: T) => unknown = item => item;
  /** The text that typed letters are matched against. */
  @property({ attribute: false }) textOf: (item: T) => string = item => String(item);
  /** The height of a row; with `measured`, the estimate for a row that was not rendered yet. */
  @property({ type: Number, attribute: 'row-height' }) rowHeight = 28;
  @property({ type: Boolean }) measured = false;
  /** The key of the selected item. */
  @property({ attribute: false }) selected: unknown;
  /** The keys of the selected items of a list with multiple selection; undefined in a list with single selection. */
  @property({ attribute: false }) marked: ReadonlySet<unknown> | undefined;
  @property() label = '';
  /** Rows hold controls of their own, which Tab reaches from the active row. */
  @property({ type: Boolean }) grid = false;

  @state() private first = 0;
  @state() private last = 0;
  @state() private hasFocus = false;

  readonly #name = `ui-list-${++lists}`;
  readonly #typing = new TypeAhead();
  readonly #resize = new ResizeObserver(entries => this.#measure(entries));
  readonly #measuredByKey = new Map<unknown, number>();
  #places: ReadonlyMap<unknown, number> = new Map();
  #heights = new RowHeights(0, 28, false);
  #active = -1;
  #activeKey: unknown;
  #wantedTop: number | undefined;
  /** The place and the size of the visible part, as the events of scrolling and resizing told them: reading them would lay out. */
  #top = 0;
  #clientHeight = 0;
  /** What stands at each place, and whether more than the visible part has changed since. */
  #drawn: ReadonlyMap<number, number> = new Map();
  #isStale = true;
  readonly #observed = new Map<Element, unknown>();
  /** The row that a key led to: it stays visible while rows around it are measured and turn out taller. */
  #kept: number | undefined;

  constructor() {
    super();
    this.addEventListener('scroll', () => {
      this.#top = this.scrollTop;
      this.#look();
    });
    this.addEventListener('wheel', () => this.#letGo(), { passive: true });
    this.addEventListener('keydown', this.#key);
    this.addEventListener('pointerdown', event => this.#point(event));
    this.addEventListener('click', event => this.#click(event));
    this.addEventListener('focusin', event => {
      this.hasFocus = true;
      // The row with the focus stays rendered while it has it.
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      if (row !== null && row.parentElement === this) return this.#activate(Number(row.dataset.row), false);
      if (this.#active < 0)
        this.#activate(
          Math.max(
            0,
            this.items.findIndex(item => this.keyOf(item) === this.selected),
          ),
          false,
        );
    });
    this.addEventListener('focusout', event => {
      this.hasFocus = event.relatedTarget instanceof Node && this.contains(event.relatedTarget);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
    this.#resize.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize.disconnect();
    this.#observed.clear();
  }

  /** Scrolls a row into view. */
  reveal(index: number): void {
    if (index >= this.items.length) return;
    const top = this.#heights.top(index);
    const bottom = top + this.#heights.height(index);
    const { scrollTop, clientHeight } = this;
    if (top < scrollTop) this.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.scrollTop = bottom - clientHeight;
    this.#read();
    this.#look();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // Scrolling alone changes no row that stays.
    if ([...changed.keys()].some(name => name !== 'first' && name !== 'last')) this.#isStale = true;
    if (changed.has('items') || changed.has('rowHeight') || changed.has('measured')) this.#settle(changed.get('items') ?? []);
  }

  override render() {
    return html`<div style=${styleMap({ height: `${this.#heights.total}px` })}></div><slot></slot>`;
  }

  override updated(): void {
    this.role = this.grid ? 'grid' : 'listbox';
    this.ariaLabel = this.label || null;
    this.ariaMultiSelectable = this.marked === undefined ? null : 'true';
    this.ariaRowCount = this.grid ? String(this.items.length) : null;
    if (this.#wantedTop !== undefined) {
      this.scrollTop = this.#wantedTop;
      this.#wantedTop = undefined;
      this.#read();
    } else if (this.#clientHeight === 0) this.#read();
    this.#look();
    // Rows are children and not in the shadow root, so that the styles of the surrounding view apply to them.
    render(this.#rows(), this);
    this.#isStale = false;
    const active = this.#active >= 0 ? this.#idOf(this.#active) : '';
    if (active === '' || !this.hasFocus) this.removeAttribute('aria-activedescendant');
    else this.setAttribute('aria-activedescendant', active);
    if (this.#kept !== undefined) this.reveal(this.#kept);
    if (this.measured) this.#observe();
  }

  /** Rows that were added are measured, and those that were removed are let go. */
  #observe(): void {
    for (const row of this.#observed.keys())
      if (row.parentNode !== this) {
        this.#resize.unobserve(row);
        this.#observed.delete(row);
      }
    for (const row of this.children) {
      if (!(row instanceof HTMLElement) || row.dataset.row === undefined) continue;
      const item = this.items[Number(row.dataset.row)];
      const key = item && this.keyOf(item);
      if (this.#observed.has(row) && (this.#observed.get(row) === key || this.#measuredByKey.has(key))) continue;
      // The element of another item: where its height stays the same nobody would tell.
      this.#resize.unobserve(row);
      this.#resize.observe(row);
      this.#observed.set(row, key);
    }
  }

  #rows() {
    const indices = [];
    for (let index = this.first; index < this.last; index++) indices.push(index);
    // The active row is rendered even when it is not visible: `aria-activedescendant` needs its element.
    if (this.#active >= 0 && this.#active < this.first) indices.unshift(this.#active);
    if (this.#active >= this.last && this.#active < this.items.length) indices.push(this.#active);
    const places = this.#placesOf(indices.map(index => this.keyOf(this.items[index]!)));
    const before = this.#drawn;
    this.#drawn = new Map(indices.map((index, at) => [places[at]!, index]));
    return repeat(
      indices.map((index, at) => ({ index, place: places[at]! })),
      ({ place }) => place,
      ({ index, place }) => (!this.#isStale && before.get(place) === index ? noChange : this.#row(index)),
    );
  }

  /** A row that becomes visible reuses the elements of one that left: updating is far cheaper than creating. */
  #placesOf(keys: readonly unknown[]): readonly number[] {
    const before = this.#places;
    const staying = new Set(keys.map(key => before.get(key)));
    const free = [...before.values()].filter(place => !staying.has(place));
    let next = before.size === 0 ? 0 : Math.max(...before.values()) + 1;
    const now = new Map<unknown, number>();
    const places = keys.map(key => {
      // Two items may have the same key; each still needs a place of its own.
      const place = now.has(key) ? next++ : (before.get(key) ?? free.shift() ?? next++);
      now.set(key, place);
      return place;
    });
    this.#places = now;
    return places;
  }

  #row(index: number) {
    const item = this.items[index]!;
    const active = index === this.#active && this.hasFocus;
    const key = this.keyOf(item);
    const selected =
      this.marked !== undefined && this.marked.size > 0 ? this.marked.has(key) : this.selected !== undefined && key === this.selected;
    const content = this.renderItem(item, { index, active, selected });
    return html`<div
      data-row=${index}
      id=${this.#idOf(index)}
      role=${this.grid ? 'row' : 'option'}
      aria-selected=${selected ? 'true' : 'false'}
      aria-rowindex=${this.grid ? index + 1 : nothing}
      aria-setsize=${this.grid ? nothing : this.items.length}
      aria-posinset=${this.grid ? nothing : index + 1}
      ?data-active=${active}
      style=${styleMap({ translate: `0 ${this.#heights.top(index)}px`, height: this.measured ? undefined : `${this.rowHeight}px` })}
    >${this.grid ? html`<div role="gridcell">${content}</div>` : content}</div>`;
  }

  #idOf(index: number): string {
    return `${this.#name}-${index}`;
  }

  /** After the items changed: the visible rows keep their position, and the active row stays active. */
  #settle(before: readonly T[]): void {
    this.#letGo();
    const old = this.#heights;
    const anchor = Math.min(this.first + (this.first > 0 ? spare : 0), before.length - 1);
    const heights = new RowHeights(this.items.length, this.rowHeight, this.measured);
    const indexOf = new Map<unknown, number>();
    // A new list has no position to restore.
    const isNew = this.#active < 0 && this.#measuredByKey.size === 0 && this.scrollTop <= 0;
    if (!isNew) for (const [index, item] of this.items.entries()) indexOf.set(this.keyOf(item), index);
    for (const [key, height] of this.#measuredByKey) {
      const index = indexOf.get(key);
      if (index !== undefined) heights.measure(index, height);
    }
    this.#heights = heights;
    this.#active = this.#active < 0 ? -1 : (indexOf.get(this.#activeKey) ?? Math.min(this.#active, this.items.length - 1));
    if (this.#active >= 0) this.#activeKey = this.keyOf(this.items[this.#active]!);
    this.#top = Math.min(this.scrollTop, Math.max(0, heights.total - this.#clientHeight));
    // At the very top, new items are shown as they come in.
    if (this.scrollTop <= 0 || before.length === 0) return;
    const at = old.at(this.scrollTop);
    for (let index = Math.max(at, anchor < 0 ? 0 : at); index < Math.min(before.length, at + 200); index++) {
      const now = indexOf.get(this.keyOf(before[index]!));
      if (now === undefined) continue;
      this.#wantedTop = heights.top(now) + this.scrollTop - old.top(index);
      return;
    }
  }

  #read(): void {
    this.#top = this.scrollTop;
    this.#clientHeight = this.clientHeight;
  }

  #look(): void {
    const count = this.items.length;
    this.first = Math.max(0, this.#heights.at(this.#top) - spare);
    this.last = count === 0 ? 0 : Math.min(count, this.#heights.at(this.#top + this.#clientHeight) + 1 + spare);
  }

  #letGo(): void {
    this.#kept = undefined;
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    let above = 0;
    let isChanged = false;
    for (const { target, borderBoxSize } of entries) {
      if (target === this) this.#read();
      if (target === this || !(target instanceof HTMLElement) || !target.isConnected) continue;
      const index = Number(target.dataset.row);
      const item = this.items[index];
      const height = borderBoxSize[0]?.blockSize ?? 0;
      if (item === undefined || height === 0) continue;
      const isAbove = this.#heights.top(index) < this.scrollTop;
      const change = this.#heights.measure(index, height);
      this.#measuredByKey.set(this.keyOf(item), height);
      if (change !== 0) isChanged = true;
      if (isAbove) above += change;
    }
    if (above !== 0) this.#wantedTop = this.scrollTop + above;
    if (isChanged) this.#redraw();
    this.#look();
  }

  #redraw(): void {
    this.#isStale = true;
    this.requestUpdate();
  }

  #activate(index: number, reveal = true): void {
    const item = this.items[index];
    if (item === undefined) return;
    this.#active = index;
    this.#activeKey = this.keyOf(item);
    this.#kept = reveal && this.measured ? index : undefined;
    if (reveal) this.reveal(index);
    this.#redraw();
    emit(this, 'ui-active', { item, index } satisfies UiListChoice<T>);
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.target !== this || this.items.length === 0) return;
    const [at, end] = [this.#active, this.items.length - 1];
    const page = Math.max(1, Math.floor(this.clientHeight / this.rowHeight) - 1);
    const to: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: end,
    };
    const next = to[event.key] ?? this.#typing.find(event, this.items.length, at, index => this.textOf(this.items[index]!));
    if (next !== undefined) {
      event.preventDefault();
      return this.#activate(Math.max(0, Math.min(end, next)));
    }
    if ((event.key !== 'Enter' && event.key !== ' ') || at < 0) return;
    event.preventDefault();
    this.#select(at);
  };

  #rowOf(event: Event): number | undefined {
    for (const element of event.composedPath()) {
      if (!(element instanceof HTMLElement)) continue;
      if (element.dataset.row !== undefined && element.parentElement === this) return Number(element.dataset.row);
      if (element === this || element.matches(controls)) return undefined;
    }
    return undefined;
  }

  #point(event: Event): void {
    const index = this.#rowOf(event);
    if (index !== undefined) this.#activate(index, false);
  }

  #click(event: Event): void {
    const index = this.#rowOf(event);
    if (index !== undefined) this.#select(index);
  }

  #select(index: number): void {
    emit(this, 'ui-select', { item: this.items[index]!, index } satisfies UiListChoice<T>);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-list': UiList;
  }
}
