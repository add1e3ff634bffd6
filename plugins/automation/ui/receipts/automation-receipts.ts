import { plainText } from '@atelier/kernel/plain-text';
import { moneyText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { AutomationChannel, type Receipt } from '../../contract/index.ts';
import { receiptState } from '../rule-state.ts';
import { texts } from '../texts.ts';
import { fullMomentText, momentText, receiptFacts, receiptTitle } from '../words.ts';
import { receiptStyles } from './receipt-styles.ts';

const first = 14;
const more = 50;
const most = 200;
/** Answers that are longer begin folded. */
const shortAnswer = 140;
/** Answers that stand on one line with what they took. */
const briefAnswer = 40;

/** What became of each time that a rule was due, the newest first. Fires `allow` with what was refused. */
export class AutomationReceipts extends LitElement {
  static override styles = receiptStyles;

  @property({ attribute: false }) view!: ViewHost;
  /** Its id. */
  @property({ attribute: false }) rule = '';
  /** Whether what was refused may be allowed in the rule. */
  @property({ attribute: false }) canAllow = false;
  @state() private limit = first;
  /** Where the page begins; the newest if left out. */
  @state() private from: string | undefined;
  @state() private unfolded: ReadonlySet<string> = new Set();
  /** The receipts whose runs are read. */
  @state() private opened: ReadonlySet<string> = new Set();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #page = new Query(this, () => this.view, AutomationChannel, 'receipts', {
    params: () => ({ rule: this.rule, limit: this.limit, ...(this.from !== undefined && { after: this.from }) }),
    refreshOn: 'receiptsChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#page;
    const receipts = state.status === 'ready' ? state.value.receipts : [];
    const lately = this.from === undefined ? receipts.slice(0, first) : [];
    return html`
      <header><h2>${text.of('receipts')}</h2>${lately.length === 0 ? nothing : html`<span>${text.count('lastRuns', lately.length)}</span>`}</header>
      ${lately.length === 0 ? nothing : this.#marks(lately)}
      ${state.status === 'failed' ? html`<ui-alert kind="danger">${state.error.in(text.locale)}<ui-button slot="actions" size="24" @click=${() => this.#page.refresh()}>${text.of('tryAgain')}</ui-button></ui-alert>` : nothing}
      ${state.status === 'ready' && receipts.length === 0 ? html`<p class="none">${text.of('noReceipts')}</p>` : nothing}
      ${this.from === undefined ? nothing : html`<ui-button class="page" @click=${() => this.#from(undefined)}>${text.of('showNewest')}</ui-button>`}
      <ol>${receipts.map(receipt => this.#receipt(receipt))}</ol>
      ${state.status === 'ready' && state.value.next !== undefined ? html`<ui-button class="page" @click=${() => this.#older(state.value.next)}>${text.of('showOlder')}</ui-button>` : nothing}
    `;
  }

  #marks(lately: readonly Receipt[]) {
    const text = this.#text;
    const states = lately.map(receipt => (receipt.status === 'running' ? 'running' : receiptState(receipt)));
    const sums = (['done', 'late', 'failed', 'skipped', 'running'] as const)
      .map(state => [state, states.filter(one => one === state).length] as const)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => text.count(`sum.${state}`, count));
    const costs = lately.map(({ cost }) => cost).filter(cost => cost !== undefined);
    const cost = costs.reduce((sum, one) => sum + one, 0);
    return html`
      <div class="marks" role="img" aria-label=${text.of('marksOf', { runs: text.count('lastRuns', lately.length), sums: sums.join(', ') })}>${lately
        .toReversed()
        .map(
          receipt =>
            html`<span title=${`${receiptTitle(text, receipt)}, ${fullMomentText(text.locale, receipt.due)}`}><ui-state silent state=${receiptState(receipt)}></ui-state>${new Date(receipt.due).getDate()}</span>`,
        )}</div>
      <p class="sums"><span>${sums.join('\u2003')}</span>${costs.length === 0 ? nothing : html`<span title=${text.count('costOf', costs.length)}>${text.of('costInAll', { cost: moneyText(text.locale, cost) })}</span>`}</p>
    `;
  }

  #receipt(receipt: Receipt) {
    const text = this.#text;
    const { id, problem, answer, quiet, conversation, transcript, status, due, began, delivery, refused } = receipt;
    const facts = receiptFacts(text, receipt);
    const said = problem?.message ?? (quiet === true ? text.of('quiet') : answer && plainText(answer));
    const isLong = said !== undefined && problem === undefined && said.length > shortAnswer;
    const isBrief = said !== undefined && problem === undefined && said.length <= briefAnswer && !said.includes('\n');
    const isOpen = this.unfolded.has(id);
    const isRead = this.opened.has(id);
    const at = began ?? due;
    return html`<li>
      <ui-state silent state=${receiptState(receipt)}></ui-state>
      <b class=${status}>${receiptTitle(text, receipt)}</b>
      <time title=${fullMomentText(text.locale, at)} datetime=${new Date(at).toISOString()}>${momentText(text, at)}</time>
      <div class="more">
        ${said === undefined || isBrief ? nothing : html`<p class=${isLong && !isOpen ? 'folded' : ''} dir="auto">${said}</p>`}
        ${refused === undefined ? nothing : html`<p>${text.of('refused', { what: refused.join(', ') })} ${this.canAllow ? html`<button @click=${() => this.dispatchEvent(new CustomEvent('allow', { detail: refused }))}>${text.of('allowInRule')}</button>` : nothing}</p>`}
        ${delivery?.problem === undefined ? nothing : html`<p>${delivery.problem.message}</p>`}
        <p class="facts">${isBrief ? html`<span dir="auto">${said}</span>` : nothing}${facts.length === 0 ? nothing : html`<span>${facts.join(', ')}</span>`}
          ${isLong ? html`<button aria-expanded=${isOpen} @click=${() => (this.unfolded = toggled(this.unfolded, id))}>${isOpen ? text.of('showLess') : text.of('showAll')}</button>` : nothing}
          ${transcript === true ? html`<button aria-expanded=${isRead} @click=${() => (this.opened = toggled(this.opened, id))}>${text.of(isRead ? 'hideSaid' : 'showSaid')}</button>` : nothing}
          ${conversation === undefined ? nothing : html`<button @click=${() => this.view.run('conversations.open', { conversation })}>${status === 'running' ? text.of('watch') : text.of('openConversation')}</button>`}
          ${delivery?.status === 'uncertain' || (delivery?.status === 'failed' && delivery.kind === 'channel') ? html`<button @click=${() => this.view.run('channels.open', { channel: delivery.channel })}>${text.of('openChannels')}</button>` : nothing}
        </p>
        ${isRead ? html`<automation-said .view=${this.view} .receipt=${id}></automation-said>` : nothing}
      </div>
    </li>`;
  }

  #older(next: string | undefined): void {
    if (this.limit < most) this.limit = Math.min(most, this.limit + more);
    else this.#from(next);
  }

  #from(after: string | undefined): void {
    this.from = after;
    void this.updateComplete.then(() => this.scrollTo({ top: 0 }));
  }
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(ids);
  if (!others.delete(id)) others.add(id);
  return others;
}
