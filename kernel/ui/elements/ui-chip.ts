import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base, emit } from './base.ts';
import { KitTexts } from './kit-texts.ts';
import { Pressable } from './pressable.ts';
import { Tip } from './tip.ts';

/** A small choice, filter or attachment. */
export class UiChip extends Pressable {
  static override styles = [
    base,
    css`
      :host { display: inline-flex; max-width: 100%; vertical-align: middle; border-radius: var(--r-4); box-shadow: inset 0 0 0 1px var(--line); --icon-size: 14px; }
      :host([plain]) { box-shadow: none; }
      button { display: inline-flex; align-items: center; gap: 6px; flex: 1; min-width: 0; height: 24px; padding: 0 8px; border-radius: inherit; font: 500 12px/16px var(--font); color: var(--text-2); white-space: nowrap; transition: background var(--fast), color var(--fast); }
      button:hover, button[aria-expanded="true"] { background: var(--hover); color: var(--text); }
      button[aria-pressed="true"] { background: var(--selected); color: var(--text); }
      :host(:has(button[aria-pressed="true"])) { box-shadow: none; }
      ui-icon:first-child { margin-inline-start: -2px; }
      .down { --icon-size: 12px; color: var(--text-3); margin-inline: -2px -3px; }
      .static { display: inline-flex; align-items: center; gap: 6px; min-width: 0; height: 28px; padding-inline-start: 8px; font: var(--t-12); color: var(--text-2); white-space: nowrap; }
      :host([removable]) { border-radius: var(--r-6); align-items: center; }
      ui-icon-button { margin-inline: 2px; }
      button:disabled { opacity: 0.5; }
      @media (forced-colors: active) { button[aria-pressed="true"] { border: 1px solid; } }
    `,
  ];

  @property() icon = '';
  /** Its accessible name, where its text is not enough. */
  @property() label = '';
  /** The text of its tooltip. */
  @property() tip = '';
  /** Without a border. */
  @property({ type: Boolean, reflect: true }) plain = false;
  /** It opens something. */
  @property({ type: Boolean }) opens = false;
  /** It can be removed: a cross beside it fires `ui-remove`. */
  @property({ type: Boolean, reflect: true }) removable = false;

  readonly #texts = new KitTexts(this);

  constructor() {
    super();
    new Tip(this, () => (this.expanded === true ? '' : this.tip));
  }

  override render() {
    const { icon } = this;
    const content = html`${icon === '' ? nothing : html`<ui-icon name=${icon}></ui-icon>`}<slot name="icon"></slot><span class="cut"><slot></slot></span>`;
    if (!this.removable)
      return this.button(
        html`${content}${this.opens ? html`<ui-icon class="down" name="chevron-down"></ui-icon>` : nothing}`,
        this.label || undefined,
      );
    const label = `${this.#texts.text.remove} ${this.textContent.trim()}`;
    return html`<span class="static">${content}</span><ui-icon-button size="24" icon="x" label=${label} @click=${this.#remove}></ui-icon-button>`;
  }

  #remove(event: Event): void {
    event.stopPropagation();
    emit(this, 'ui-remove');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-chip': UiChip;
  }
}
