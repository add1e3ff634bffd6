import { ConversationsChannel } from '@atelier/conversations/contract';
import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { conversationLine } from './rows.ts';
import { texts } from './texts.ts';

const most = 12;

/** The Assistant's sidebar: the conversations that were changed last. */
export class DashboardRecent extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: block; height: 100%; overflow: auto; font: var(--t-13); color: var(--text); }
    h2 { margin: 0; padding: 16px 8px 4px; font: 500 11px/16px var(--font); color: var(--text-2); }
    ul { margin: 0; padding: 0; list-style: none; }
    button { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 28px; margin: 0; padding: 0 8px; border: 0; border-radius: var(--r-6); background: none; color: inherit; font: inherit; text-align: start; }
    button:hover { background: var(--hover); }
    button.on { background: var(--selected); font-weight: 500; }
    button.unread { font-weight: 600; }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    .mark { flex: none; width: 16px; height: 16px; }
    .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .end { flex: none; font: var(--t-11); color: var(--text-2); font-variant-numeric: tabular-nums; }
    p { margin: 0; padding: 4px 8px; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #here = new Slice(this, () => this.view, 'conversation');
  readonly #list = new Query(this, () => this.view, ConversationsChannel, 'list', {
    params: () => ({ sort: 'updated' as const, limit: most }),
    refreshOn: 'rowsChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#list;
    const rows = state.status === 'ready' ? state.value.rows : [];
    return html`
      <h2>${text.of('recent')}</h2>
      ${state.status === 'ready' && rows.length === 0 ? html`<p>${text.of('noneYet')}</p>` : ''}
      <ul>${rows.map(row => {
        const {
          title,
          state: mark,
          end,
          isUnread,
          run,
        } = conversationLine(row, text.locale, undefined, () => this.view.run('conversations.open', { conversation: row.id }));
        const isHere = this.#here.value?.id === row.id;
        return html`<li><button class="${isHere ? 'on' : ''} ${isUnread ? 'unread' : ''}" aria-current=${isHere ? 'true' : 'false'} @click=${run}>
          ${mark === undefined ? html`<span class="mark"></span>` : html`<ui-state state=${mark}></ui-state>`}<span class="what" dir="auto" title=${title}>${title}</span><span class="end">${end}</span>
        </button></li>`;
      })}</ul>
    `;
  }
}
