import { Query, Slice, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Model, ProvidersChannel } from '../../contract/index.ts';
import { type Entry, type EntryGroup, firstOf, listed, type ProviderList, yours } from '../entries.ts';
import { Action } from '../parts/action.ts';
import { AskOnce } from '../parts/asking.ts';
import { LocalSearch } from '../parts/local-search.ts';
import { plain, rowStyles } from '../parts/styles.ts';
import { secondLine, standingMark, wayIcons } from '../parts/words.ts';
import { textsFor } from '../texts.ts';

/** The key of the entry for a server that is being added. */
const newServer = '+server';
const automatic = 'automatic';

/** Shows the providers by company on the left, and the details of one on the right. */
export class ProvidersSettings extends LitElement {
  static override styles = [
    plain,
    rowStyles,
    css`
      :host { display: block; height: 100%; container-type: inline-size; }
      .all { display: flex; flex-direction: column; height: 100%; min-height: 0; }
      .wait { padding: 20px 28px; }
      .default ui-select { max-width: 200px; }
      .cols { display: grid; grid-template-columns: minmax(0, 1fr) minmax(340px, 44%); flex: 1; min-height: 0; }
      .list, .details { min-width: 0; overflow: auto; scrollbar-width: thin; padding: 16px 28px 32px; }
      .details { border-inline-start: 1px solid var(--line); padding: 20px 24px 32px; }
      .details:focus-visible { outline: none; }
      .group { margin-block-end: var(--s-12); }
      .group > h2 { display: flex; align-items: center; gap: var(--s-4); font: 500 12px/24px var(--font); color: var(--text-2); }
      .chips { gap: var(--s-6); }
      .back { display: none; margin-block: -8px 8px; margin-inline: -10px 0; }
      .details > h2 { font: 600 16px/24px var(--font); }
      .new { margin-block-start: var(--s-16); }
      .ways { margin-block-end: var(--s-16); }
      ui-empty { margin-block-start: 10vh; }
      @container (max-width: 759px) {
        .cols { grid-template-columns: minmax(0, 1fr); }
        .list, .details { padding-inline: 16px; }
        .details { border: 0; display: none; }
        .cols[data-open] .list { display: none; }
        .cols[data-open] .details { display: block; }
        .row[data-current] { background: none; }
        .back { display: block; }
      }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** The key of the entry that the person opened. */
  @state() private opened: string | undefined;

  readonly #text = textsFor(this, () => this.view);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #providers = new Query(this, () => this.view, ProvidersChannel, 'list', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'providersChanged',
  });
  readonly #presets = new Query(this, () => this.view, ProvidersChannel, 'presets', { params: () => ({}) });
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });
  readonly #local = new LocalSearch(this, () => this.view);
  readonly #action = new Action(this);
  readonly #asks = new AskOnce();
  /** The setting to which the page has scrolled already. */
  #handledSetting: string | undefined;

  override render() {
    const [providers, presets] = [this.#providers.state, this.#presets.state];
    if (providers.status === 'failed') return html`<ui-alert kind="danger">${providers.message}</ui-alert>`;
    if (providers.status === 'pending' || presets.status !== 'ready')
      return html`<div class="wait"><ui-skeleton kind="rows" lines="8"></ui-skeleton></div>`;
    const all = listed(presets.value, providers.value, this.#local.found);
    const entries = [...all.groups, ...all.unset].flatMap(group => group.entries);
    const shown = entries.find(({ key }) => key === this.opened) ?? (this.opened === newServer ? undefined : firstOf(all));
    const taken = new Set([...providers.value.map(({ id }) => id), ...entries.map(({ provider }) => provider)]);
    return html`<div class="all">
      ${this.#head(all)}
      <div class="cols" ?data-open=${this.opened !== undefined}>
        <section class="list" aria-label=${this.#text.of('providers')} data-setting="connect">
          <div role="alert">${this.#action.problem === '' ? nothing : html`<ui-alert kind="danger">${this.#action.problem}</ui-alert>`}</div>
          ${all.groups.map(group => this.#group(group, shown))}
          ${all.unset.length === 0 ? nothing : this.#unset(all.unset)}
        </section>
        <section class="details" aria-label=${shown?.name ?? this.#text.of('addServer')} tabindex="-1">
          <div class="back"><ui-button icon="arrow-left" @click=${this.#back}>${this.#text.of('providers')}</ui-button></div>
          ${this.#details(shown, taken)}
        </section>
      </div>
    </div>`;
  }

  override updated(): void {
    const { state: providers } = this.#providers;
    if (providers.status === 'ready') this.#asks.of(this.view, providers.value, this.#text.locale);
    const { setting } = (this.#params.value ?? {}) as { readonly setting?: unknown };
    if (typeof setting !== 'string' || setting === this.#handledSetting || this.renderRoot.querySelector('.list') === null) return;
    this.#handledSetting = setting;
    void this.#goTo(setting);
  }

  #head({ groups }: ProviderList) {
    const { state: models } = this.#models;
    const all = models.status === 'ready' ? models.value : [];
    const ready = groups.flatMap(({ entries }) => entries).filter(({ standing, way }) => standing === 'ready' && way !== 'demo').length;
    const starred = all.filter(model => model.starred).length;
    return html`<ui-header heading=${this.#text.of('section')} meta="${this.#text.count('sumReady', ready)}, ${this.#text.count('sumStarred', starred)}">
      <div slot="actions" class="line default" data-setting="default"><span class="quiet" aria-hidden="true">${this.#text.of('defaultModel')}</span>${this.#default(all)}</div>
      <ui-button slot="actions" size="24" kind="line" icon="plus" @click=${() => this.#open(newServer)}>${this.#text.of('addServer')}</ui-button>
    </ui-header>`;
  }

  #default(all: readonly Model[]) {
    const chosen = all.find(({ isDefault }) => isDefault === true);
    const offered = all.filter(model => model.available && (model.starred || model === chosen));
    const options = [
      { value: automatic, label: this.#text.of('automatic') },
      ...offered.map(({ id, name, providerName }) => ({
        value: id,
        label: name,
        ...(providerName !== undefined && { group: providerName }),
      })),
    ];
    return html`<ui-select size="24" label=${this.#text.of('defaultModel')} .options=${options} .value=${chosen?.id ?? automatic} @change=${this.#setDefault}></ui-select>`;
  }

  #group({ id, name, entries }: EntryGroup, shown: Entry | undefined) {
    const heading = id === 'machines' ? this.#text.of('onThisComputer') : id === yours ? this.#text.of('yours') : name;
    return html`<div class="group">
      <h2>${heading}${id === 'machines' ? html`<ui-icon-button size="24" icon="refresh-cw" label=${this.#text.of('lookAgain')} ?busy=${this.#local.busy} @click=${() => this.#local.look()}></ui-icon-button>` : nothing}</h2>
      <ul class="rows" aria-label=${heading}>${entries.map(entry => this.#row(entry, entry === shown))}</ul>
    </div>`;
  }

  #row(entry: Entry, isShown: boolean) {
    return html`<li class="row" ?data-current=${isShown}>
      <span class="tile"><ui-icon name=${wayIcons[entry.way]}></ui-icon></span>
      <span class="words"><button class="hit" data-key=${entry.key} aria-current=${isShown ? 'true' : nothing} @click=${() => this.#open(entry.key)}><b>${entry.name}</b>${secondLine(this.#text, entry)}</button></span>
      ${this.#end(entry, isShown)}
    </li>`;
  }

  /** The state of an entry, or a button for its next action. */
  #end(entry: Entry, isShown: boolean) {
    const { standing, way, key, found, name } = entry;
    const act = (label: 'use' | 'addKey' | 'signIn' | 'signInAgain', run: () => void) =>
      html`<span class="end"><ui-button size="24" kind=${label === 'signInAgain' && !isShown ? 'accent' : 'line'} @click=${run}>${this.#text.of(label)}<span class="unseen"> ${name}</span></ui-button></span>`;
    if (standing === 'refused' && way === 'signIn') return act('signInAgain', () => this.#open(key));
    if (standing === 'unset' && way === 'machine' && found?.running === true)
      return act('use', () => void this.#action.run(() => this.#local.use(found, this.#text.locale)));
    if (standing === 'unset' && way === 'key') return act('addKey', () => this.#open(key));
    if (standing === 'unset' && way === 'signIn') return act('signIn', () => this.#open(key));
    return html`<span class="end said">${standingMark(this.#text, entry)}</span>`;
  }

  #unset(groups: readonly EntryGroup[]) {
    return html`<div class="group">
      <h2>${this.#text.of('notSetUp')}</h2>
      <div class="spread chips">${groups.map(({ name, entries }) => html`<ui-chip icon="plus" ?pressed=${entries.some(({ key }) => key === this.opened)} @click=${() => this.#open(entries[0]!.key)}>${name}</ui-chip>`)}</div>
    </div>`;
  }

  #details(shown: Entry | undefined, taken: ReadonlySet<string>) {
    const { view } = this;
    if (shown !== undefined) return html`${this.#variants(shown)}<providers-details .view=${view} .entry=${shown}></providers-details>`;
    if (this.opened === newServer)
      return html`<h2>${this.#text.of('addServer')}</h2><p class="quiet">${this.#text.of('serverHint')}</p><providers-server class="new" .view=${view} .taken=${taken} @providers-connected=${this.#added}></providers-server>`;
    return html`<ui-empty icon="key-round" text=${this.#text.of('nothingYet')}></ui-empty>`;
  }

  /** The variants of a company of which none is set up. */
  #variants(shown: Entry) {
    const [presets, providers] = [this.#presets.state, this.#providers.state];
    if (presets.status !== 'ready' || providers.status !== 'ready') return nothing;
    const siblings =
      listed(presets.value, providers.value, []).unset.find(({ entries }) => entries.some(({ key }) => key === shown.key))?.entries ?? [];
    if (siblings.length < 2) return nothing;
    const options = siblings.map(({ key, name }) => ({ value: key, label: name }));
    return html`<ui-segmented class="ways" wide label=${this.#text.of('howToConnect')} .options=${options} .value=${shown.key} @change=${(event: Event) => this.#open((event.target as HTMLInputElement).value)}></ui-segmented>`;
  }

  /** Scrolls to a setting; to the list if the details do not show the setting. */
  async #goTo(setting: string) {
    const named = `[data-setting="${CSS.escape(setting)}"]`;
    const details = this.renderRoot.querySelector<LitElement>('providers-details');
    await details?.updateComplete;
    const place =
      this.renderRoot.querySelector<HTMLElement>(named) ??
      details?.renderRoot.querySelector<HTMLElement>(named) ??
      this.renderRoot.querySelector<HTMLElement>('.list');
    place?.scrollIntoView({ block: 'nearest' });
    place?.querySelector<HTMLElement>('ui-select, ui-input, .hit, ui-button')?.focus();
  }

  #open(key: string) {
    this.opened = key;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.details')?.focus());
  }

  readonly #back = (): void => {
    const before = this.opened;
    this.opened = undefined;
    void this.updateComplete.then(() => {
      const row = before === undefined ? null : this.renderRoot.querySelector<HTMLElement>(`[data-key="${CSS.escape(before)}"]`);
      (row ?? this.renderRoot.querySelector<HTMLElement>('.hit'))?.focus();
    });
  };

  readonly #added = (event: CustomEvent<{ readonly provider: string }>): void => {
    this.#open(event.detail.provider);
  };

  readonly #setDefault = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    void this.#action.inOrder(async () => {
      await this.view.connect(ProvidersChannel).call('setDefault', { model: value === automatic ? null : value });
    });
  };
}
