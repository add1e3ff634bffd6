import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';

/** A word or a count beside what it describes. */
export class UiBadge extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: inline-flex; align-items: center; gap: 4px; flex: none; height: 18px; padding: 0 6px; border-radius: var(--r-4); background: var(--hover); font: 500 11px/18px var(--font); font-variant-numeric: tabular-nums; color: var(--text-2); white-space: nowrap; vertical-align: middle; --icon-size: 12px; }
      :host([round]) { justify-content: center; min-width: 18px; padding: 0 5px; border-radius: 9px; background: var(--selected); }
      :host([tone="ok"]) { background: var(--ok-soft); color: var(--ok-text); }
      :host([tone="warn"]) { background: var(--warn-soft); color: var(--warn-text); }
      :host([tone="danger"]) { background: var(--danger-soft); color: var(--danger-text); }
      :host([tone="accent"]) { background: var(--accent-soft); color: var(--accent-text); }
      @media (forced-colors: active) { :host { border: 1px solid; } }
    `,
  ];

  @property({ reflect: true }) tone: 'plain' | 'ok' | 'warn' | 'danger' | 'accent' = 'plain';
  /** For a count. */
  @property({ type: Boolean, reflect: true }) round = false;

  override render() {
    return html`<slot></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-badge': UiBadge;
  }
}
