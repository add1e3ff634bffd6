import { numberText, Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Category, type Overview, type Question, type Skill, SkillsChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { browserStyles } from './browser-styles.ts';
import { categoryIcons } from './category-icons.ts';
import type { SkillsDetails } from './skills-details.ts';
import { summaryOf } from './skills-sources.ts';

const sorts = ['trending', 'installs', 'stars', 'recent', 'rating'] as const;
const categories = ['ai', 'web', 'codeQuality', 'versionControl', 'testing', 'deployment', 'other'] as const;
const languages = ['typescript', 'python', 'javascript', 'go', 'rust', 'bash'] as const;
type Tab = 'marketplace' | 'installed' | 'projects';

/** The page of skills: those of all sources, those that are installed, and the one that is chosen. */
export class SkillsBrowser extends LitElement {
  static override styles = browserStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private tab: Tab = 'marketplace';
  @state() private question: Question = {};
  @state() private filters = false;
  @state() private chosen: string | undefined;
  @state() private adding = false;
  @state() private left: string | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #overview = new Query(this, () => this.view, SkillsChannel, 'overview', { params: () => ({}), refreshOn: 'skillsChanged' });
  readonly #found = new Query(this, () => this.view, SkillsChannel, 'list', {
    params: () => ({ ...this.question, ...(this.tab === 'installed' && { installed: true }) }),
    refreshOn: 'skillsChanged',
  });
  readonly #recent = new Query(this, () => this.view, SkillsChannel, 'list', {
    params: () => ({ sort: 'recent' as const, limit: 4 }),
    refreshOn: 'skillsChanged',
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.dataset.takesKeys = 'Mod+K Mod+F';
    this.addEventListener('keydown', this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.#key);
  }

  override render() {
    const text = this.#text;
    const making = this.#making;
    const { state } = this.#overview;
    const overview = state.status === 'ready' ? state.value : undefined;
    const count = (of: number | undefined) => (of === undefined ? {} : { count: numberText(text.locale, of) });
    const tabs = [
      { id: 'marketplace', label: text.of('marketplace'), ...count(overview?.total) },
      { id: 'installed', label: text.of('installed'), ...count(overview?.installed) },
      { id: 'projects', label: text.of('projects') },
    ];
    return html`
      <ui-header heading=${text.of('name')}>
        <ui-tabs bare label=${text.of('parts')} .tabs=${tabs} .selected=${this.tab} @change=${this.#choose}></ui-tabs>
        <ui-button slot="actions" kind="line" icon="plus" @click=${() => this.#ask(true)}>${text.of('add')}</ui-button>
      </ui-header>
      <div class="cols ${this.chosen === undefined && making === undefined ? '' : 'opened'}">
        <div class="list">${this.#list(overview)}${overview === undefined || overview.total === 0 ? nothing : this.#foot(overview)}</div>
        ${
          making !== undefined
            ? html`<div class="one">
                <ui-button icon="arrow-left" @click=${this.#made}>${text.of('back')}</ui-button>
                <skills-make .view=${this.view} .conversation=${making} @made=${this.#made}></skills-make>
              </div>`
            : this.chosen === undefined
              ? nothing
              : html`<div class="one">
                <div class="back"><ui-button icon="arrow-left" @click=${this.#close}>${text.of('back')}</ui-button></div>
                <skills-details .view=${this.view} .skill=${this.chosen} @removed=${this.#close}></skills-details>
              </div>`
        }
      </div>
      <skills-sources .view=${this.view} .open=${this.adding} .sources=${overview?.sources ?? []} @close=${() => this.#ask(false)}></skills-sources>
    `;
  }

  /** The conversation of which a skill is made; until one is saved, chosen or left. */
  get #making(): string | undefined {
    const { conversation } = Object(this.#params.value) as { readonly conversation?: string };
    return conversation === this.left ? undefined : conversation;
  }

  #list(overview: Overview | undefined) {
    const text = this.#text;
    const { state } = this.#found;
    if (this.tab === 'projects') return html`<skills-projects .view=${this.view}></skills-projects>`;
    if (overview !== undefined && overview.total === 0)
      return html`<div class="nothing"><ui-empty icon="book-open" text=${text.of('empty')}><ui-button kind="accent" icon="plus" @click=${() => this.#ask(true)}>${text.of('add')}</ui-button></ui-empty></div>`;
    return html`
      <ui-search kbd="Mod+K" label=${text.of('search')} placeholder=${overview === undefined ? text.of('search') : text.of('searchIn', { skills: text.count('skills', overview.total), sources: text.count('inSources', overview.sources.length) })} @input=${this.#search}></ui-search>
      <div class="bar">
        <ui-button kind="line" size="24" icon="list-filter" kbd="Mod+F" aria-expanded=${this.filters} @click=${this.#toggleFilters}>${text.of('filters')}</ui-button>
        <ui-select label=${text.of('sort')} size="24" .value=${this.question.sort ?? 'trending'} .options=${sorts.map(value => ({ value, label: text.of(`sort.${value}`) }))}
          @change=${(event: Event) => this.#change({ sort: typedIn(event) as NonNullable<Question['sort']> })}></ui-select>
      </div>
      ${this.filters ? this.#filters() : nothing}
      ${
        state.status === 'pending'
          ? html`<ui-progress label=${text.of('loading')}></ui-progress>`
          : state.status === 'failed'
            ? html`<ui-alert kind="danger">${state.message}</ui-alert>`
            : this.#sections(state.value.skills, overview)
      }
    `;
  }

  #foot({ sources }: Overview) {
    const text = this.#text;
    return html`<footer><span>${summaryOf(text, sources)}</span><ui-button size="24" @click=${() => this.#ask(true)}>${text.of('sources')}</ui-button></footer>`;
  }

  #filters() {
    const text = this.#text;
    const { category = '', languages: [language = ''] = [], minInstalls } = this.question;
    return html`<div class="bar filters">
      <ui-select label=${text.of('category')} size="24" .value=${category} .options=${[{ value: '', label: text.of('anyCategory') }, ...categories.map(value => ({ value, label: text.of(`category.${value}`) }))]}
        @change=${(event: Event) => this.#change({ category: (typedIn(event) || undefined) as Category | undefined })}></ui-select>
      <ui-select label=${text.of('language')} size="24" .value=${language} .options=${[{ value: '', label: text.of('anyLanguage') }, ...languages.map(value => ({ value, label: text.of(`language.${value}`) }))]}
        @change=${(event: Event) => this.#change({ languages: typedIn(event) === '' ? undefined : ([typedIn(event)] as Question['languages']) })}></ui-select>
      <ui-input type="number" min="0" label=${text.of('minInstalls')} placeholder=${text.of('minInstalls')} .value=${minInstalls === undefined ? '' : String(minInstalls)}
        @change=${(event: Event) => this.#change({ minInstalls: Math.max(0, Math.floor(Number(typedIn(event)))) || undefined })}></ui-input>
    </div>`;
  }

  #sections(skills: readonly Skill[], overview: Overview | undefined) {
    const text = this.#text;
    const isPlain = Object.values(this.question).every(value => value === undefined || value === '') && this.tab === 'marketplace';
    if (skills.length === 0)
      return html`<ui-empty icon="search" text=${text.of(this.tab === 'installed' ? 'noneInstalled' : 'noneFound')}></ui-empty>`;
    if (!isPlain) return this.#cards(text.of(this.tab), skills);
    const { state } = this.#recent;
    return html`
      ${state.status === 'ready' && state.value.total > state.value.skills.length ? this.#cards(text.of('recent'), state.value.skills) : nothing}
      ${this.#cards(text.of(skills.some(({ installs }) => installs !== undefined) ? 'trending' : this.tab), skills)}
      <section aria-label=${text.of('byCategory')}><h2>${text.of('byCategory')}</h2><ul class="categories">${(
        overview?.categories ?? []
      ).map(
        ({ category, count }) =>
          html`<li><button @click=${() => this.#change({ category })}><ui-icon name=${categoryIcons[category]}></ui-icon><span>${text.of(`category.${category}`)}</span><small>${numberText(text.locale, count)}</small></button></li>`,
      )}</ul></section>
    `;
  }

  #cards(heading: string, skills: readonly Skill[]) {
    return html`<section aria-label=${heading}><h2>${heading}</h2><ul class="cards">${skills.map(skill => this.#card(skill))}</ul></section>`;
  }

  #card({ id, name, description, installed, updates, on, category, languages, installs }: Skill) {
    const text = this.#text;
    const status = updates ? text.of('hasUpdate') : installed ? text.of(on ? 'isOn' : 'isOff') : undefined;
    const facts = [text.of(`category.${category}`), status, ...languages.map(language => text.of(`language.${language}`))];
    const counted = installs === undefined ? text.of('installsUnknown') : text.of('installs', { count: numberText(text.locale, installs) });
    // What is to be read first stands beside the list then.
    const act = updates ? 'update' : installed ? undefined : 'install';
    return html`<li class="card" ?data-on=${this.chosen === id}>
      <button data-skill=${id} aria-pressed=${this.chosen === id} @click=${() => this.#open(id)}>
        <span class="tile"><ui-icon name=${categoryIcons[category]}></ui-icon></span>
        <span class="who"><b>${name}</b><span class="meta">${facts.filter(Boolean).join(' · ')}</span></span>
        ${updates ? html`<ui-state silent state="unread"></ui-state>` : nothing}
        <span class="about">${description}</span>
      </button>
      <div class="meta"><span>${counted}</span>${act === undefined ? nothing : html`<ui-button kind="line" size="24" @click=${() => this.#open(id, true)}>${text.of(act)}…</ui-button>`}</div>
    </li>`;
  }

  #ask(adding: boolean): void {
    this.adding = adding;
  }

  /** Where the details take the list's place, they take the focus too; to install or update, their button has it. */
  async #open(id: string, acts = false): Promise<void> {
    this.#leave();
    this.chosen = id;
    await this.updateComplete;
    const back = this.renderRoot.querySelector<HTMLElement>('.back');
    if (acts) this.renderRoot.querySelector<SkillsDetails>('skills-details')?.offer();
    else if (back?.checkVisibility()) back.querySelector('ui-button')?.focus();
  }

  #change(change: { readonly [K in keyof Question]?: Question[K] | undefined }): void {
    this.question = Object.fromEntries(Object.entries({ ...this.question, ...change }).filter(([, value]) => value !== undefined));
  }

  /** What had the focus is gone: its card has it, or the page, if the card may go too. */
  readonly #close = async (event: Event): Promise<void> => {
    const card = `[data-skill="${CSS.escape(this.chosen ?? '')}"]`;
    this.chosen = undefined;
    await this.updateComplete;
    const isThere = event.type === 'click' && this.renderRoot.querySelector<HTMLElement>(card);
    (isThere || this.renderRoot.querySelector('ui-header'))?.focus();
  };

  #leave(): void {
    this.left = this.#making ?? this.left;
  }

  readonly #made = (event: Event): void => {
    this.#leave();
    this.chosen = event instanceof CustomEvent && typeof event.detail === 'string' ? event.detail : undefined;
    this.renderRoot.querySelector('ui-header')?.focus();
  };

  readonly #choose = (event: Event): void => {
    this.tab = (event.target as HTMLElementTagNameMap['ui-tabs']).selected as Tab;
    if (this.tab === 'projects') this.chosen = undefined;
  };

  readonly #toggleFilters = (): void => {
    this.filters = !this.filters;
  };

  readonly #search = (event: Event): void => this.#change({ text: typedIn(event).slice(0, 400) });

  readonly #key = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const key = event.key.toLowerCase();
    if (key === 'k') this.renderRoot.querySelector<HTMLElement>('ui-search')?.focus();
    else if (key === 'f') this.#toggleFilters();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

const typedIn = (event: Event): string => (event.target as HTMLInputElement).value;
