import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base, emit } from './base.ts';

/** A part of a page or a sidebar: its title, its actions and its content. */
export class UiSection extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; }
      header { display: flex; align-items: center; gap: 8px; min-height: 28px; }
      h2 { display: flex; align-items: center; gap: 6px; flex: 1; min-width: 0; margin: 0; font: 600 13px/20px var(--font); }
      :host([quiet]) header { padding-inline: 8px 2px; }
      :host([quiet]) h2 { font: 500 11px/16px var(--font); color: var(--text-3); }
      .count { font-weight: 400; color: var(--text-3); font-variant-numeric: tabular-nums; }
      .meta { font: var(--t-12); color: var(--text-2); }
      .acts { display: flex; align-items: center; gap: 2px; }
      button { display: flex; align-items: center; gap: 4px; min-width: 0; min-height: 24px; border-radius: var(--r-4); margin-inline-start: -4px; padding-inline: 2px 6px; --icon-size: 14px; }
      button:hover { background: var(--hover); }
      ui-icon { color: var(--text-3); transition: rotate var(--fast); }
      :host([open]) ui-icon { rotate: 90deg; }
      :host([open]:dir(rtl)) ui-icon { rotate: -90deg; }
    `,
  ];

  @property() heading = '';
  @property() count = '';
  @property() meta = '';
  /** With a small title in the third text colour, for a page of many sections. */
  @property({ type: Boolean, reflect: true }) quiet = false;
  /** Its content can be folded. Fires `ui-toggle`. */
  @property({ type: Boolean }) folding = false;
  @property({ type: Boolean, reflect: true }) open = true;
  @property({ type: Number }) level = 2;

  override render() {
    const { heading, count, meta, folding, open } = this;
    const title = html`<span class="cut">${heading}</span>${count === '' ? nothing : html`<span class="count">${count}</span>`}`;
    return html`
      <header>
        <h2 aria-level=${this.level}>${folding ? html`<button type="button" aria-expanded=${open ? 'true' : 'false'} @click=${this.#fold}><ui-icon name="chevron-right"></ui-icon>${title}</button>` : title}</h2>
        ${meta === '' ? nothing : html`<span class="meta">${meta}</span>`}
        <span class="acts"><slot name="actions"></slot></span>
      </header>
      ${folding && !open ? nothing : html`<slot></slot>`}
    `;
  }

  #fold(): void {
    this.open = !this.open;
    emit(this, 'ui-toggle', { open: this.open });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-section': UiSection;
  }
}
