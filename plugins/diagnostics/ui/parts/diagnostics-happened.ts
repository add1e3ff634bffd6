import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { DiagnosticsChannel, type Happened } from '../../contract/index.ts';
import { partStyles } from '../part-styles.ts';
import { texts } from '../texts.ts';

/** What happened last that nobody asked for, what was lost by it and what can go on, and the minutes around it. */
export class DiagnosticsHappened extends LitElement {
  static override styles = [
    partStyles,
    css`
      .turns { padding: 4px; }
      ol { margin: 0; padding: 6px 12px; list-style: none; }
      li { display: flex; gap: 12px; padding-block: 2px; }
      time { flex: none; color: var(--text-2); font-variant-numeric: tabular-nums; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #happened = new Query(this, () => this.view, DiagnosticsChannel, 'happened', {
    params: () => ({}),
    refreshOn: 'happenedChanged',
  });

  override render() {
    const { state } = this.#happened;
    if (state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.error.in(this.#text.locale)}</ui-alert>`;
    const { headline, isQuiet, lost, turns, lines } = state.value;
    return html`
      <ui-alert kind=${isQuiet ? 'info' : 'warn'} heading=${headline}>${lost.map(sentence => html`<div>${sentence}</div>`)}</ui-alert>
      ${this.#part('happenedTurns', turns.length, html`<div class="card turns">${turns.map(turn => this.#turn(turn))}</div>`)}
      ${this.#part('happenedLines', lines.length, html`<ol class="card">${lines.map(({ time, text }) => html`<li><time>${time}</time>${text}</li>`)}</ol>`)}
    `;
  }

  #part(title: 'happenedTurns' | 'happenedLines', count: number, content: unknown) {
    return count === 0 ? nothing : html`<div class="head"><h2>${this.#text.of(title)}</h2></div>${content}`;
  }

  #turn({ conversation, title }: Happened['turns'][number]) {
    const open = () => this.view.run('conversations.open', { conversation });
    return html`<ui-row button ink icon="message-square" heading=${title} @click=${open}><ui-icon slot="end" name="chevron-right"></ui-icon></ui-row>`;
  }
}
