import { css, html, LitElement, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { base } from './base.ts';
import { dialogStyles } from './dialog-styles.ts';
import { KitTexts } from './kit-texts.ts';

/** A modal dialog. Fires `close`; `returnValue` is the argument of `close`. The primary action comes last. */
export class UiDialog extends LitElement {
  static override styles = [
    base,
    dialogStyles,
    css`
      dialog { width: min(560px, 100vw - 32px); max-height: min(720px, 100dvh - 48px); margin: auto; border-radius: var(--r-12); opacity: 1; transition: opacity var(--fast), translate var(--fast); }
      :host([size="small"]) dialog { width: min(420px, 100vw - 32px); }
      :host([size="large"]) dialog { width: min(760px, 100vw - 32px); }
      @starting-style { dialog[open] { opacity: 0; translate: 0 4px; } }
    `,
  ];

  @property({ type: Boolean, reflect: true }) open = false;
  @property() heading = '';
  /** A quieter line under the heading. */
  @property() meta = '';
  @property({ reflect: true }) size: 'small' | 'medium' | 'large' = 'medium';
  /** Only its own actions close it, not Escape and not a click outside. */
  @property({ type: Boolean }) persistent = false;
  /** The argument of `close`; empty where it was dismissed. */
  returnValue = '';
  @state() private hasFooter = false;

  readonly #texts = new KitTexts(this);

  show(): void {
    this.open = true;
  }

  close(value = ''): void {
    this.returnValue = value;
    this.open = false;
  }

  override updated(changed: PropertyValues<this>): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog === null || !changed.has('open') || dialog.open === this.open) return;
    if (!this.open) return dialog.close();
    this.returnValue = '';
    dialog.showModal();
    // Not the first control, which is the cross.
    const first = this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>('ui-input, ui-textarea, ui-search');
    dialog.focus();
    // An element that has not rendered yet contains nothing focusable.
    if (first !== null) void Promise.resolve((first as Partial<LitElement>).updateComplete).then(() => first.focus());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.open = false;
  }

  override render() {
    return html`<dialog
      tabindex="-1"
      aria-labelledby="heading"
      closedby=${this.persistent ? 'none' : 'any'}
      @close=${this.#closed}
      @cancel=${this.#cancel}
    >
      <header>
        <div class="title"><h2 id="heading">${this.heading}</h2>${this.meta === '' ? '' : html`<div class="meta">${this.meta}</div>`}</div>
        <slot name="header"></slot>
        ${this.persistent ? '' : html`<ui-icon-button icon="x" label=${this.#texts.text.close} @click=${() => this.close()}></ui-icon-button>`}
      </header>
      <div class="body"><slot></slot></div>
      <footer ?hidden=${!this.hasFooter}><div class="grow"><slot name="footer"></slot></div><slot name="actions" @slotchange=${this.#footed}></slot></footer>
    </dialog>`;
  }

  #footed(event: Event): void {
    this.hasFooter = (event.target as HTMLSlotElement).assignedElements().length > 0;
  }

  #cancel(event: Event): void {
    if (event.target === event.currentTarget && this.persistent) event.preventDefault();
  }

  #closed(event: Event): void {
    if (event.target !== event.currentTarget) return;
    event.stopPropagation();
    this.open = false;
    this.dispatchEvent(new Event('close', { bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-dialog': UiDialog;
  }
}
