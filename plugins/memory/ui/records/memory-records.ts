import { toast } from '@atelier/kernel/kit';
import { numberText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { MemoryChannel, type MemoryRecord } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf, type ProjectNames } from '../words.ts';
import { filterChips } from './filters.ts';
import { type FilterChange, noFilters, RecordData } from './record-data.ts';
import { type Gone, type Item, itemsOf, itemsOfSources, rowOf } from './record-rows.ts';
import { recordStyles } from './record-styles.ts';

/** An undo that came later would find that the words are gone. */
const undoMs = 3_600_000;
const rowHeight = 52;

interface Kept {
  readonly gone?: readonly Gone[];
  readonly selected?: string;
}

/** The list of memories with its filters and search, and beside it the memory that is chosen. Fires `ask` for the dialogs of the page. */
export class MemoryRecords extends LitElement {
  static override styles = recordStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) names: ProjectNames = new Map();
  /** How many memories there are without any filter. */
  @property({ attribute: false }) total = 0;
  /** The memory to show, from an answer or another list. */
  @property({ attribute: false }) shown: string | undefined;
  @property({ type: Boolean, reflect: true }) opened = false;
  @state() private selected: string | undefined;
  @state() private gone: readonly Gone[] = [];
  @state() private typed = '';
  @state() private active: string | undefined;
  @state() private hovered: string | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #data = new RecordData(this, () => this.view);
  #items: readonly Item[] = [];
  /** Forgotten here, and perhaps still among what was found last. */
  readonly #forgotten = new Set<string>();

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('view') && this.view !== undefined) {
      const { gone = [], selected } = (this.view.state.get() ?? {}) as Kept;
      this.gone = gone.filter(({ at }) => Date.now() - at < undoMs);
      this.selected = selected;
    }
    if (changed.has('shown') && this.shown !== undefined) this.#select(this.shown);
    const { state } = this.#data;
    if (state.status !== 'ready') return;
    this.#items = [...itemsOf(this.#text, state.found, this.gone, this.#data.filters.text), ...itemsOfSources(this.#data.sources)];
    // A wide window always shows one.
    const first = state.found.find(({ memory }) => !this.#forgotten.has(memory.id))?.memory.id;
    if (this.selected === undefined && first !== undefined) this.selected = first;
  }

  override render() {
    const text = this.#text;
    return html`
      <section class="list" aria-label=${text.of('records')}>
        <div class="tools">
          <div class="find">
            <ui-search label=${text.of('search')} placeholder=${text.of('search')} .value=${this.typed} maxlength="1000" @input=${this.#type} @keydown=${this.#searchKey}></ui-search>
            <span class="many" role="status" title=${this.#took()}>${this.#many()}</span>
          </div>
          <div class="filters" role="group" aria-label=${text.of('filters')}>${filterChips(text, this.#data.filters, this.names, this.#filter)}</div>
        </div>
        ${this.#list()}
        <slot name="below"></slot>
      </section>
      <section class="side" aria-label=${text.of('chosen')}>
        <div class="back"><ui-button icon="arrow-left" @click=${this.#close}>${text.of('backToList')}</ui-button></div>
        ${this.selected === undefined ? html`<div class="nothing">${text.of('noneChosen')}</div>` : html`<memory-detail .view=${this.view} .names=${this.names} .memoryId=${this.selected} @show=${(event: CustomEvent<string>) => this.#select(event.detail)} @forget=${(event: CustomEvent<MemoryRecord>) => void this.#forget(event.detail)}></memory-detail>`}
      </section>
    `;
  }

  #list() {
    const text = this.#text;
    const { state, filters } = this.#data;
    if (state.status === 'pending') return html`<div class="nothing"><ui-progress label=${text.of('loading')}></ui-progress></div>`;
    if (state.status === 'failed')
      return html`<div class="problem"><ui-alert kind="danger">${state.problem.in(text.locale)}<ui-button slot="actions" size="24" @click=${() => this.#data.refresh()}>${text.of('tryAgain')}</ui-button></ui-alert></div>`;
    if (this.#items.length === 0)
      return html`<ui-empty class="nothing" icon="search" text=${text.of('nothingFound')}>${JSON.stringify(filters) === JSON.stringify(noFilters) ? nothing : html`<ui-button kind="line" @click=${this.#clear}>${text.of('showAll')}</ui-button>`}</ui-empty>`;
    return html`<div class="rows"><ui-list
      grid measured label=${text.of('records')} row-height=${rowHeight} .items=${this.#items} .keyOf=${keyOf} .textOf=${textOf} .selected=${this.selected}
      .renderItem=${(item: Item, look: { active: boolean; selected: boolean }) => rowOf(item, look.selected, look.active || item.key === this.hovered, this.#asks)}
      @ui-select=${(event: CustomEvent<{ item: Item }>) => this.#choose(event.detail.item)}
      @ui-active=${(event: CustomEvent<{ item: Item }>) => (this.active = event.detail.item.key)}
      @keydown=${this.#listKey} @scroll=${this.#scrolled} @pointermove=${this.#point} @pointerleave=${() => (this.hovered = undefined)}
    ></ui-list></div>`;
  }

  get #asks() {
    return {
      text: this.#text,
      names: this.names,
      question: this.#data.filters.text,
      edit: (memory: MemoryRecord) => this.#ask('edit', memory),
      forget: (memory: MemoryRecord) => void this.#forget(memory),
      undo: (gone: Gone) => void this.#undo(gone),
    };
  }

  #many(): string {
    const { state, filters } = this.#data;
    if (state.status !== 'ready' || (filters.text === '' && state.more)) return '';
    const count = state.found.length;
    if (JSON.stringify(filters) === JSON.stringify(noFilters)) return '';
    // The search stops there: how many more there are nobody counted.
    if (state.isCut === true) return this.#text.of('nearest', { count });
    return this.#text.of('ofAll', { count, total: numberText(this.#text.locale, Math.max(count, this.total)) });
  }

  #took(): string {
    const { state } = this.#data;
    return state.status === 'ready' && state.milliseconds !== undefined
      ? this.#text.of('foundIn', { ms: Math.max(1, Math.round(state.milliseconds)) })
      : '';
  }

  focusSearch(): void {
    this.renderRoot.querySelector<HTMLElement>('ui-search')?.focus();
  }

  readonly #filter = (change: FilterChange): void => {
    this.#data.filter(change);
    void this.updateComplete.then(() => this.#listElement?.scrollTo({ top: 0 }));
  };

  readonly #type = (event: Event): void => {
    this.typed = (event.currentTarget as HTMLElement & { value: string }).value;
    this.#filter({ text: this.typed });
  };

  readonly #clear = (): void => {
    this.typed = '';
    this.#filter({ ...noFilters, since: undefined });
    this.focusSearch();
  };

  get #listElement(): (HTMLElement & { reveal(index: number): void }) | null {
    return this.renderRoot.querySelector('ui-list');
  }

  readonly #searchKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    this.#listElement?.focus();
  };

  readonly #listKey = (event: KeyboardEvent): void => {
    const item = this.#items.find(({ key }) => key === this.active);
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget || item === undefined) return;
    if (event.key === 'Delete' && item.kind === 'memory') void this.#forget(item.found.memory);
    else if (event.key === 'F2' && item.kind === 'memory') this.#ask('edit', item.found.memory);
    else return;
    event.preventDefault();
  };

  readonly #point = (event: PointerEvent): void => {
    const row = event.composedPath().find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset.row !== undefined);
    this.hovered = row === undefined || event.pointerType === 'touch' ? undefined : this.#items[Number(row.dataset.row)]?.key;
  };

  readonly #scrolled = (event: Event): void => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget as HTMLElement;
    if (scrollHeight - scrollTop - clientHeight < 100 * rowHeight) this.#data.more();
  };

  #choose(item: Item): void {
    if (item.kind === 'memory') this.#select(item.key);
    else if (item.kind === 'gone') void this.#undo(item.gone);
  }

  #select(id: string): void {
    this.selected = id;
    this.opened = true;
    this.#keep();
    // In a narrow window it lies over the list.
    void this.updateComplete.then(() => {
      if (this.renderRoot.querySelector<HTMLElement>('.back')?.checkVisibility() === true)
        this.renderRoot.querySelector<HTMLElement>('.back ui-button')?.focus();
    });
  }

  readonly #close = (): void => {
    this.opened = false;
    void this.updateComplete.then(() => this.#listElement?.focus());
  };

  #ask(what: 'edit' | 'correct', memory: MemoryRecord): void {
    this.dispatchEvent(new CustomEvent('ask', { detail: { what, memory }, bubbles: true, composed: true }));
  }

  async #forget(memory: MemoryRecord): Promise<void> {
    const at = this.#items.findIndex(({ key }) => key === memory.id);
    const next = this.#items.slice(at + 1).find(({ kind }) => kind === 'memory')?.key;
    try {
      const { forgotten, change } = await this.view.connect(MemoryChannel).call('forget', { ids: [memory.id] });
      this.#forgotten.add(memory.id);
      if (change !== undefined)
        this.forgot({
          change,
          title: memory.title,
          count: forgotten,
          named: true,
          at: Date.now(),
          ...(next !== undefined && { before: next }),
        });
      if (this.selected === memory.id) {
        this.selected = next;
        this.#close();
      }
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }

  /** Shows what was forgotten, with the way back. */
  forgot(gone: Gone): void {
    this.gone = [...this.gone, gone];
    this.#keep();
  }

  async #undo({ change }: Gone): Promise<void> {
    try {
      const { replaced } = await this.view.connect(MemoryChannel).call('undo', { change });
      this.#forgotten.clear();
      if (replaced > 0) toast({ text: this.#text.of('oldStays'), kind: 'done' });
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
    // Also where it is too late: the row would promise what cannot be done.
    this.gone = this.gone.filter(one => one.change !== change);
    this.#keep();
    this.#listElement?.focus();
  }

  #keep(): void {
    this.view.state.set({ gone: this.gone, ...(this.selected !== undefined && { selected: this.selected }) });
  }
}

const keyOf = (item: Item): string => item.key;
const textOf = (item: Item): string => (item.kind === 'memory' ? item.found.memory.title : '');
