import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { base, emit } from './base.ts';

/** One action of a menu, or one of its choices. */
export class UiMenuItem extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: flex; align-items: center; gap: 8px; min-height: 28px; padding: 0 8px; border-radius: var(--r-4); color: var(--text); white-space: nowrap; cursor: default; outline: none; user-select: none; }
      :host(:focus) { background: var(--selected); }
      :host(:focus-visible) { outline: 2px solid var(--focus); outline-offset: -2px; }
      :host([disabled]) { color: var(--text-3); }
      :host([danger]) { color: var(--danger-text); }
      :host([danger]:focus) { background: var(--danger-soft); }
      ui-icon { color: var(--text-2); }
      :host([danger]) ui-icon { color: inherit; }
      :host([disabled]) ui-icon { color: inherit; }
      .words { flex: 1; padding-inline-end: 12px; }
      .meta { font: var(--t-12); color: var(--text-3); }
      :host(:focus) :is(.meta, ui-kbd) { color: var(--text-2); }
      .off { visibility: hidden; }
      @media (forced-colors: active) { :host(:focus) { background: Highlight; color: HighlightText; forced-color-adjust: none; } :host([disabled]) { color: GrayText; } }
    `,
  ];

  @property() value = '';
  @property() icon = '';
  @property() kbd = '';
  /** A secondary text at its end. */
  @property() meta = '';
  @property({ type: Boolean, reflect: true }) disabled = false;
  @property({ type: Boolean, reflect: true }) danger = false;
  /** For a choice: whether it is selected. */
  @property({ type: Boolean }) checked: boolean | undefined;
  /** For a choice: one of several that exclude each other. */
  @property({ type: Boolean }) radio = false;

  constructor() {
    super();
    this.addEventListener('click', () => this.#choose());
    this.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      this.#choose();
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.tabIndex = -1;
  }

  override willUpdate(_changed: PropertyValues): void {
    this.role = this.checked === undefined ? 'menuitem' : this.radio ? 'menuitemradio' : 'menuitemcheckbox';
    this.ariaChecked = this.checked === undefined ? null : String(this.checked);
    this.ariaDisabled = this.disabled ? 'true' : null;
  }

  override render() {
    const { icon, kbd, meta, checked } = this;
    return html`
      ${checked === undefined ? nothing : html`<ui-icon name="check" class=${checked ? '' : 'off'}></ui-icon>`}
      ${icon === '' ? nothing : html`<ui-icon name=${icon}></ui-icon>`}
      <slot name="icon"></slot>
      <span class="words cut"><slot></slot></span>
      ${meta === '' ? nothing : html`<span class="meta">${meta}</span>`}
      ${kbd === '' ? nothing : html`<ui-kbd keys=${kbd}></ui-kbd>`}
    `;
  }

  #choose(): void {
    if (!this.disabled) emit(this, 'ui-select', { value: this.value });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-menu-item': UiMenuItem;
  }
}
