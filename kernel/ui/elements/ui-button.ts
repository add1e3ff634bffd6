import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { Pressable } from './pressable.ts';

/** A button with a text. `accent` is for the one primary action. */
export class UiButton extends Pressable {
  static override styles = [
    base,
    css`
      :host { display: inline-flex; flex: none; max-width: 100%; vertical-align: middle; }
      button { display: inline-flex; align-items: center; justify-content: center; gap: 6px; flex: 1; min-width: 0; height: 28px; padding: 0 10px; border-radius: var(--r-6); font-weight: 500; white-space: nowrap; color: var(--text-2); transition: background var(--fast), color var(--fast); }
      :host([size="24"]) button { height: 24px; padding: 0 8px; font: 500 12px/16px var(--font); --icon-size: 14px; }
      :host([size="32"]) button { height: 32px; padding: 0 14px; }
      button:hover, button[aria-expanded="true"] { background: var(--hover); color: var(--text); }
      button:active { background: var(--selected); }
      :host([kind="line"]) button { background: var(--raised); box-shadow: inset 0 0 0 1px var(--line-strong); color: var(--text); }
      :host([kind="line"]) button:is(:hover, [aria-expanded="true"]) { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
      :host([kind="line"]) button:active { background: linear-gradient(var(--selected), var(--selected)), var(--raised); }
      :host([kind="line"]) ui-icon { color: var(--text-3); }
      :host([kind="accent"]) button { background: var(--accent); color: var(--on-accent); }
      :host([kind="accent"]) button:hover { background: var(--accent-hover); }
      :host([kind="solid"]) button { background: var(--text); color: var(--surface); }
      :host([kind="solid"]) button:hover { background: color-mix(in oklch, var(--text) 88%, var(--surface)); }
      :host([kind="danger"]) button { background: var(--raised); box-shadow: inset 0 0 0 1px var(--danger); color: var(--danger-text); }
      :host([kind="danger"]) button:hover { background: var(--danger-soft); }
      :host(:is([kind="accent"], [kind="solid"])) button:active { filter: brightness(0.92); }
      button[aria-pressed="true"] { background: var(--selected); color: var(--text); }
      button:disabled { opacity: 0.5; pointer-events: none; }
      ui-icon, ui-progress { margin-inline-start: -2px; }
      ui-progress { --arc: currentColor; }
      ui-kbd { color: inherit; opacity: 0.85; }
      :host(:not([kind])) ui-kbd, :host([kind="quiet"]) ui-kbd { color: var(--text-3); opacity: 1; }
      ::slotted(ui-state) { margin-inline-start: -2px; }
      @media (forced-colors: active) { button { border: 1px solid ButtonText; } button:disabled { opacity: 1; color: GrayText; border-color: GrayText; } }
    `,
  ];

  @property({ reflect: true }) kind: 'quiet' | 'line' | 'accent' | 'solid' | 'danger' = 'quiet';
  @property({ reflect: true }) size: '24' | '28' | '32' = '28';
  @property() icon = '';
  /** The keyboard shortcut of the same action, such as "Mod+Enter". */
  @property() kbd = '';

  override render() {
    const { icon, kbd, busy } = this;
    const mark = icon === '' ? html`<slot name="icon"></slot>` : html`<ui-icon name=${icon}></ui-icon>`;
    return this.button(html`
      ${busy ? html`<ui-progress kind="arc" aria-hidden="true"></ui-progress>` : mark}
      <span class="cut"><slot></slot></span>
      ${kbd === '' ? nothing : html`<ui-kbd keys=${kbd}></ui-kbd>`}
    `);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-button': UiButton;
  }
}
