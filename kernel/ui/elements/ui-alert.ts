import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';

/** A message about one part of the page, with its actions. */
export class UiAlert extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; }
      .alert { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 4px 8px; padding-block: 9px; padding-inline: 11px 8px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
      .mark { display: flex; padding-block-start: 2px; }
      .info { color: var(--text-2); }
      .warn { color: var(--warn); }
      .words { flex: 1 1 240px; min-width: 0; overflow-wrap: anywhere; text-wrap: pretty; }
      b { display: block; font-weight: 600; }
      .text { color: var(--text-2); }
      :host([kind="warn"]) b { color: var(--warn-text); }
      .acts { display: flex; flex-wrap: wrap; gap: 2px; align-self: center; margin-inline-start: auto; }
    `,
  ];

  @property({ reflect: true }) kind: 'info' | 'warn' | 'danger' = 'info';
  @property() heading = '';

  override render() {
    const { kind, heading } = this;
    const icon = kind === 'warn' ? 'triangle-alert' : 'info';
    const mark =
      kind === 'danger' ? html`<ui-state silent state="failed"></ui-state>` : html`<ui-icon class=${kind} name=${icon}></ui-icon>`;
    return html`<div class="alert" role=${kind === 'info' ? 'status' : 'alert'}>
      <span class="mark">${mark}</span>
      <div class="words">${heading === '' ? nothing : html`<b>${heading}</b>`}<div class="text"><slot></slot></div></div>
      <div class="acts"><slot name="actions"></slot></div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-alert': UiAlert;
  }
}
