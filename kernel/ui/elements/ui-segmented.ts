import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { ChoiceGroup } from './choice-group.ts';

/** A choice of two or three, side by side. */
export class UiSegmented extends ChoiceGroup {
  static override styles = [
    base,
    css`
      :host { display: inline-block; min-width: 0; }
      :host([wide]) { display: block; }
      [role="radiogroup"] { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; padding: 2px; border-radius: var(--r-6); background: var(--hover); box-shadow: inset 0 0 0 1px var(--line); }
      label { position: relative; display: grid; min-width: 0; }
      input { appearance: none; position: absolute; inset: 0; border-radius: var(--r-4); }
      span { display: flex; align-items: center; justify-content: center; gap: 6px; height: 24px; padding: 0 10px; border-radius: var(--r-4); font: 500 12px/24px var(--font); color: var(--text-2); pointer-events: none; --icon-size: 14px; z-index: 0; transition: background var(--fast); }
      input:hover + span { color: var(--text); }
      input:checked + span { background: var(--thumb); color: var(--text); box-shadow: var(--shadow-1); }
      input:focus-visible { z-index: 1; }
      :host(:disabled) span { opacity: 0.5; }
      @media (forced-colors: active) { input:checked + span { background: Highlight; color: HighlightText; forced-color-adjust: none; } }
    `,
  ];

  /** As wide as its container. */
  @property({ type: Boolean, reflect: true }) wide = false;

  override render() {
    return this.group(
      ({ label, icon }) =>
        html`<span>${icon === undefined ? nothing : html`<ui-icon name=${icon}></ui-icon>`}<b class="cut" style="font:inherit">${label}</b></span>`,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-segmented': UiSegmented;
  }
}
