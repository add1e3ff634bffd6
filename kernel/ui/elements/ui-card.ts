import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { base } from './base.ts';

/** A card: header, body, footer, the primary action last. */
export class UiCard extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: clip; }
      :host([tone="needs"]) { border-color: var(--warn); }
      :host([selected]) { background: linear-gradient(var(--selected), var(--selected)), var(--raised); }
      header { display: flex; align-items: flex-start; gap: 8px; padding-block: 9px; padding-inline: 11px 8px; }
      .start { display: flex; padding-block-start: 2px; }
      .title { flex: 1; min-width: 0; }
      h3 { margin: 0; font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
      :host([tone="needs"]) h3 { font: 600 14px/22px var(--font); }
      :host([tone="needs"]) .start { padding-block-start: 3px; }
      .meta { color: var(--text-2); text-wrap: pretty; }
      .acts { display: flex; align-items: center; gap: 2px; }
      .body { padding: 11px; }
      header:not([hidden]) + .body { padding-block-start: 0; }
      :host([started]) header + .body { padding-inline-start: 35px; }
      :host([rows]) .body { padding: 0; }
      :host([rows]) header:not([hidden]) + .body { border-block-start: 1px solid var(--line); }
      :host([rows]) ::slotted(:not([slot])) { padding: 8px 12px; }
      :host([rows]) ::slotted(ui-row:not([slot])) { padding: 2px 4px; }
      :host([rows]) ::slotted(:not([slot]):not(:first-child)) { border-block-start: 1px solid var(--line); }
      footer { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; padding-block: 7px; padding-inline: 11px 7px; border-block-start: 1px solid var(--line); }
      :host([started]) footer { padding-inline-start: 35px; }
      footer .grow { flex: 1; min-width: 0; font: var(--t-12); color: var(--text-3); }
      [hidden] { display: none !important; }
    `,
  ];

  @property() heading = '';
  @property() meta = '';
  /** `needs` waits for the person. */
  @property({ reflect: true }) tone: 'plain' | 'needs' = 'plain';
  /** Its children are rows with lines between them. */
  @property({ type: Boolean, reflect: true }) rows = false;
  @property({ type: Boolean, reflect: true }) selected = false;
  @state() private filled: Readonly<Record<string, boolean>> = {};

  override willUpdate(): void {
    this.toggleAttribute('started', this.filled.start === true);
  }

  override render() {
    const { heading, meta, filled } = this;
    return html`
      <header ?hidden=${heading === '' && filled.heading !== true && filled.actions !== true && filled.start !== true}>
        <span class="start"><slot name="start" @slotchange=${this.#fill}></slot></span>
        <div class="title"><h3><slot name="heading" @slotchange=${this.#fill}>${heading}</slot></h3>${meta === '' ? nothing : html`<div class="meta">${meta}</div>`}<slot name="meta"></slot></div>
        <span class="acts"><slot name="actions" @slotchange=${this.#fill}></slot></span>
      </header>
      <div class="body" ?hidden=${filled.body !== true}><slot @slotchange=${this.#fill}></slot></div>
      <footer ?hidden=${filled.footer !== true && filled.buttons !== true}><div class="grow"><slot name="footer" @slotchange=${this.#fill}></slot></div><slot name="buttons" @slotchange=${this.#fill}></slot></footer>
    `;
  }

  #fill(event: Event): void {
    const slot = event.target as HTMLSlotElement;
    const isFilled = slot.assignedNodes().some(node => node instanceof Element || (node.textContent ?? '').trim() !== '');
    this.filled = { ...this.filled, [slot.name || 'body']: isFilled };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-card': UiCard;
  }
}
