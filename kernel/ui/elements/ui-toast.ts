import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base, emit } from './base.ts';
import { KitTexts } from './kit-texts.ts';

/** A short message with at most one action. Fires `ui-action` and `close`. */
export class UiToast extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; }
      div { display: flex; align-items: center; gap: 8px; min-height: 40px; padding-block: 5px; padding-inline: 12px 6px; border-radius: var(--r-8); background: var(--raised); box-shadow: var(--shadow-2); pointer-events: auto; opacity: 1; transition: opacity var(--slow), translate var(--slow); }
      @starting-style { div { opacity: 0; translate: 0 8px; } }
      .words { flex: 1; min-width: 0; margin-block: 4px; overflow-wrap: anywhere; text-wrap: pretty; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
      :host(:hover) .words, :host(:focus-within) .words { -webkit-line-clamp: none; }
      @media (forced-colors: active) { div { border: 1px solid; } }
    `,
  ];

  @property() kind: 'plain' | 'done' | 'failed' = 'plain';
  @property() text = '';
  /** The label of its action. */
  @property() action = '';

  readonly #texts = new KitTexts(this);

  override render() {
    const { kind, text, action } = this;
    return html`<div>
      ${kind === 'plain' ? nothing : html`<ui-state silent state=${kind}></ui-state>`}
      <span class="words">${text}</span>
      ${action === '' ? nothing : html`<ui-button kind="line" size="24" @click=${() => emit(this, 'ui-action')}>${action}</ui-button>`}
      <ui-icon-button size="24" icon="x" label=${this.#texts.text.close} @click=${this.#close}></ui-icon-button>
    </div>`;
  }

  #close(): void {
    this.dispatchEvent(new Event('close', { bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-toast': UiToast;
  }
}
