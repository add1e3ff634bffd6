import { isAppError } from '@atelier/kernel';
import type { UiList, UiListChoice, UiListState } from '@atelier/kernel/kit';
import { Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Project, Row } from '../../contract/index.ts';
import { searchRequested } from '../thread/thread-events.ts';
import { Chosen } from './chosen.ts';
import { type Dragged, type DropPlace, ListDrag } from './drag.ts';
import { filterMenu } from './filter-menu.ts';
import { headStyles } from './head-styles.ts';
import { Hover } from './hover.ts';
import { type Item, itemsOf, textOf } from './items.ts';
import { ListActs } from './list-acts.ts';
import { ListData } from './list-data.ts';
import { emptyOf } from './list-empty.ts';
import { listHead } from './list-head.ts';
import { handleKey } from './list-keys.ts';
import { ListMenu, type MenuTarget } from './list-menu.ts';
import { headingOf, hitOf, projectOf, type RowLook, rowOf, withoutOf } from './list-rows.ts';
import { ListSearch } from './list-search.ts';
import { listStyles } from './list-styles.ts';
import { ProjectOrder } from './project-order.ts';
import { texts } from './texts.ts';

const tickMs = 30_000;

/** The projects and conversations in the sidebar, kept up to date. */
export class ConversationsList extends LitElement {
  static override styles = [headStyles, listStyles];

