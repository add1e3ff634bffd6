import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { base } from './base.ts';

/** A line of a list: icon or state, title, meta, and actions that appear on hover and on focus. */
export class UiRow extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; }
      .row { position: relative; display: flex; align-items: center; gap: 8px; min-height: 28px; padding: 0 8px; border-radius: var(--r-6); color: var(--text-2); white-space: nowrap; }
      .tall { gap: 10px; min-height: 48px; padding-block: 6px; }
      .words { flex: 1; min-width: 0; }
      .hit { display: block; max-width: 100%; border-radius: inherit; text-decoration: none; color: inherit; cursor: default; }
      .hit:focus-visible { outline: none; }
      .hit::after { content: ""; position: absolute; inset: 0; border-radius: var(--r-6); }
      .hit:focus-visible::after { outline: 2px solid var(--focus); outline-offset: -2px; }
      .title { display: block; }
      .tall .title { color: var(--text); font-weight: 500; }
      .detail { display: block; font: var(--t-12); color: var(--text-2); }
      .meta { font: var(--t-11); color: var(--text-3); font-variant-numeric: tabular-nums; }
      .acts { position: relative; display: none; align-items: center; gap: 2px; margin-inline-end: -6px; }
      .row:hover, :host-context([data-active]) .row { color: var(--text); }
      :host([button]) .row:hover, :host([href]) .row:hover { background: var(--hover); }
      :is(.row:hover, .row:focus-within, :host([show-actions]) .row) .acts { display: flex; }
      :host-context([data-active]) .acts { display: flex; }
      .acting:is(:hover, :focus-within) .meta, :host-context([data-active]) .acting .meta { display: none; }
      :host([current]) .row { background: var(--selected); color: var(--text); font-weight: 500; }
      :host([current]) .meta { color: var(--text-2); font-weight: 400; }
      :host([strong]) .title { color: var(--text); font-weight: 600; }
      :host([ink]) .row { color: var(--text); }
      @media (forced-colors: active) { :host([current]) .row { outline: 1px solid; outline-offset: -1px; } }
    `,
  ];

  @property() icon = '';
  @property() heading = '';
  /** A second line, which makes the row tall. */
  @property() detail = '';
  @property() meta = '';
  /** The whole row is a button that fires `click`. Not for a row inside `ui-list`. */
  @property({ type: Boolean, reflect: true }) button = false;
  /** The whole row is a link. */
  @property({ reflect: true }) href: string | undefined;
  /** The row whose content is shown now. */
  @property({ type: Boolean, reflect: true }) current = false;
  /** New, or unread. */
  @property({ type: Boolean, reflect: true }) strong = false;
  /** In the text colour of content, not of navigation. */
  @property({ type: Boolean, reflect: true }) ink = false;
  @state() private acting = false;

  override render() {
    const { icon, meta, detail } = this;
    return html`<div class="row ${detail === '' ? '' : 'tall'} ${this.acting ? 'acting' : ''}" part="row">
      <slot name="start">${icon === '' ? nothing : html`<ui-icon name=${icon}></ui-icon>`}</slot>
      <span class="words">${this.#title()}${detail === '' ? nothing : html`<span class="detail cut">${detail}</span>`}</span>
      <slot name="end"></slot>
      <span class="meta"><slot name="meta">${meta}</slot></span>
      <span class="acts"><slot name="actions" @slotchange=${this.#acts}></slot></span>
    </div>`;
  }

  #title() {
    const title = html`<span class="title cut"><slot name="heading">${this.heading}</slot></span>`;
    const current = this.current ? 'true' : nothing;
    if (this.href !== undefined) return html`<a class="hit" href=${ifDefined(this.href)} aria-current=${current}>${title}</a>`;
    return this.button ? html`<button class="hit" type="button" aria-current=${current}>${title}</button>` : title;
  }

  #acts(event: Event): void {
    this.acting = (event.target as HTMLSlotElement).assignedElements().length > 0;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-row': UiRow;
  }
}
