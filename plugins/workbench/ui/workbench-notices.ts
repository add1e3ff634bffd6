import { KernelChannel } from '@atelier/kernel';
import { Contributed, dateText, Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { type Badge, Badges } from '../contract/index.ts';
import { wordsOf } from './badge.ts';
import { texts } from './texts.ts';

/** Badges that stand in the status line, and the kernel's notices of this run, in a popover. */
export class WorkbenchNotices extends LitElement {
  static override styles = css`
    :host { display: inline-flex; }
    button { display: inline-flex; align-items: center; gap: 5px; height: 23px; padding: 0 6px; border: 0; background: none; color: inherit; font: inherit; border-radius: var(--r-4); }
    button:hover { background: var(--hover); color: var(--text); }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    ui-icon { --icon: 12px; }
    ul { display: grid; gap: 8px; margin: 0; padding: 8px; list-style: none; inline-size: min(360px, 90vw); white-space: normal; font: var(--t-13); }
    li { display: grid; gap: 2px; text-wrap: pretty; }
    time { font: var(--t-11); color: var(--text-3); }
    p { margin: 0; padding: 8px 12px; color: var(--text-2); font: var(--t-13); }
  `;

  @property({ attribute: false }) view!: ViewHost;

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
      ${this.#badges.items.map(({ value }) => value.status && html`<button @click=${() => this.view.connect(WindowChannel).call('open', { view: value.view })}>${wordsOf(value, this.#text.locale)}</button>`)}
      <button id="bell" popovertarget="list" aria-label=${label} title=${label}><ui-icon name="bell"></ui-icon>${notices.length || ''}</button>
      <div id="list" popover style="position-anchor: auto; position-area: block-start span-inline-start; inset: auto; margin: 4px 0; border: 0; padding: 4px; border-radius: var(--r-8); background: var(--raised); color: var(--text); box-shadow: var(--shadow-2)">
        ${
          notices.length === 0
            ? html`<p>${this.#text.of('noNotices')}</p>`
            : html`<ul>${notices.map(({ message, at, command }) => html`<li>${message}<time datetime=${new Date(at).toISOString()}>${dateText(this.#text.locale, at, { timeStyle: 'short' })}</time>${command && html`<button style="justify-self:start;padding:0;text-decoration:underline" popovertarget="list" @click=${() => this.view.run(command)}>${this.#text.of('show')}</button>`}</li>`)}</ul>`
        }
      </div>
    `;
  }
}
