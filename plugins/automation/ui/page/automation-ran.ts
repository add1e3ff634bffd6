import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { AutomationChannel, type Receipt } from '../../contract/index.ts';
import { newestOfEach, receiptState } from '../rule-state.ts';
import { texts } from '../texts.ts';
import { receiptTitle, shortMoment } from '../words.ts';

const looked = 40;
const most = 4;

/** The Assistant's sidebar: the newest run of each rule. A run leads to its conversation, else to its rule. */
export class AutomationRan extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: block; font: var(--t-13); color: var(--text); }
    h2 { margin: 0; padding: 16px 8px 4px; font: 500 11px/16px var(--font); color: var(--text-2); }
    ul { margin: 0; padding: 0; list-style: none; }
    button { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 28px; margin: 0; padding: 0 8px; border: 0; border-radius: var(--r-6); background: none; color: inherit; font: inherit; text-align: start; }
    button:hover { background: var(--hover); }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .end { flex: none; font: var(--t-11); color: var(--text-2); font-variant-numeric: tabular-nums; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #newest = new Query(this, () => this.view, AutomationChannel, 'receipts', {
    params: () => ({ statuses: ['running' as const, 'ran' as const, 'failed' as const], limit: looked, leads: true }),
    refreshOn: 'receiptsChanged',
  });

  override render() {
    const { state } = this.#newest;
    const receipts = state.status === 'ready' ? newestOfEach(state.value.receipts).slice(0, most) : [];
    if (receipts.length === 0) return nothing;
    return html`<h2>${this.#text.of('ranByRules')}</h2><ul>${receipts.map(receipt => this.#row(receipt))}</ul>`;
  }

  #row(receipt: Receipt) {
    const text = this.#text;
    const { title, rule, conversation, began, due } = receipt;
    const open = () =>
      conversation === undefined ? this.view.run('automation.open', { rule }) : this.view.run('conversations.open', { conversation });
    return html`<li><button title=${receiptTitle(text, receipt)} @click=${open}>
      <ui-state state=${receiptState(receipt)}></ui-state><span class="what" dir="auto">${title}</span><span class="end">${shortMoment(text.locale, began ?? due)}</span>
    </button></li>`;
  }
}
