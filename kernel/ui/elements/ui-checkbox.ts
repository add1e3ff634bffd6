import { css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { choiceStyles } from './control-styles.ts';
import { Toggle } from './toggle.ts';

/** A checkbox. */
export class UiCheckbox extends Toggle {
  static override styles = [
    base,
    choiceStyles,
    css`
      input { width: 16px; height: 16px; border: 1px solid var(--line-strong); border-radius: var(--r-4); background: var(--raised); }
      input:hover { border-color: var(--text-2); }
      input:is(:checked, :indeterminate) { background: var(--text); border-color: var(--text); }
      :host([invalid]) input { border-color: var(--danger); }
      .sign { --icon-size: 12px; --stroke: 3; color: var(--surface); opacity: 0; }
      input:is(:checked, :indeterminate) + .sign { opacity: 1; }
      @media (forced-colors: active) { input:is(:checked, :indeterminate) { background: Highlight; border-color: Highlight; forced-color-adjust: none; } }
    `,
  ];

  /** Some of the items it represents are checked. */
  @property({ type: Boolean, reflect: true }) indeterminate = false;
  /** A second line, quieter. */
  @property() hint = '';

  override render() {
    const sign = this.indeterminate ? 'minus' : 'check';
    return html`<label><span class="box">${this.control(undefined, this.indeterminate)}<ui-icon class="sign" name=${sign}></ui-icon></span><span><slot></slot>${this.hint === '' ? '' : html`<small>${this.hint}</small>`}</span></label>`;
  }

  protected override toggled(): void {
    this.indeterminate = false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-checkbox': UiCheckbox;
  }
}
