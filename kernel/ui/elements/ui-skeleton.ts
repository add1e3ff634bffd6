import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { KitTexts } from './kit-texts.ts';

/** A placeholder in the shape of content that is still loading. */
export class UiSkeleton extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; }
      .line { display: flex; align-items: center; gap: 8px; height: 20px; animation: breathe 1.6s ease-in-out infinite alternate; }
      .line i { flex: none; width: 16px; height: 16px; border-radius: var(--r-4); background: var(--selected); }
      .line b { flex: 0 1 auto; height: 8px; width: 84%; border-radius: 4px; background: var(--selected); }
      .line:nth-child(3n + 2) b { width: 96%; }
      .line:nth-child(3n) b { width: 61%; }
      :host([kind="rows"]) .line { height: 28px; padding-inline: 8px; }
      :host([kind="block"]) .line { height: 96px; border-radius: var(--r-8); background: var(--selected); }
      @keyframes breathe { from { opacity: 1; } to { opacity: 0.55; } }
      @media (forced-colors: active) { .line b, .line i { border: 1px solid; } }
    `,
  ];

  @property({ reflect: true }) kind: 'text' | 'rows' | 'block' = 'text';
  @property({ type: Number }) lines = 3;

  readonly #texts = new KitTexts(this);

  override render() {
    const { kind } = this;
    const line = html`<div class="line">${kind === 'rows' ? html`<i></i>` : ''}${kind === 'block' ? '' : html`<b></b>`}</div>`;
    const shown = Array.from({ length: kind === 'block' ? 1 : this.lines }, () => line);
    return html`<div role="status"><span class="unseen">${this.#texts.text.loading}</span><div aria-hidden="true">${shown}</div></div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-skeleton': UiSkeleton;
  }
}
