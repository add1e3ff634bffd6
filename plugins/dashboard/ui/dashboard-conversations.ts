import { ConversationsChannel, type Row } from '@atelier/conversations/contract';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { conversationLine, lineOf, rowStyles } from './rows.ts';
import { texts } from './texts.ts';

const page = 100;

/** All conversations, the last changed first. */
export class DashboardConversations extends LitElement {
  static override styles = [
    rowStyles,
    css`
      *, *::before, *::after { box-sizing: border-box; }
      :host { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100%; font: var(--t-13); color: var(--text); }
      .body { overflow: auto; scrollbar-gutter: stable both-edges; padding: 16px 20px 32px; }
      .inner { width: min(760px, 100%); margin: 0 auto; }
      ui-search { margin-block-end: 12px; }
      ul { margin: 0; padding: 0; list-style: none; }
      .more { display: flex; justify-content: center; padding-block: 12px; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private typed = '';
  @state() private limit = page;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #list = new Query(this, () => this.view, ConversationsChannel, 'list', {
    params: () => ({ sort: 'updated' as const, limit: this.limit, ...(this.typed !== '' && { text: this.typed }) }),
    refreshOn: 'rowsChanged',
  });

  override render() {
    const text = this.#text;
    return html`
      <ui-header heading=${text.of('conversations')}>
        <ui-button slot="actions" kind="line" icon="square-pen" @click=${() => this.view.run('conversations.new')}>${text.of('newConversation')}</ui-button>
      </ui-header>
      <div class="body"><div class="inner">
        <ui-search label=${text.of('searchTitles')} placeholder=${text.of('searchTitles')} maxlength="200" .value=${this.typed} @input=${this.#type}></ui-search>
        ${this.#rows()}
      </div></div>
    `;
  }

  #rows() {
    const text = this.#text;
    const { state: list } = this.#list;
    if (list.status === 'pending') return html`<ui-skeleton lines="6"></ui-skeleton>`;
    if (list.status === 'failed') return html`<ui-alert kind="danger">${list.message}</ui-alert>`;
    const { rows, next } = list.value;
    if (rows.length === 0)
      return html`<ui-empty icon="messages-square" text=${text.of(this.typed === '' ? 'noneYet' : 'noneFound')}></ui-empty>`;
    const words = { needsYou: text.of('needsYou'), queued: text.of('queued'), byRule: text.of('byRule') };
    const open = (row: Row) => () => this.view.run('conversations.open', { conversation: row.id });
    return html`
      <ul>${rows.map(row => lineOf(conversationLine(row, text.locale, words, open(row))))}</ul>
      ${next === undefined || this.limit >= 2 * page ? nothing : html`<div class="more"><ui-button kind="line" @click=${this.#more}>${text.of('more')}</ui-button></div>`}
    `;
  }

  #type(event: Event) {
    this.typed = (event.target as HTMLElement & { value: string }).value.trim();
    this.limit = page;
  }

  #more() {
    this.limit = 2 * page;
  }
}
