import { dateText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { DiagnosticsChannel, type Happened } from '../../contract/index.ts';
import { partStyles } from '../part-styles.ts';
import { texts } from '../texts.ts';

/** What happened last that nobody asked for: what was lost by it, what can go on, and the minutes around it. */
export class DiagnosticsHappened extends LitElement {
  static override styles = [
    partStyles,
    css`
      .headline { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 0 12px; }
      .headline b { font: 600 13px/20px var(--font); text-wrap: pretty; }
      .headline ui-state { margin-block-start: 2px; }
      .lost { padding: 8px 12px; color: var(--text); font: var(--t-13); }
      .lost p { max-inline-size: 64ch; color: inherit; font: inherit; }
      .turns { padding: 4px; }
      ol { margin: 0; padding: 4px 0; list-style: none; }
      li { display: grid; grid-template-columns: minmax(64px, max-content) minmax(0, 1fr); gap: 0 12px; padding: 4px 12px; }
      time { font: var(--t-12); line-height: 20px; color: var(--text-2); font-variant-numeric: tabular-nums; }
      li span { overflow-wrap: anywhere; text-wrap: pretty; user-select: text; }
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
    return this.#page(state.value);
  }

  #page({ headline, isQuiet, lost, turns, lines }: Happened) {
    const text = this.#text;
    return html`
      <div class="headline" role="status"><ui-state silent state=${isQuiet ? 'done' : 'needs'}></ui-state><b>${headline}</b></div>
      ${
        lost.length === 0
          ? nothing
          : html`<div class="head"><h2>${text.of('happenedLost')}</h2></div>
              <div class="card lost">${lost.map(sentence => html`<p>${sentence}</p>`)}</div>`
      }
      ${
        turns.length === 0
          ? nothing
          : html`<div class="head"><h2>${text.of('happenedTurns')}</h2></div>
              <div class="card turns">${turns.map(
                ({ conversation, title }) =>
                  html`<ui-row button ink icon="message-square" heading=${title} @click=${() => this.view.run('conversations.open', { conversation })}></ui-row>`,
              )}</div>`
      }
      ${
        lines.length === 0
          ? nothing
          : html`<div class="head"><h2>${text.of('happenedLines')}</h2></div>
              <ol class="card">${lines.map(line => this.#line(line))}</ol>`
      }
    `;
  }

  #line({ at, text }: Happened['lines'][number]) {
    const isToday = new Date(at).toDateString() === new Date().toDateString();
    const shown = dateText(this.#text.locale, at, isToday ? { timeStyle: 'medium' } : { dateStyle: 'short', timeStyle: 'medium' });
    return html`<li><time datetime=${new Date(at).toISOString()}>${shown}</time><span>${text}</span></li>`;
  }
}
