import type { AppError } from '@atelier/kernel';
import { dateText, numberText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type ModelPrice, type Price, UsageChannel } from '../../contract/index.ts';
import { ProviderNames } from '../provider-names.ts';
import { texts } from '../texts.ts';
import { dayText, failureOf, modelParts } from '../words.ts';

const parts = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;

/** The price of every model that was used, and the way to correct one. */
export class UsagePrices extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    p { margin: 0 0 12px; font: var(--t-13); color: var(--text-2); text-wrap: pretty; }
    ul { margin: 0; padding: 0; border: 1px solid var(--line); border-radius: var(--r-8); list-style: none; }
    li { padding: 10px 12px; }
    li + li { border-block-start: 1px solid var(--line); }
    .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
    .head { position: relative; display: flex; align-items: center; gap: 8px; }
    .what { flex: 1; min-width: 0; overflow-wrap: anywhere; font: 500 13px/20px var(--font); }
    .what small { display: block; font: var(--t-12); color: var(--text-2); }
    dl { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 4px 0 0; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
    dl div { display: flex; gap: 6px; }
    dd { margin: 0; color: var(--text); }
    form { display: grid; grid-template-columns: repeat(auto-fit, minmax(104px, 1fr)); gap: 8px; margin-block-start: 8px; }
    form footer, form ui-alert { grid-column: 1 / -1; }
    footer { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; }
    footer .start { margin-inline-end: auto; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  /** The model whose form is open. */
  @property() editing = '';
  @state() private problem: AppError | undefined;
  @state() private isIncomplete = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #names = new ProviderNames(
    this,
    () => this.view,
    () => this.#text.locale,
  );
  readonly #prices = new Query(this, () => this.view, UsageChannel, 'prices', { params: () => ({}), refreshOn: 'changed' });

  override render() {
    const text = this.#text;
    const { state } = this.#prices;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    if (state.value.length === 0) return html`<ui-empty icon="coins" text=${text.of('pricesNone')}></ui-empty>`;
    return html`<p>${text.of('pricesAbout')}</p><ul>${state.value.map(price => this.#row(price))}</ul>`;
  }

  #row(price: ModelPrice) {
    const text = this.#text;
    const { name, provider } = modelParts(text, price.model, this.#names);
    const isOpen = this.editing === price.model;
    const now = price.corrected ?? price.listed;
    return html`<li>
      <div class="head">
        <span class="what">${name}<small>${provider}${provider === '' ? '' : ' · '}${this.#origin(price)}</small></span>
        ${isOpen ? nothing : html`<ui-button size="24" kind="line" @click=${() => this.#edit(price.model)}>${text.of('correct')}<span class="unseen"> ${name}</span></ui-button>`}
      </div>
      ${isOpen ? this.#form(price) : now === undefined ? nothing : this.#amounts(now)}
    </li>`;
  }

  #origin({ corrected, correctedAt, listed, source = '', dated = '' }: ModelPrice): string {
    const text = this.#text;
    if (corrected !== undefined) return text.of('correctedOn', { date: dateText(text.locale, correctedAt ?? 0) });
    return listed === undefined ? text.of('priceUnknown') : text.of('from', { source, date: dayText(text, dated) });
  }

  #amounts(price: Price) {
    const text = this.#text;
    const amount = (value: number) => numberText(text.locale, value, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
    return html`<dl>${parts.map(part => html`<div><dt>${text.of(part)}</dt><dd>${amount(price[part])}</dd></div>`)}</dl>`;
  }

  #form(price: ModelPrice) {
    const text = this.#text;
    const now = price.corrected ?? price.listed;
    return html`<form @submit=${(event: SubmitEvent) => this.#save(event, price.model)} novalidate>
      ${parts.map(
        part =>
          html`<ui-field label=${text.of(part)}><ui-input name=${part} type="number" min="0" step="any" value=${now?.[part] ?? ''}></ui-input></ui-field>`,
      )}
      ${this.isIncomplete ? html`<ui-alert kind="danger">${text.of('priceIncomplete')}</ui-alert>` : nothing}
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      <footer>
        ${
          price.corrected === undefined
            ? nothing
            : html`<ui-button class="start" @click=${() => this.#send(price.model, undefined)}>${text.of(price.listed === undefined ? 'restore' : 'restoreListed')}</ui-button>`
        }
        <ui-button kind="line" @click=${() => this.#edit('')}>${text.of('cancel')}</ui-button>
        <ui-button kind="accent" type="submit">${text.of('save')}</ui-button>
      </footer>
    </form>`;
  }

  #edit(model: string): void {
    this.problem = undefined;
    this.isIncomplete = false;
    this.editing = model;
  }

  async #save(event: SubmitEvent, model: string): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    // An empty field is no price of nothing.
    this.isIncomplete = parts.some(part => form.get(part) === '');
    if (this.isIncomplete) return;
    this.problem = undefined;
    const price = Object.fromEntries(parts.map(part => [part, Number(form.get(part))])) as unknown as Price;
    await this.#send(model, price);
  }

  async #send(model: string, price: Price | undefined): Promise<void> {
    try {
      await this.view.connect(UsageChannel).call('correctPrice', { model, ...(price && { price }) });
      this.#edit('');
    } catch (error) {
      this.problem = failureOf(error);
    }
  }
}
