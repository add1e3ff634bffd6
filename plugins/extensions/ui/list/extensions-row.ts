import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';

/** An extension whose details are to be shown, and the registry that lists it; empty if it is installed. */
export interface Chosen {
  readonly id: string;
  readonly registry: string;
}

/** One extension in a list: its name, the most important detail, and a slot for its actions. */
export class ExtensionsRow extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; scroll-margin-block: 48px; }
    .row { position: relative; display: flex; align-items: center; gap: 10px; min-height: 48px; padding: 6px 8px; border-radius: var(--r-8); transition: background var(--fast); }
    .row:hover { background: var(--hover); }
    :host([current]) .row { background: var(--selected); }
    :host([highlighted]) .row { outline: 2px solid var(--accent); outline-offset: -2px; background: var(--accent-soft); }
    .tile { display: grid; place-items: center; flex: none; width: 32px; height: 32px; border-radius: var(--r-6); background: var(--hover); color: var(--text-2); }
    .words { flex: 1; min-width: 0; }
    .hit { display: block; width: 100%; padding: 0; border: 0; background: none; color: inherit; font: 500 13px/20px var(--font); text-align: start; cursor: default; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .hit::after { content: ""; position: absolute; inset: 0; border-radius: var(--r-8); }
    .hit:focus-visible { outline: none; }
    .hit:focus-visible::after { outline: 2px solid var(--focus); outline-offset: -2px; }
    .detail { font: var(--t-12); color: var(--text-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .meta { flex: none; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
    .meta:empty { display: none; }
    :host(:empty) .end { display: none; }
    .end { position: relative; z-index: 1; flex: none; display: flex; align-items: center; gap: 6px; }
    @media (forced-colors: active) { :host([current]) .row { outline: 1px solid; } }
    @media (prefers-reduced-motion: reduce) { .row { transition: none; } }
  `;

  @property() name = '';
  @property() detail = '';
  @property() meta = '';
  @property() icon = 'puzzle';
  /** Its details are shown. */
  @property({ type: Boolean, reflect: true }) current = false;
  /** A link named it. */
  @property({ type: Boolean, reflect: true }) highlighted = false;

  override render() {
    const { name, detail, meta, icon, current } = this;
    return html`
      <div class="row">
        <span class="tile"><ui-icon name=${icon}></ui-icon></span>
        <span class="words">
          <button class="hit" type="button" aria-current=${current ? 'true' : nothing} @click=${this.#choose}>${name}</button>
          <div class="detail" title=${detail}>${detail}</div>
        </span>
        <span class="meta">${meta}</span>
        <span class="end"><slot></slot></span>
      </div>
    `;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.hit')?.focus();
  }

  #choose() {
    const { id = '', registry = '' } = this.dataset;
    const detail: Chosen = { id, registry };
    this.dispatchEvent(new CustomEvent('extension-chosen', { detail, bubbles: true, composed: true }));
  }
}
