import { Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Marks, type SearchResult, search, searchIndex } from './model/search.ts';
import { SectionList } from './model/section-list.ts';
import type { ShownSection } from './model/setting.ts';
import { texts } from './texts.ts';

/** The list of sections and the search of their settings, in place of the sidebar. */
export class SettingsNav extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; min-height: 0; }
    .top { display: grid; gap: 8px; flex: none; padding: 0 8px 12px; }
    .list { flex: 1; min-height: 0; overflow-y: auto; padding: 0 8px 8px; scrollbar-width: thin; }
    h2 { margin: 16px 8px 4px; font: 500 12px/16px var(--font); color: var(--text-2); }
    h2.first { margin-block-start: 0; }
    .none { margin: 0; padding: 12px 8px; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    .foot { flex: none; margin: 0; padding: 12px 16px; font: var(--t-12); color: var(--text-2); }
    mark { background: none; color: inherit; font-weight: 600; text-decoration: underline; text-decoration-color: var(--accent); text-underline-offset: 3px; }
    .where { display: block; font: var(--t-11); color: var(--text-3); }
    .silent { position: absolute; clip-path: inset(50%); inline-size: 1px; block-size: 1px; overflow: hidden; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private query = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #sections = new SectionList(this, () => this.view, this.#text);
  #indexed: readonly ShownSection[] | undefined;
  #index: ReturnType<typeof searchIndex> = [];

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.#onWindowKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#onWindowKey);
  }

  override render() {
    return html`
      <div class="top">
        <ui-row button icon="arrow-left" heading=${this.#text.of('back')} @click=${this.#close}><ui-kbd slot="meta" keys="Escape"></ui-kbd></ui-row>
        <ui-search label=${this.#text.of('search')} placeholder=${this.#text.of('search')} kbd="Mod+F" .value=${this.query} @input=${this.#onInput} @keydown=${this.#onSearchKey}></ui-search>
      </div>
      <div class="list" @keydown=${this.#onListKey}>${this.query.trim() === '' ? this.#list() : this.#results()}</div>
      <p class="foot">${this.#text.of('saved')}</p>
    `;
  }

  #list() {
    const { all } = this.#sections;
    if (all === undefined) return html`<ui-skeleton kind="rows" lines="12"></ui-skeleton>`;
    const shown = this.#shownSection(all);
    const groups = [...Map.groupBy(all, ({ group }) => group)];
    return groups.map(
      ([group, sections], index) => html`
        <h2 class=${index === 0 ? 'first' : ''}>${this.#text.of(`group.${group}`)}</h2>
        ${sections.map(
          ({ id, title, icon }) =>
            html`<ui-row button icon=${icon} heading=${title} ?current=${id === shown} @click=${() => this.#open(id, undefined)}></ui-row>`,
        )}
      `,
    );
  }

  #results() {
    const all = this.#sections.all ?? [];
    if (all !== this.#indexed) {
      this.#indexed = all;
      this.#index = searchIndex(all);
    }
    const found = search(this.#index, this.query);
    const titles = new Map(all.map(({ id, title, icon }) => [id, { title, icon }]));
    const groups = [...Map.groupBy(found, ({ section }) => section)];
    return html`
      <div class="silent" role="status">${found.length === 0 ? nothing : this.#text.count('found', found.length)}</div>
      ${found.length === 0 ? html`<p class="none" role="status">${this.#text.of('nothingFound', { query: this.query.trim() })}</p>` : nothing}
      ${groups.map(
        ([section, hits], index) => html`
          <h2 class=${index === 0 ? 'first' : ''}>${titles.get(section)?.title ?? section}</h2>
          ${hits.map(hit => this.#hit(hit, titles.get(section)?.icon))}
        `,
      )}
    `;
  }

  #hit({ section, setting, title, marks }: SearchResult, icon = 'settings') {
    return html`<ui-row button icon=${setting === undefined ? icon : 'corner-down-right'} @click=${() => this.#open(section, setting)}><span slot="heading">${marked(title, marks)}</span></ui-row>`;
  }

  #shownSection(all: readonly ShownSection[]): string | undefined {
    const { section } = (this.#params.value ?? {}) as { readonly section?: string };
    return all.find(({ id, inside }) => id === section || inside.some(one => one.id === section))?.id ?? all[0]?.id;
  }

  #open(section: string, setting: string | undefined): void {
    const params = { section, ...(setting !== undefined && { setting }) };
    void this.view.connect(WindowChannel).call('open', { view: 'settings.page', params });
  }

  readonly #close = (): void => {
    void this.view.connect(WindowChannel).call('close', { view: 'settings.page' });
  };

  #onInput(event: Event): void {
    this.query = (event.target as HTMLElement & { value: string }).value;
  }

  #rows(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.list ui-row')];
  }

  #onSearchKey(event: KeyboardEvent): void {
    const [first] = this.#rows();
    if (first === undefined) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      first.focus();
    } else if (event.key === 'Enter' && this.query.trim() !== '' && !event.isComposing) {
      event.preventDefault();
      first.click();
    }
  }

  #onListKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const rows = this.#rows();
    const at = rows.indexOf(event.target as HTMLElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    const next = rows[at + step];
    if (next !== undefined) next.focus();
    else if (step < 0) this.renderRoot.querySelector<HTMLElement>('ui-search')?.focus();
  }

  /** Mod+F searches, which is no command: other screens have a search of their own. */
  readonly #onWindowKey = (event: KeyboardEvent): void => {
    const isSearch = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isSearch) return;
    event.preventDefault();
    const field = this.renderRoot.querySelector<HTMLElement & { select(): void }>('ui-search');
    field?.focus();
    field?.select();
  };
}

function marked(title: string, marks: Marks) {
  let at = 0;
  const pieces = marks.flatMap(([start, end]) => {
    if (start < at) return [];
    const before = title.slice(at, start);
    at = end;
    return [before, html`<mark>${title.slice(start, end)}</mark>`];
  });
  return [...pieces, title.slice(at)];
}
