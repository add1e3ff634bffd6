import { render } from 'lit';

/** One item of a transcript; its key never changes. */
export interface TranscriptItem {
  readonly key: string;
}

/** How a row is rendered and labelled. */
export interface RowLook<T extends TranscriptItem> {
  readonly renderItem: (item: T, index: number) => unknown;
  readonly labelItem: ((item: T, index: number) => string) | undefined;
  readonly headingLevel: number;
}

const unseen = 'position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap';

/** The rows in the page: always a contiguous range of the items, in their order. */
export class Rows<T extends TranscriptItem> {
  readonly #host: HTMLElement;
  readonly #byKey = new Map<string, HTMLElement>();
  readonly #shown = new WeakMap<HTMLElement, { readonly item: T; readonly renderItem: unknown }>();
  readonly #sizes: ResizeObserver;

  constructor(host: HTMLElement, sizes: ResizeObserver) {
    this.#host = host;
    this.#sizes = sizes;
  }

  row(key: string): HTMLElement | undefined {
    return this.#byKey.get(key);
  }

  /** Renders exactly the items from `first` to before `last`; a row that stays is touched only if its item is a different object. */
  show(items: readonly T[], first: number, last: number, look: RowLook<T>): void {
    const wanted = new Set<string>();
    for (let index = first; index < last; index += 1) wanted.add(items[index]?.key ?? '');
    for (const [key, row] of this.#byKey) if (!wanted.has(key)) this.#drop(key, row);
    let next = this.#host.firstElementChild;
    for (let index = first; index < last; index += 1) {
      const item = items[index];
      if (item === undefined) continue;
      const row = this.#byKey.get(item.key) ?? this.#made(item.key);
      this.#draw(row, item, index, items.length, look);
      if (row === next) next = row.nextElementSibling;
      else this.#host.insertBefore(row, next);
    }
  }

  #made(key: string): HTMLElement {
    const row = document.createElement('div');
    row.role = 'article';
    row.tabIndex = -1;
    row.dataset.key = key;
    this.#byKey.set(key, row);
    this.#sizes.observe(row, { box: 'border-box' });
    return row;
  }

  #draw(row: HTMLElement, item: T, index: number, count: number, look: RowLook<T>): void {
    const position = String(index + 1);
    if (row.getAttribute('aria-posinset') !== position) row.setAttribute('aria-posinset', position);
    if (row.getAttribute('aria-setsize') !== String(count)) row.setAttribute('aria-setsize', String(count));
    const before = this.#shown.get(row);
    if (before?.item === item && before.renderItem === look.renderItem) return;
    this.#shown.set(row, { item, renderItem: look.renderItem });
    if (look.labelItem !== undefined) name(row, look.labelItem(item, index), look.headingLevel);
    render(look.renderItem(item, index), row);
  }

  #drop(key: string, row: HTMLElement): void {
    this.#sizes.unobserve(row);
    this.#byKey.delete(key);
    row.remove();
  }
}

/** Adds a visually hidden heading, for moving from item to item with a screen reader. */
function name(row: HTMLElement, label: string, level: number): void {
  if (label === '') return;
  let heading = row.querySelector<HTMLElement>(':scope > [data-turn]');
  if (heading === null) {
    heading = document.createElement(`h${level}`);
    heading.dataset.turn = '';
    heading.style.cssText = unseen;
    row.prepend(heading);
  }
  if (heading.textContent !== label) heading.textContent = label;
  row.ariaLabel = label;
}
