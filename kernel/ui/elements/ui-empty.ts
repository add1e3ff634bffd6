import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';

/** An empty state: one sentence, one action. */
export class UiEmpty extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: grid; place-items: center; min-height: 160px; padding: 24px 16px; }
      div { display: grid; justify-items: center; gap: 12px; max-width: 44ch; text-align: center; }
      ui-icon { --icon-size: 20px; --stroke: 1.5; color: var(--text-3); }
      p { margin: 0; font: var(--t-14); color: var(--text-2); text-wrap: balance; }
    `,
  ];

  @property() icon = '';
  @property() text = '';

  override render() {
    return html`<div>${this.icon === '' ? nothing : html`<ui-icon name=${this.icon}></ui-icon>`}<p>${this.text}</p><slot></slot></div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-empty': UiEmpty;
  }
}
