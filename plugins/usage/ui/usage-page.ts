import { ConversationsChannel } from '@atelier/conversations/contract';
import type { Handle } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { percentText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Overview, type Range, UsageChannel } from '../contract/index.ts';
import { wholeRange } from './buckets.ts';
import { pageStyles } from './page-styles.ts';
import { texts } from './texts.ts';
import { amountText, costText, countText, dayText, failureOf, tokensOf } from './words.ts';

const ranges = ['today', 'week', 'month', 'all'] as const;
const lists = ['project', 'conversation', 'extension', 'model'] as const;
const [few, many] = [6, 500];

/** What was used and what it cost: sums, charts, lists, prices, warnings. */
export class UsagePage extends LitElement {
  static override styles = pageStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private range: Range = 'month';
  @state() private full: (typeof lists)[number] | undefined;
  @state() private dialog: 'prices' | 'limits' | undefined;
  @state() private isExporting = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #overview = new Query(this, () => this.view, UsageChannel, 'overview', {
    params: () => ({ range: this.range, rows: this.full === undefined ? few : many }),
    refreshOn: 'changed',
  });

  #titles: Handle | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // A conversation may get its title, or another one, after it was counted.
    this.#titles = this.view.connect(ConversationsChannel).on('rowsChanged', ({ rows }) => {
      const { state } = this.#overview;
      const shown = state.status === 'ready' ? state.value.conversations.rows : [];
      const isOther = (row: (typeof rows)[number]) => shown.some(({ key, name }) => key === row.id && name !== row.title);
      if (rows.some(isOther)) this.#overview.refresh();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#titles?.dispose();
  }

  override render() {
    const text = this.#text;
    const { state } = this.#overview;
    const isEmpty = state.status === 'ready' && state.value.sums.answers === 0;
    return html`
      <ui-header heading=${text.of('name')}>
        <ui-segmented label=${text.of('range')} .options=${ranges.map(value => ({ value, label: text.of(value) }))} value=${this.range} @change=${this.#choose}></ui-segmented>
        <ui-button slot="actions" kind="line" @click=${() => this.#show('prices')}>${text.of('prices')}</ui-button>
        <ui-button slot="actions" kind="line" icon="download" ?busy=${this.isExporting} ?disabled=${this.isExporting || isEmpty} @click=${this.#export}>${text.of('export')}</ui-button>
      </ui-header>
      <div class="body">${
        state.status === 'pending'
          ? html`<ui-progress label=${text.of('loading')}></ui-progress>`
          : state.status === 'failed'
            ? html`<ui-alert kind="danger">${state.message}</ui-alert>`
            : this.#content(state.value)
      }</div>
      ${this.#dialogs(state.status === 'ready' ? state.value : undefined)}
    `;
  }

  #content(shown: Overview) {
    const text = this.#text;
    const { unit, sums, buckets, today, limits } = shown;
    if (sums.answers === 0 && this.range === 'all')
      return html`<ui-empty icon="chart-column" text=${text.of(shown.isCounting ? 'counting' : 'nothing')}></ui-empty>`;
    const now = unit === 'hour' ? String(new Date().getHours()).padStart(2, '0') : unit === 'day' ? today : today.slice(0, 7);
    const list = (of: (typeof lists)[number]) => {
      const found = shown[`${of}s`];
      const isAll = this.full === of;
      return html`<usage-list
        .view=${this.view} of=${of} .list=${isAll ? found : { ...found, rows: found.rows.slice(0, few) }} ?all=${isAll}
        @all=${() => this.#toggle(of)} @open=${(event: CustomEvent<string>) => this.view.run('conversations.open', { conversation: event.detail })}
      ></usage-list>`;
    };
    return html`
      ${shown.isCounting ? html`<p class="note" role="status">${text.of('counting')}</p>` : nothing}
      ${this.#summary(shown)}
      <div class="charts">
        ${
          sums.answers === 0
            ? html`<div class="none">${text.of('nothingInRange')}</div>`
            : html`<usage-chart .view=${this.view} .buckets=${wholeRange({ ...shown, buckets })} unit=${unit} now=${now} .limit=${limits.day}></usage-chart>`
        }
        <usage-month .view=${this.view} .days=${shown.monthDays} today=${today} .limit=${limits.month} @limits=${() => this.#show('limits')}></usage-month>
      </div>
      ${sums.answers === 0 ? nothing : html`<div class="lists">${list('project')} ${list('conversation')} ${list('extension')} ${list('model')}</div>`}
      <p class="note"><ui-icon name="info"></ui-icon>${text.of('source', {
        date: dayText(text, shown.dated),
        corrected: text.count('corrected', shown.corrected),
      })}</p>
    `;
  }

  #summary({ sums, ofToday, limits }: Overview) {
    const text = this.#text;
    const [all, today] = [tokensOf(sums), tokensOf(ofToday)];
    const cached = sums.input + sums.cacheRead + sums.cacheWrite;
    const card = (name: string, value: string, more: unknown) =>
      html`<div><span>${name}</span><b>${value} <small>${more}</small></b></div>`;
    const limit = limits.day === undefined ? nothing : text.of('ofLimit', { amount: amountText(text, limits.day) });
    return html`<div class="sums">
      ${card(text.of('spent'), costText(text, sums, all), nothing)}
      ${card(text.of('today'), costText(text, ofToday, today), html`${limit} ${text.of('tokensOf', { tokens: countText(text, today) })}`)}
      ${card(text.of('tokens'), countText(text, all), cached > 0 ? text.of('fromCache', { share: percentText(text.locale, sums.cacheRead / cached) }) : nothing)}
      <div class="rest"><span>${text.of('notInSums')}</span>${this.#rest(sums)}</div>
    </div>`;
  }

  #rest({ unknown, included, unreported }: Overview['sums']) {
    const text = this.#text;
    if (unknown + included + unreported === 0) return html`<p>${text.of('allKnown')}</p>`;
    return [
      unknown > 0
        ? html`<p>${text.of('notKnown', { tokens: countText(text, unknown) })} <button @click=${() => this.#show('prices')}>${text.of('setOne')}</button></p>`
        : nothing,
      included > 0 ? html`<p>${text.of('inSubscription', { tokens: countText(text, included) })}</p>` : nothing,
      unreported > 0 ? html`<p>${text.count('unreported', unreported)}</p>` : nothing,
    ];
  }

  #dialogs(shown: Overview | undefined) {
    const text = this.#text;
    const close = () => this.#show(undefined);
    return html`
      <ui-dialog heading=${text.of('prices')} ?open=${this.dialog === 'prices'} @close=${close}>
        ${this.dialog === 'prices' ? html`<usage-prices .view=${this.view}></usage-prices>` : nothing}
      </ui-dialog>
      <ui-dialog size="small" heading=${text.of('limits')} ?open=${this.dialog === 'limits'} @close=${close}>
        ${this.dialog === 'limits' ? html`<usage-limits .view=${this.view} .limits=${shown?.limits ?? {}} @done=${close}></usage-limits>` : nothing}
      </ui-dialog>
    `;
  }

  #show(dialog: typeof this.dialog): void {
    this.dialog = dialog;
  }

  #toggle(list: (typeof lists)[number]): void {
    this.full = this.full === list ? undefined : list;
  }

  readonly #choose = (event: Event): void => {
    this.range = (event.target as HTMLInputElement).value as Range;
  };

  readonly #export = async (): Promise<void> => {
    this.isExporting = true;
    const client = this.view.connect(UsageChannel);
    const parts: string[] = [];
    try {
      for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
        const { text, next } = await client.call('exportRows', { range: this.range, ...(after !== undefined && { after }) });
        parts.push(text);
        after = next;
      }
      save(this.ownerDocument, `atelier-usage-${this.range}.csv`, parts);
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
    this.isExporting = false;
  };
}

function save(page: Document, name: string, parts: readonly string[]): void {
  // The mark lets table programs read the text as UTF-8.
  const address = URL.createObjectURL(new Blob(['\ufeff', ...parts], { type: 'text/csv' }));
  const link = page.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
