import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { base, floating } from './base.ts';
import { Opener } from './opener.ts';

/** A popover with any content, beside the element that opened it. */
export class UiPopover extends LitElement {
  static override styles = [
    base,
    floating,
    css`
      :host { display: inline-flex; min-width: 0; vertical-align: middle; }
      [popover] { padding: 12px; }
      :host([flush]) [popover] { padding: 0; }
    `,
  ];

  /** Its accessible name. */
  @property() label = '';
  /** Without padding. */
  @property({ type: Boolean, reflect: true }) flush = false;

  readonly #opener = new Opener(this, 'dialog');

  /** Opens it beside its trigger, or beside another element. */
  show(anchor?: HTMLElement): void {
    this.#opener.show(anchor);
    this.querySelector<HTMLElement>('[autofocus]')?.focus();
  }

  close(): void {
    this.#opener.hide();
  }

  override render() {
    return html`
      <slot name="trigger" @slotchange=${this.#opener.onSlot} @click=${() => (this.#opener.open ? this.close() : this.show())}></slot>
      <div popover role="dialog" aria-label=${this.label} @beforetoggle=${this.#opener.onBeforeToggle} @toggle=${this.#opener.onToggle}><slot></slot></div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-popover': UiPopover;
  }
}
