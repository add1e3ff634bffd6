import { focusedElement } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** Shows a region that has no room beside the main view, as a modal drawer. Fires `close`. */
export class SideDrawer extends LitElement {
  static override styles = css`
    dialog { box-sizing: border-box; position: fixed; inset-block: 0; inset-inline: 0 auto; width: min(320px, 100% - 48px); height: 100%; max-width: none; max-height: none; margin: 0; padding: 0; border: 0; outline: 0; overflow: hidden; background: var(--bg); color: var(--text); box-shadow: var(--shadow-2); }
    :host([end]) dialog { inset-inline: auto 0; width: min(480px, 100%); }
    dialog::backdrop { background: var(--scrim); }
    @media (prefers-reduced-motion: no-preference) {
      dialog { animation: come var(--slow); }
      @keyframes come { from { translate: var(--from, -16px) 0; opacity: 0; } }
      :host([end]) dialog, dialog:dir(rtl) { --from: 16px; }
    }
    @media (forced-colors: active) { dialog { border: 1px solid CanvasText; } }
  `;

  /** Opens at the inline end. */
  @property({ type: Boolean, reflect: true }) end = false;
  @property() label = '';
  #previousFocus: HTMLOrSVGElement | undefined;

  override firstUpdated(): void {
    this.#previousFocus = focusedElement();
    this.#dialog.showModal();
  }

  /** The browser restores the focus when a dialog is closed, but not when it is removed from the page. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (focusedElement() === undefined) this.#previousFocus?.focus();
  }

  override render() {
    return html`<dialog aria-label=${this.label} @close=${this.#onClose} @click=${this.#onBackdropClick}><slot></slot></dialog>`;
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!;
  }

  #onClose() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  #onBackdropClick(event: MouseEvent) {
    if (event.target === this.#dialog) this.#dialog.close();
  }
}
