import { compactText, moneyText, Query, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { styleMap } from 'lit/directives/style-map.js';
import { type Model, mostModels, ProvidersChannel } from '../../contract/index.ts';
import { textsFor } from '../texts.ts';
import { Action } from './action.ts';
import { plain } from './styles.ts';

const rowHeight = 36;

/** The models of one provider or of all, with a filter and stars. Conversations offer the starred models. */
export class ProvidersModels extends LitElement {
  static override styles = [
    plain,
    css`
      .head { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-4) var(--s-8); margin-block-end: var(--s-4); }
      h3 { font-weight: 600; }
      ui-search { flex: 0 1 180px; margin-inline-start: auto; }
      .box { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: clip; }
      .model { display: flex; align-items: center; gap: var(--s-8); height: ${rowHeight}px; padding-inline: 4px 12px; border-block-end: 1px solid var(--line); }
      /* The line below the last row is the box's own. */
      .box > ui-list { margin-block-end: -1px; }
      .model > .name { flex: 1; }
      .model .caps { display: flex; gap: var(--s-6); color: var(--text-3); --icon-size: 14px; }
      .model .size { min-width: 44px; text-align: end; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
      .model .from { flex: 0 1 auto; font: var(--t-12); color: var(--text-2); }
      .model .off { font: var(--t-12); color: var(--text-2); }
      .model ui-icon-button { flex: none; }
      form { display: flex; flex-wrap: wrap; gap: var(--s-8); margin-block-start: var(--s-8); }
      form ui-input { flex: 1 1 160px; }
      .none { padding: 16px 12px; text-align: center; font: var(--t-12); color: var(--text-2); text-wrap: balance; }
      .tools { margin-block-start: var(--s-8); }
      @container (max-width: 380px) { .model .from { display: none; } }
      .holder { container-type: inline-size; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** Shows only the models of this provider. */
  @property() provider: string | undefined;
  /** Models can be added by hand, loaded from the server, and removed. */
  @property({ type: Boolean }) editable = false;
  /** The height of the list is at most this many rows. */
  @property({ type: Number }) most = 8;
  @state() private filter = '';
  /** The model whose facts are shown. */
  @state() private described = '';

  readonly #text = textsFor(this, () => this.view);
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });
  readonly #action = new Action(this);
  #areSizesShown = false;

  override render() {
    const { state } = this.#models;
    if (state.status === 'pending') return html`<ui-skeleton kind="rows" lines="4"></ui-skeleton>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const all = state.value
      .filter(({ provider }) => this.provider === undefined || provider === this.provider)
      // The demo is last, because it is no alternative to a real provider.
      .toSorted((a, b) => Number(a.demo ?? false) - Number(b.demo ?? false));
    const shown = matching(all, this.filter);
    this.#areSizesShown = shown.some(({ contextWindow }) => contextWindow !== undefined);
    return html`
      <div class="head">
        <h3>${this.#text.of('models')}</h3><span class="quiet">${this.#text.of('starsMean')}</span>
        ${all.length > 5 ? html`<ui-search label=${this.#text.of('filterModels')} placeholder=${this.#text.count('filter', all.length)} .value=${this.filter} @input=${this.#filtered}></ui-search>` : nothing}
      </div>
      <div class="box holder">${shown.length === 0 ? html`<p class="none" role="status">${this.#text.of(all.length === 0 ? 'noModels' : 'noneMatches')}</p>` : this.#list(shown)}</div>
      ${shown.filter(({ id }) => id === this.described).map(model => keyed(model.id, html`<providers-model-facts .view=${this.view} .model=${model}></providers-model-facts>`))}
      <div role="alert">${this.#action.problem === '' ? nothing : html`<ui-alert class="tools" kind="danger">${this.#action.problem}</ui-alert>`}</div>
      ${this.editable ? this.#tools(all) : nothing}
    `;
  }

  #list(shown: readonly Model[]) {
    const height = Math.min(shown.length, this.most) * rowHeight;
    return html`<ui-list
      grid label=${this.#text.of('models')} row-height=${rowHeight} style=${styleMap({ height: `${height}px` })}
      .items=${shown} .keyOf=${(model: Model) => model.id} .textOf=${(model: Model) => model.name}
      .renderItem=${(model: Model) => this.#row(model)} @ui-select=${this.#chosen}
    ></ui-list>`;
  }

  #row(model: Model) {
    const { name, starred, available, images, thinkingLevels, contextWindow, isDefault, providerName = '', demo } = model;
    const { locale } = this.#text;
    const label = this.#text.of(starred ? 'unstar' : 'star', { model: name });
    return html`<div class="model" title=${this.#tip(model)}>
      <ui-icon-button size="24" icon="star" ?filled=${starred} .pressed=${starred} label=${label} @click=${() => this.#star(model)}></ui-icon-button>
      <span class="name cut ${this.provider === undefined ? '' : 'mono'}">${this.provider === undefined ? name : ownId(model)}</span>
      ${isDefault ? html`<ui-badge>${this.#text.of('isDefault')}</ui-badge>` : nothing}
      ${available ? nothing : html`<span class="off">${this.#text.of('notNow')}</span>`}
      ${this.provider === undefined && demo !== true ? html`<span class="from cut">${providerName}</span>` : nothing}
      <span class="caps">
        ${images ? html`<ui-icon name="eye" label=${this.#text.of('seesImages')}></ui-icon>` : nothing}
        ${thinkingLevels.length > 1 ? html`<ui-icon name="brain" label=${this.#text.of('thinks')}></ui-icon>` : nothing}
      </span>
      ${contextWindow === undefined && !this.#areSizesShown ? nothing : html`<span class="size">${contextWindow === undefined ? nothing : compactText(locale, contextWindow)}</span>`}
      ${model.own === true && this.editable ? html`<ui-icon-button size="24" icon="settings" label=${this.#text.of('describe', { model: name })} .pressed=${this.described === model.id} @click=${() => this.#describe(model)}></ui-icon-button>` : nothing}
      ${this.editable ? html`<ui-icon-button size="24" icon="x" label=${this.#text.of('removeModel', { model: name })} @click=${() => this.#without(model)}></ui-icon-button>` : nothing}
    </div>`;
  }

  #tip({ id, contextWindow, inputCost, outputCost }: Model): string {
    const { locale } = this.#text;
    const size = contextWindow === undefined ? [] : [this.#text.of('tip.context', { count: contextWindow })];
    const cost =
      inputCost === undefined || outputCost === undefined
        ? []
        : [this.#text.of('tip.cost', { input: moneyText(locale, inputCost), output: moneyText(locale, outputCost) })];
    return [id, ...size, ...cost].join(' · ');
  }

  #tools(all: readonly Model[]) {
    const { busy } = this.#action;
    return html`<form @submit=${(event: SubmitEvent) => this.#add(event, all)}>
      <ui-input name="model" mono maxlength="200" required label=${this.#text.of('addModel')} placeholder=${this.#text.of('modelId')}></ui-input>
      <ui-button type="submit" kind="line" icon="plus">${this.#text.of('addModel')}</ui-button>
      <ui-button icon="refresh-cw" ?busy=${busy} @click=${() => this.#discover(all)}>${this.#text.of('askServer')}</ui-button>
    </form>`;
  }

  readonly #filtered = (event: Event): void => {
    this.filter = (event.target as HTMLInputElement & { value: string }).value;
  };

  /** Enter and a click on a row do what its star does. */
  readonly #chosen = (event: CustomEvent<{ readonly item: Model }>): void => this.#star(event.detail.item);

  #star({ id, starred }: Model) {
    void this.#action.inOrder(async () => {
      await this.view.connect(ProvidersChannel).call('star', { model: id, starred: !starred });
    });
  }

  #describe({ id }: Model) {
    this.described = this.described === id ? '' : id;
  }

  #add(event: SubmitEvent, all: readonly Model[]) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const id = String(new FormData(form).get('model') ?? '').trim();
    if (id === '' || all.some(one => ownId(one) === id)) return;
    void this.#action.run(async () => {
      await this.#save([...all.map(one => ({ id: ownId(one) })), { id }]);
      form.reset();
    });
  }

  #without(model: Model) {
    const { state } = this.#models;
    const all = state.status === 'ready' ? state.value : [];
    const left = all.filter(({ provider, id }) => provider === model.provider && id !== model.id);
    void this.#action.run(() => this.#save(left.map(one => ({ id: ownId(one) }))));
  }

  #discover(all: readonly Model[]) {
    void this.#action.run(async signal => {
      const found = await this.view.connect(ProvidersChannel).call('discoverModels', { id: this.provider ?? '' }, signal);
      const before = all.map(ownId);
      await this.#save([...before.map(id => ({ id })), ...found.filter(({ id }) => !before.includes(id))].slice(0, mostModels));
      // Fills in what the server says of the others, and leaves what the person said.
      await this.view.connect(ProvidersChannel).call('ask', { id: this.provider ?? '', locale: this.#text.locale });
    });
  }

  async #save(models: readonly { readonly id: string }[]): Promise<void> {
    const { locale } = this.#text;
    await this.view.connect(ProvidersChannel).call('save', { id: this.provider ?? '', models: [...models], locale });
  }
}

function ownId({ id, provider }: Model): string {
  return id.slice(provider.length + 1);
}

/** The models that contain every word of the filter in their name, id or provider. */
function matching(models: readonly Model[], filter: string): readonly Model[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0) return models;
  return models.filter(({ id, name, providerName = '' }) => {
    const all = `${id} ${name} ${providerName}`.toLowerCase();
    return words.every(word => all.includes(word));
  });
}
