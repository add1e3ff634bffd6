import { css, html } from 'lit';
import { base } from './base.ts';
import { choiceStyles } from './control-styles.ts';
import { Toggle } from './toggle.ts';

/** A switch that takes effect at once. Its label comes before it. */
export class UiSwitch extends Toggle {
  static override styles = [
    base,
    choiceStyles,
    css`
      input { width: 28px; height: 16px; border-radius: 8px; border: 1px solid var(--line-strong); }
      input::after { content: ""; position: absolute; inset-block-start: 2px; inset-inline-start: 2px; width: 10px; height: 10px; border-radius: 50%; background: var(--line-strong); transition: translate var(--fast), background var(--fast); }
      input:hover:not(:checked) { background: var(--hover); }
      input:checked { background: var(--text); border-color: var(--text); }
      input:checked::after { translate: 12px 0; background: var(--surface); }
      :host(:dir(rtl)) input:checked::after { translate: -12px 0; }
      input:focus-visible { outline-offset: 2px; }
      label { justify-content: space-between; gap: 12px; }
      @media (forced-colors: active) { input:checked { background: Highlight; border-color: Highlight; forced-color-adjust: none; } }
    `,
  ];

  override render() {
    return html`<label><span><slot></slot></span><span class="box">${this.control('switch')}</span></label>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-switch': UiSwitch;
  }
}