  @property({ attribute: false }) view!: ViewHost;
  @state() private searching = false;
  @state() private editing: string | undefined;
  @state() private withoutFolded = false;
  /** The keyboard was used last, not the pointer. */
  @state() private byKey = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #data = new ListData(this, () => this.view);
  readonly #acts = new ListActs(() => this.view, this.#text);
  readonly #order = new ProjectOrder(this.#data, this.#acts);
  readonly #search = new ListSearch(
    () => this.view,
    () => this.requestUpdate(),
  );
  readonly #chosen = new Chosen();
  readonly #drag = new ListDrag({
    itemAt: event => this.#itemAt(event),
    rowsWith: item => this.#rowsWith(item),
    projects: () => this.#projects,
    changed: () => this.requestUpdate(),
    drop: (dragged, place) => this.#drop(dragged, place),
  });
  readonly #menu = new ListMenu(this, () => this.view, {
    text: this.#text,
    acts: this.#acts,
    projects: () => this.#projects,
    rename: target => this.#rename(target),
    foldAll: folded => this.#order.foldAll(folded),
    shift: (project, by) => this.#order.shift(project, by),
    back: () => this.#list ?? undefined,
  });
  readonly #hover = new Hover(() => this.requestUpdate());
  readonly #wanted = new Set<string>();
  #ticking: ReturnType<typeof setInterval> | undefined;
  #items: readonly Item[] = [];
  #itemsOf = '';
  #activeKey: string | undefined;
  #question = '';
  #selectsRange = false;
  #pointing = false;
  #shown: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener(searchRequested, this.#searchAsked);
    this.#ticking = setInterval(() => this.requestUpdate(), tickMs);
    this.withoutFolded = (this.view?.state.get() as { withoutFolded?: boolean } | null | undefined)?.withoutFolded === true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener(searchRequested, this.#searchAsked);
    clearInterval(this.#ticking);
    this.#search.ask('');
  }

  override willUpdate(): void {
    const { snapshot, version } = this.#data;
    const now = Date.now();
    const made = `${version} ${this.withoutFolded} ${this.#search.text} ${this.#search.hits.length} ${Math.floor(now / 60_000)}`;
    if (snapshot === undefined || made === this.#itemsOf) return;
    this.#itemsOf = made;
    const hits = snapshot.text === '' ? [] : this.#search.hits;
    this.#items = itemsOf(snapshot, hits, this.withoutFolded, now);
    if (this.#chosen.keys.size > 0) this.#chosen.keep(new Set(this.#items.map(({ key }) => key)));
  }

  override updated(): void {
    this.#scrollToTop();
    this.#revealCurrent();
  }

  override render() {
    const { snapshot, problem } = this.#data;
    const text = this.#text;
    const isFlat = snapshot !== undefined && (snapshot.view.organize === 'time' || snapshot.text !== '');
    const current = this.#conversation.value?.id;
    return html`
      ${listHead({
        text,
        isFlat,
        searching: this.searching,
        filter: filterMenu(text, snapshot?.view, change => void this.#data.choose(change).catch(() => undefined)),
        search: this.toggleSearch,
        addProject: () => this.#acts.run('conversations.addProject', {}),
      })}
      ${this.searching ? html`<ui-search placeholder=${text.of('listSearchHint')} @input=${this.#typed} @keydown=${this.#searchKey}></ui-search>` : nothing}
      <div class="all"
        @keydown=${{ handleEvent: this.#key, capture: true }} @pointerdown=${{ handleEvent: this.#pointed, capture: true }} @click=${{ handleEvent: this.#clicked, capture: true }}
        @pointerover=${this.#over} @pointerleave=${this.#hover.left} @contextmenu=${this.#context}
        @dragstart=${this.#drag.start} @dragover=${this.#drag.over} @drop=${this.#drag.drop} @dragend=${this.#drag.end}
      >
        ${
          snapshot === undefined || this.#items.length === 0
            ? emptyOf(text, snapshot, problem === undefined ? undefined : isAppError(problem) ? problem.in(text.locale) : String(problem), {
                begin: () => this.#acts.begin(),
                showAll: () => void this.#data.choose({ show: 'all' }),
                clear: this.#endSearch,
              })
            : html`<ui-list grid measured row-height="28" label=${text.of('listConversations')} .items=${this.#items} .keyOf=${keyOf} .textOf=${textOf} .marked=${this.#chosen.keys} .selected=${current && `c:${current}`}
                .renderItem=${(item: Item, at: UiListState) => this.#row(item, at)} @ui-select=${this.#select} @ui-active=${this.#activated} @scrollend=${this.#hover.rests}></ui-list>`
        }
      </div>
      ${this.#menu.render()}
    `;
  }

  #row(item: Item, { active }: UiListState) {
    const text = this.#text;
    const look = this.#look(item, active);
    const asks = { act: this.#act, rename: this.#renamed };
    switch (item.kind) {
      case 'row':
        return rowOf(item, look, asks);
      case 'project':
        return projectOf(item, look, asks);
      case 'without':
        return withoutOf(item, look);
      case 'heading':
        return headingOf(item.heading, text, look.now);
      case 'hit':
        return hitOf(item.hit, look);
      case 'begin':
        return html`<div class="row begin"><ui-icon name="plus"></ui-icon><span class="title">${text.of('newConversation')}</span></div>`;
      case 'gone':
        return html`<div class="gone"><ui-icon name="circle-alert"></ui-icon><p>${text.of('listGone', { folder: item.project.folder })}</p></div>`;
      case 'blank':
        if (this.#wanted.size === 0) queueMicrotask(this.#want);
        this.#wanted.add(item.section);
        return html`<div class="row blank"><span class="hidden">${text.of('listLoading')}</span></div>`;
    }
  }

  /** Reads the sections of the placeholder rows, after all of them are rendered. */
  readonly #want = (): void => {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const key of wanted) this.#data.want(key);
  };

  #look(item: Item, active: boolean): RowLook {
    const { dragged, place } = this.#drag;
    const { key } = item;
    return {
      text: this.#text,
      sort: this.#data.snapshot?.view.sort ?? 'created',
      now: Date.now(),
      current: key === `c:${this.#conversation.value?.id}`,
      marked: this.#chosen.keys.has(key),
      acting: dragged === undefined && (this.#hover.key === key || (active && this.byKey)),
      editing: this.editing === key,
      drop: place?.key === key ? place.how : undefined,
      dragged: dragged?.keys.has(key) === true,
    };
  }

  get #list(): (UiList<Item> & HTMLElement) | null {
    return this.renderRoot.querySelector<UiList<Item>>('ui-list');
  }

  get #projects(): readonly Project[] {
    return this.#data.snapshot?.projects ?? [];
  }

  /** The active item in its current state. */
  get #active(): Item | undefined {
    return this.#items.find(({ key }) => key === this.#activeKey);
  }

  get #rowKeys(): readonly string[] {
    return this.#items.flatMap(item => (item.kind === 'row' ? [item.key] : []));
  }

  #itemAt(event: Event): Item | undefined {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    return row === null ? undefined : this.#items[Number(row.dataset.row)];
  }

  /** The row, or all selected rows if it is one of them. */
  #rowsWith(item: Item & { readonly kind: 'row' }): readonly Row[] {
    if (!this.#chosen.keys.has(item.key)) return [item.row];
    return this.#items.flatMap(one => (one.kind === 'row' && this.#chosen.keys.has(one.key) ? [one.row] : []));
  }

  #targetOf(item: Item | undefined): MenuTarget | undefined {
    if (item?.kind === 'row') return { rows: this.#rowsWith(item) };
    return item?.kind === 'project' ? { project: item.project } : undefined;
  }

  #openMenu(item: Item | undefined, page: 'all' | 'delete' = 'all', anchor = this.#elementOf(item)): void {
    const target = this.#targetOf(item);
    if (target !== undefined && anchor !== undefined) void this.#menu.open(target, anchor, page);
  }

  #elementOf(item: Item | undefined): HTMLElement | undefined {
    const index = item === undefined ? -1 : this.#items.findIndex(({ key }) => key === item.key);
    return this.#list?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? undefined;
  }

  readonly #act = (action: 'pin' | 'archive' | 'new' | 'menu', item: Item, anchor: HTMLElement): void => {
    if (item.kind === 'row' && action === 'pin') this.#acts.pin([item.row], !item.row.pinned);
    if (item.kind === 'row' && action === 'archive') void this.#acts.archive([item.row], !item.row.archived);
    if (item.kind === 'project' && action === 'new') this.#acts.begin(item.project.id);
    if (action === 'menu') this.#openMenu(item, 'all', anchor);
  };

  readonly #select = ({ detail: { item } }: CustomEvent<UiListChoice<Item>>): void => {
    if (this.#chosen.clear()) this.requestUpdate();
    this.#chosen.anchorAt(item.key);
    if (item.kind === 'row') this.#acts.open(item.row.id);
    else if (item.kind === 'hit') this.#acts.open(item.hit.conversation, item.hit.entry);
    else if (item.kind === 'begin') this.#acts.begin(item.project.id);
    else if (item.kind === 'project') this.#order.fold(item.project.id, !item.project.folded);
    else if (item.kind === 'without') this.#foldWithout(!item.folded);
  };

  readonly #activated = ({ detail: { item } }: CustomEvent<UiListChoice<Item>>): void => {
    this.#activeKey = item.key;
    if (this.#selectsRange && item.kind === 'row') this.#chosen.selectTo(item.key, this.#rowKeys);
    else if (!this.#pointing) this.#chosen.anchorAt(item.key);
    this.#selectsRange = false;
    this.requestUpdate();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.target !== this.#list) return;
    this.byKey = true;
    this.#pointing = false;
    this.#selectsRange = event.shiftKey;
    const item = this.#active;
    const isHandled = handleKey(event, item, {
      rename: () => this.#rename(this.#targetOf(item)),
      remove: () => this.#openMenu(item, 'delete'),
      menu: () => this.#openMenu(item),
      fold: folded => (item?.kind === 'project' ? this.#order.fold(item.project.id, folded) : this.#foldWithout(folded)),
      shift: by => item?.kind === 'project' && this.#order.shift(item.project.id, by),
      toggle: () => item?.kind === 'row' && this.#chosen.toggle(item.key, undefined),
      all: () => this.#chosen.all(this.#rowKeys),
      clear: () => this.#chosen.clear(),
    });
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
    this.requestUpdate();
  };

  readonly #pointed = (event: PointerEvent): void => {
    this.byKey = false;
    this.#selectsRange = false;
    this.#pointing = event.shiftKey;
  };

  /** With Ctrl, Meta or Shift held, a click selects instead of opening. */
  readonly #clicked = (event: MouseEvent): void => {
    const item = this.#itemAt(event);
    const adds = event.ctrlKey || event.metaKey;
    if (item?.kind !== 'row' || (!adds && !event.shiftKey)) return;
    event.stopPropagation();
    const current = this.#conversation.value?.id;
    if (adds) this.#chosen.toggle(item.key, current && `c:${current}`);
    else this.#chosen.selectTo(item.key, this.#rowKeys);
    this.requestUpdate();
  };

  readonly #over = (event: PointerEvent): void => this.#hover.over(event, this.#itemAt(event)?.key);

  readonly #context = (event: MouseEvent): void => {
    const item = this.#itemAt(event) ?? this.#active;
    if (this.#targetOf(item) === undefined || this.editing !== undefined) return;
    event.preventDefault();
    this.#openMenu(item);
  };

  #rename(target: MenuTarget | undefined): void {
    if (target === undefined || ('rows' in target && target.rows.length !== 1)) return;
    this.editing = 'rows' in target ? `c:${target.rows[0]?.id}` : `p:${target.project.id}`;
    void this.#focusEditor();
  }

  async #focusEditor(): Promise<void> {
    await this.updateComplete;
    await this.#list?.updateComplete;
    const input = this.renderRoot.querySelector<HTMLInputElement>('.edit');
    input?.focus();
    input?.select();
  }

  readonly #renamed = (item: Item, name: string | undefined): void => {
    const hadFocus = this.renderRoot.querySelector('.edit:focus') !== null;
    this.editing = undefined;
    if (hadFocus) this.#list?.focus();
    if (name === undefined) return;
    if (item.kind === 'row') void this.#acts.call('rename', { conversation: item.row.id, title: name });
    if (item.kind === 'project') void this.#acts.call('changeProject', { project: item.project.id, name });
  };

  #foldWithout(folded: boolean): void {
    this.withoutFolded = folded;
    this.view.state.set({ withoutFolded: folded });
  }

  #drop({ rows, project }: Dragged, place: DropPlace): void {
    if (project === undefined) this.#acts.move(rows, place.project);
    else this.#order.moveBefore(project.id, place.project);
  }

  readonly toggleSearch = (): void => (this.searching ? this.#endSearch() : this.#beginSearch());

  #beginSearch(): void {
    this.searching = true;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('ui-search')?.focus());
  }

  readonly #searchAsked = (event: Event): void => {
    if (this.#conversation.value != null && !this.matches(':focus-within')) return;
    event.preventDefault();
    this.#beginSearch();
  };

  readonly #endSearch = (): void => {
    this.searching = false;
    this.#ask('');
    void this.updateComplete.then(() => this.#list?.focus());
  };

  readonly #typed = (event: Event): void => this.#ask((event.currentTarget as HTMLElement & { value: string }).value.trim().slice(0, 200));

  #ask(text: string): void {
    this.#data.search(text);
    this.#search.ask(text);
  }

  readonly #searchKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') this.#list?.focus();
    else if (event.key === 'Escape') this.#endSearch();
    else return;
    event.preventDefault();
  };

  /** Scrolls to the top after the order or the search has changed. */
  #scrollToTop(): void {
    const { snapshot } = this.#data;
    if (snapshot === undefined) return;
    const question = JSON.stringify([snapshot.view, snapshot.text]);
    const [before, list] = [this.#question, this.#list];
    this.#question = question;
    if (before === '' || before === question || list === null) return;
    void list.updateComplete?.then(() => list.scrollTo({ top: 0 }));
  }

  /** Scrolls to a conversation that was opened elsewhere. */
  #revealCurrent(): void {
    const current = this.#conversation.value?.id;
    if (current === this.#shown || this.#list === null) return;
    const index = this.#items.findIndex(({ key }) => key === `c:${current}`);
    if (current !== undefined && index === -1) return;
    this.#shown = current;
    if (index !== -1) void this.#list.updateComplete?.then(() => this.#list?.reveal(index));
  }
}

const keyOf = (item: Item): string => item.key;
