import { type AppError, KernelChannel, type KernelShape } from '@atelier/kernel';
import { Contributed, dateText, Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Badge, Badges } from '../contract/index.ts';
import { wordsOf } from './badge.ts';
import { rowStyles } from './row-styles.ts';
import { texts } from './texts.ts';

type Notice = KernelShape['calls']['listNotices']['result'][number];

/** Badges that stand in the status line, and the kernel's notices, the newest first, in a popover. */
export class WorkbenchNotices extends LitElement {
  static override styles = [
    rowStyles,
    css`
    :host { display: inline-flex; }
    :host([inRow]) { display: block; }
    button:not(.row) { display: inline-flex; align-items: center; gap: 5px; height: 23px; padding: 0 6px; border-radius: var(--r-4); }
    button:not(.row):hover { background: var(--hover); color: var(--text); }
    :host(:not([inRow])) ui-icon { --icon: 12px; }
    #list { position-anchor: auto; position-area: block-start span-inline-start; inset: auto; margin: 4px 0; border: 0; padding: 4px; border-radius: var(--r-8); background: var(--raised); color: var(--text); box-shadow: var(--shadow-2); }
    :host([inRow]) #list { position-area: none; inset: 0; margin: auto; }
    button.show { justify-self: start; padding: 0; text-decoration: underline; }
    ul { display: grid; gap: 8px; margin: 0; padding: 8px; list-style: none; inline-size: min(360px, 90vw); white-space: normal; font: var(--t-13); }
    li { display: grid; gap: 2px; text-wrap: pretty; }
    time { font: var(--t-11); color: var(--text-3); }
    ul { max-block-size: 60vh; overflow-y: auto; }
    #dismiss { display: block; margin: 0 4px 4px; }
    p { margin: 0; padding: 8px 12px; color: var(--text-2); font: var(--t-13); }
  `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** As a row of the sidebar, without badges. */
  @property({ type: Boolean, reflect: true }) inRow = false;

  @state() private problem: string | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #badges = new Contributed<Badge>(this, () => this.view, Badges.key);
  readonly #notices = new Query(this, () => this.view, KernelChannel, 'listNotices', {
    params: () => ({}),
    refreshOn: 'noticesChanged',
  });

  override render() {
    const { state } = this.#notices;
    const notices = state.status === 'ready' ? state.value : [];
    const label = notices.length === 0 ? this.#text.of('notices') : this.#text.count('notices', notices.length);
    return html`
      ${this.#badges.items.map(({ value }) => (this.inRow ? nothing : value.status && html`<button @click=${() => this.view.connect(WindowChannel).call('open', { view: value.view })}>${wordsOf(value, this.#text.locale)}</button>`))}
      ${
        this.inRow
          ? html`<button id="bell" class="row" popovertarget="list"><ui-icon name="bell"></ui-icon><span class="what">${this.#text.of('notices')}</span><span class="end">${notices.length || ''}</span></button>`
          : html`<button id="bell" popovertarget="list" aria-label=${label} title=${label}><ui-icon name="bell"></ui-icon>${notices.length || ''}</button>`
      }
      <div id="list" popover>
        ${
          notices.length === 0
            ? html`<p>${this.#text.of('noNotices')}</p>`
            : html`<ul>${notices.toReversed().map(notice => this.#notice(notice))}</ul>
 ${this.problem === undefined ? nothing : html`<p role="alert">${this.problem}</p>`}
              <ui-button id="dismiss" kind="line" size="24" @click=${() => this.#dismiss(notices)}>${this.#text.of('dismissNotices')}</ui-button>`
        }
      </div>
    `;
  }

  #notice({ message, at, command, args }: Notice) {
    const isToday = new Date(at).toDateString() === new Date().toDateString();
    const time = dateText(this.#text.locale, at, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) });
    return html`<li>${message}<time datetime=${new Date(at).toISOString()}>${time}</time>${command && html`<button class="show" popovertarget="list" @click=${() => this.view.run(command, args)}>${this.#text.of('show')}</button>`}</li>`;
  }

  async #dismiss(notices: readonly Notice[]): Promise<void> {
    const ids = notices.map(({ id }) => id);
    const failed = (error: AppError) => error.in(this.#text.locale);
    this.problem = await this.view
      .connect(KernelChannel)
      .call('dismissNotices', { ids })
      .then(() => undefined, failed);
  }
}
