import { Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Row, type Sums, UsageChannel } from '../contract/index.ts';
import { ProviderNames } from './provider-names.ts';
import { texts } from './texts.ts';
import { costText, countText, modelParts, tokensOf } from './words.ts';

/** The dialog that says what a conversation, or one of its answers, has used. */
export class UsageDetails extends LitElement {
  static override styles = css`
    :host { display: block; padding: 0 20px 20px; font: var(--t-13); }
    p { margin: 0 0 12px; color: var(--text-2); }
    h3 { display: flex; gap: 8px; align-items: baseline; margin: 12px 0 4px; font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
    h3 small { font: var(--t-12); color: var(--text-2); }
    h3 span { margin-inline-start: auto; white-space: nowrap; }
    dl { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; margin: 0; color: var(--text-2); font-variant-numeric: tabular-nums; }
    dd { margin: 0; color: var(--text); text-align: end; }
    .inner { padding-inline-start: 12px; }
    footer { display: flex; justify-content: flex-end; gap: 8px; margin-block-start: 16px; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #names = new ProviderNames(
    this,
    () => this.view,
    () => this.#text.locale,
  );
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #used = new Query(this, () => this.view, UsageChannel, 'of', { params: () => this.#where, refreshOn: 'changed' });

  override render() {
    const text = this.#text;
    const { state } = this.#used;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const { models } = state.value;
    return html`
      <p>${text.of(this.#where.entry === undefined ? 'ofConversation' : 'ofMessage')}</p>
      ${models.length === 0 ? html`<p>${text.of('notCounted')}</p>` : models.map(row => this.#model(row))}
      <footer><ui-button kind="line" @click=${this.#openPage}>${text.of('openPage')}</ui-button></footer>
    `;
  }

  #model({ key, sums }: Row) {
    const { name, provider } = modelParts(this.#text, key, this.#names);
    const tokens = tokensOf(sums);
    return html`<h3>${name} <small>${provider}</small> <span>${costText(this.#text, sums, tokens)}</span></h3>${this.#facts(sums, tokens)}`;
  }

  #facts(sums: Sums, tokens: number) {
    const text = this.#text;
    const fact = (name: string, count: number, kind = '') => html`<dt class=${kind}>${name}</dt><dd>${countText(text, count)}</dd>`;
    return html`<dl>
      ${this.#where.entry === undefined ? fact(text.of('answers'), sums.answers) : nothing}
      ${fact(text.of('tokens'), tokens)}
      ${fact(text.of('input'), sums.input, 'inner')} ${fact(text.of('cacheRead'), sums.cacheRead, 'inner')}
      ${fact(text.of('cacheWrite'), sums.cacheWrite, 'inner')} ${fact(text.of('output'), sums.output, 'inner')}
      ${sums.reasoning > 0 ? fact(text.of('reasoning'), sums.reasoning, 'inner') : nothing}
    </dl>`;
  }

  get #where(): { conversation: string; entry?: string } {
    const { conversation = '', entry } = (this.#params.value ?? {}) as { conversation?: string; entry?: string };
    return { conversation, ...(entry !== undefined && { entry }) };
  }

  readonly #openPage = async (): Promise<void> => {
    const client = this.view.connect(WindowChannel);
    // In this order: a dialog that is closed is not heard any more.
    await client.call('open', { view: 'usage.page' });
    await client.call('close', { view: 'usage.details' });
  };
}
