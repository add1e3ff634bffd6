import { focusedElement, Slice } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { styleMap } from 'lit/directives/style-map.js';
import { words } from '../text.ts';
import { theWindow } from '../window/current.ts';
import type { ShownView } from '../window/views.ts';
import { holdFocus } from './hold-focus.ts';

/** Shows a view as a modal dialog with its title, or as the palette without one. */
export class ViewDialog extends LitElement {
  static override styles = css`
    *, *::before { box-sizing: border-box; }
    dialog { display: flex; flex-direction: column; padding: 0; border: 0; color: var(--text); background: var(--raised); border-radius: var(--r-12); box-shadow: var(--shadow-2); overflow: hidden; max-height: min(88vh, 760px); width: min(var(--width, 560px), 100vw - 24px); }
    dialog::backdrop { background: var(--scrim); }
    dialog.palette { margin-block-start: min(54px, 8vh); width: min(640px, 100vw - 24px); max-height: min(460px, 100vh - 80px); }
    .head { display: flex; align-items: center; gap: 8px; padding-block: 12px 8px; padding-inline: 20px 12px; }
    h2 { flex: 1; margin: 0; font: 600 16px/24px var(--font); letter-spacing: -0.008em; }
    .body { display: flex; flex-direction: column; min-height: 0; overflow: auto; }
    view-outlet { display: contents; }
    .body view-mount { flex: 0 1 auto; min-height: 0; }
    .palette .body { overflow: hidden; }
    @media (prefers-reduced-motion: no-preference) {
      dialog { animation: rise var(--fast); }
      @keyframes rise { from { opacity: 0; transform: translateY(4px); } }
    }
    @media (forced-colors: active) { dialog { border: 1px solid CanvasText; } }
  `;

  @property({ attribute: false }) shown!: ShownView;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');

  readonly #open = new AbortController();
  /** What was typed before the palette's field was there. */
  #typed = '';
  #previousFocus: HTMLOrSVGElement | undefined;

  override firstUpdated(): void {
    this.#previousFocus = focusedElement();
    this.#dialog.showModal();
    // A button that has not rendered yet cannot take the focus.
    const close = this.renderRoot.querySelector('ui-icon-button');
    void close?.updateComplete.then(() => close.focus());
    holdFocus(() => close ?? this.#dialog, this.#open.signal);
    if (this.shown.slot === 'palette') this.#keepTyped();
  }

  /** The browser restores the focus when a dialog is closed, but not when it is removed from the page. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#open.abort();
    if (focusedElement() === undefined) this.#previousFocus?.focus();
  }

  override render() {
    const { id, slot, title, width } = this.shown;
    const isPalette = slot === 'palette';
    const text = words(this.#locale.value);
    return html`
      <dialog class=${slot} style=${styleMap({ '--width': width === undefined ? undefined : `${width}px` })} aria-label=${title} @close=${this.#onClose} @mousedown=${this.#onBackdropPress}>
        ${isPalette ? '' : html`<div class="head"><h2>${title}</h2><ui-icon-button icon="x" label=${text.close} @click=${() => this.#dialog.close()}></ui-icon-button></div>`}
        <div class="body"><view-outlet slotName=${slot} view=${id}></view-outlet></div>
      </dialog>
    `;
  }

  #keepTyped(): void {
    const options = { signal: this.#open.signal };
    this.#dialog.addEventListener('keydown', event => this.#keep(event), options);
    this.#dialog.addEventListener('focusin', event => this.#give(event), options);
  }

  #keep({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    if (target === this.#dialog && key.length === 1 && !ctrlKey && !metaKey && !altKey) this.#typed += key;
  }

  /** Into the field, as if it were typed now. */
  #give(event: Event): void {
    const field = event.composedPath()[0];
    if (!this.#typed || !(field instanceof HTMLInputElement)) return;
    field.setRangeText(this.#typed, 0, 0, 'end');
    this.#typed = '';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!;
  }

  #onClose() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  /** A click outside closes the palette, but not a dialog. */
  #onBackdropPress(event: MouseEvent) {
    if (this.shown.slot === 'palette' && event.target === this.#dialog) this.#dialog.close();
  }
}
