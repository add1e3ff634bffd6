import { css, html, LitElement, nothing, svg, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { KitTexts } from './kit-texts.ts';

/** The state of something. "needs" outranks every other. */
export type UiStateName = 'needs' | 'running' | 'queued' | 'unread' | 'failed' | 'done' | 'skipped' | 'late' | 'off';

const shapes: Record<UiStateName, TemplateResult> = {
  needs: svg`<rect x="3.4" y="3.4" width="9.2" height="9.2" rx="2" transform="rotate(45 8 8)"/>`,
  running: svg`<circle cx="8" cy="8" r="5.25"/><path d="M8 2.75A5.25 5.25 0 0 1 13.25 8"/>`,
  queued: svg`<circle cx="8" cy="8" r="5.25"/>`,
  unread: svg`<circle cx="8" cy="8" r="3.75"/>`,
  failed: svg`<circle cx="8" cy="8" r="5.75"/><path d="m6.1 6.1 3.8 3.8m0-3.8-3.8 3.8"/>`,
  done: svg`<path d="m3.75 8.5 2.75 2.75 5.75-6"/>`,
  skipped: svg`<path d="M13.2 9.6A5.5 5.5 0 1 1 6.4 2.8a4.4 4.4 0 0 0 6.8 6.8Z"/>`,
  late: svg`<circle cx="8" cy="8" r="5.75"/><path d="M8 5v3.2l2 1.3"/>`,
  off: svg`<path d="M4.5 8h7"/>`,
};

/** A state's mark: one shape and one colour each, the same everywhere, and a text for screen readers. */
export class UiState extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: inline-block; flex: none; width: var(--icon-size, 16px); height: var(--icon-size, 16px); vertical-align: -3px; }
      svg { display: block; width: 100%; height: 100%; overflow: visible; fill: none; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; forced-color-adjust: auto; }
      .needs { fill: var(--warn); }
      .running { stroke: var(--text-2); stroke-width: 1.75; }
      .running circle { opacity: 0.28; }
      .running path { transform-origin: 8px 8px; animation: turn 1.1s linear infinite; }
      .queued { stroke: var(--text-3); stroke-dasharray: 2.4 2.6; }
      .unread { fill: var(--text); }
      .failed { stroke: var(--danger); }
      .done { stroke: var(--ok); stroke-width: 1.75; }
      .skipped { stroke: var(--text-3); }
      .late { stroke: var(--warn); }
      .off { stroke: var(--text-3); stroke-width: 1.75; }
      @keyframes turn { to { transform: rotate(360deg); } }
    `,
  ];

  @property({ reflect: true }) state: UiStateName = 'off';
  /** Replaces the state's own text. */
  @property() label = '';
  /** Without a text for screen readers, where a visible text beside it says the same. */
  @property({ type: Boolean }) silent = false;

  readonly #texts = new KitTexts(this);

  override render() {
    const { state, silent } = this;
    const label = silent ? nothing : this.label || this.#texts.text[state];
    return html`<svg class=${state} viewBox="0 0 16 16" role=${silent ? nothing : 'img'} aria-label=${label} aria-hidden=${silent ? 'true' : nothing}>${shapes[state]}</svg>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-state': UiState;
  }
}
