import { css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { Pressable } from './pressable.ts';
import { Tip } from './tip.ts';

/** A button that is only an icon; its label is its accessible name and its tooltip. */
export class UiIconButton extends Pressable {
  static override styles = [
    base,
    css`
      :host { display: inline-flex; flex: none; vertical-align: middle; }
      button { display: grid; place-items: center; width: 28px; height: 28px; border-radius: var(--r-6); color: var(--text-2); transition: background var(--fast), color var(--fast); }
      :host([size="24"]) button { width: 24px; height: 24px; border-radius: var(--r-4); --icon-size: 14px; }
      :host([size="32"]) button { width: 32px; height: 32px; }
      button:hover, button[aria-expanded="true"] { background: var(--hover); color: var(--text); }
      button:active, button[aria-pressed="true"] { background: var(--selected); color: var(--text); }
      :host([box]) button { background: var(--raised); box-shadow: inset 0 0 0 1px var(--line-strong); }
      :host([box]) button:hover { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
      :host([solid]) button { background: var(--text); color: var(--surface); }
      button:disabled { color: var(--text-3); opacity: 0.55; pointer-events: none; }
      @media (forced-colors: active) { button:disabled { opacity: 1; color: GrayText; } button[aria-pressed="true"] { border: 1px solid; } }
    `,
  ];

  @property() icon = '';
  /** Its accessible name and its tooltip. */
  @property() label = '';
  /** Another text for the tip, such as the label with its keys. */
  @property() tip = '';
  @property({ reflect: true }) size: '24' | '28' | '32' = '28';
  /** With a border, for a button outside of a row of buttons. */
  @property({ type: Boolean, reflect: true }) box = false;
  /** In the text colour, for the primary action of its place. */
  @property({ type: Boolean, reflect: true }) solid = false;
  /** Its icon is filled, as the star of a favourite. */
  @property({ type: Boolean }) filled = false;

  constructor() {
    super();
    new Tip(this, () => (this.expanded === true ? '' : this.tip || this.label));
  }

  override render() {
    const mark = this.busy
      ? html`<ui-progress kind="arc" aria-hidden="true"></ui-progress>`
      : html`<ui-icon name=${this.icon} ?filled=${this.filled}></ui-icon>`;
    return this.button(html`${mark}<slot></slot>`, this.label);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-icon-button': UiIconButton;
  }
}
