import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { styleMap } from 'lit/directives/style-map.js';
import { base } from './base.ts';
import { KitTexts } from './kit-texts.ts';

const round = 2 * Math.PI * 5.8;

/** Progress from 0 to 1; without a value, indeterminate. */
export class UiProgress extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; color: inherit; }
      :host([kind="arc"]) { display: inline-block; flex: none; width: var(--icon-size, 16px); height: var(--icon-size, 16px); vertical-align: -3px; }
      svg { display: block; width: 100%; height: 100%; rotate: -90deg; fill: none; stroke: var(--arc, var(--text-2)); stroke-width: 2.25; stroke-linecap: round; }
      circle:first-child { opacity: 0.28; }
      .turning { animation: turn 1.1s linear infinite; }
      @keyframes turn { to { rotate: 270deg; } }
      .bar { position: relative; height: 6px; border-radius: 3px; background: var(--selected); overflow: hidden; }
      .fill { height: 100%; border-radius: 3px; background: var(--text-2); transition: width var(--slow); }
      :host([tone="warn"]) .fill { background: var(--warn); }
      :host([tone="danger"]) .fill { background: var(--danger); }
      :host([tone="accent"]) .fill { background: var(--accent); }
      .limit { position: absolute; inset-block: 0; width: 2px; background: var(--raised); border-inline-start: 1px solid var(--text-3); }
      .going { width: 30%; animation: go 1.4s ease-in-out infinite alternate; }
      @keyframes go { from { margin-inline-start: 0; } to { margin-inline-start: 70%; } }
      @media (forced-colors: active) { .bar { border: 1px solid; } .fill { background: CanvasText; forced-color-adjust: none; } }
    `,
  ];

  @property({ reflect: true }) kind: 'bar' | 'arc' = 'bar';
  @property({ type: Number }) value: number | undefined;
  /** The position of the limit mark, from 0 to 1. */
  @property({ type: Number }) limit: number | undefined;
  @property({ reflect: true }) tone: 'plain' | 'accent' | 'warn' | 'danger' = 'plain';
  @property() label = '';

  readonly #texts = new KitTexts(this);

  override render() {
    const { value } = this;
    const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
    return html`<div
      role="progressbar"
      aria-label=${this.label || this.#texts.text.loading}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${percent ?? nothing}
      class=${this.kind}
    >${this.kind === 'arc' ? this.#arc(percent) : this.#bar(percent)}</div>`;
  }

  #arc(percent: number | undefined) {
    const shown = (round * (percent ?? 25)) / 100;
    return html`<svg class=${percent === undefined ? 'turning' : ''} viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.8" /><circle cx="8" cy="8" r="5.8" stroke-dasharray="${shown} ${round}" visibility=${percent === 0 ? 'hidden' : 'visible'} /></svg>`;
  }

  #bar(percent: number | undefined) {
    const { limit } = this;
    return html`
      <div class="fill ${percent === undefined ? 'going' : ''}" style=${percent === undefined ? nothing : styleMap({ width: `${percent}%` })}></div>
      ${limit === undefined ? nothing : html`<div class="limit" style=${styleMap({ 'inset-inline-start': `${limit * 100}%` })}></div>`}
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-progress': UiProgress;
  }
}
