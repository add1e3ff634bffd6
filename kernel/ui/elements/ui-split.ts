import { css, html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { styleMap } from 'lit/directives/style-map.js';
import { base, emit } from './base.ts';
import { KitTexts } from './kit-texts.ts';

/** Two panes with a movable border. Fires `ui-resize` with the size in pixels. */
export class UiSplit extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: grid; height: 100%; min-width: 0; min-height: 0; }
      .panes { display: grid; min-width: 0; min-height: 0; grid-template-columns: var(--first) 1px var(--second); }
      :host([direction="column"]) .panes { grid-template: var(--first) 1px var(--second) / minmax(0, 1fr); }
      :host([folded]) .panes { grid-template-columns: var(--first) 0 var(--second); }
      :host([folded][direction="column"]) .panes { grid-template: var(--first) 0 var(--second) / minmax(0, 1fr); }
      :host([folded]) [role="separator"] { visibility: hidden; }
      /* Clipped: what is hidden could still be scrolled, and the line beside a folded pane reaches over its edge. */
      .pane { min-width: 0; min-height: 0; overflow: clip; }
      .pane ::slotted(*) { height: 100%; }
      [role="separator"] { position: relative; background: var(--line); z-index: 1; touch-action: none; cursor: col-resize; transition: background var(--fast); outline: none; }
      :host([direction="column"]) [role="separator"] { cursor: row-resize; }
      [role="separator"]::before { content: ""; position: absolute; inset: 0 -5px; }
      :host([direction="column"]) [role="separator"]::before { inset: -5px 0; }
      [role="separator"]::after { content: ""; position: absolute; inset: 0 -1px; border-radius: 2px; background: transparent; transition: background var(--fast); }
      :host([direction="column"]) [role="separator"]::after { inset: -1px 0; }
      [role="separator"]:hover::after { background: var(--line-strong); }
      [role="separator"]:focus-visible::after, [role="separator"].moving::after { background: var(--focus); }
      @media (forced-colors: active) { [role="separator"]:focus-visible::after { background: Highlight; } }
    `,
  ];

  @property({ reflect: true }) direction: 'row' | 'column' = 'row';
  /** Pixels of the pane that has a size of its own; the other takes the rest. */
  @property({ type: Number }) size = 264;
  @property({ type: Number }) min = 120;
  @property({ type: Number }) max = 640;
  /** Pixels that the other has at least, however large the size is. */
  @property({ type: Number }) rest = 0;
  /** The pane with the size is the second one. */
  @property({ type: Boolean }) end = false;
  @property() label = '';
  /** The size that a double click on the border restores; the initial size if omitted. */
  @property({ type: Number }) usual: number | undefined;
  /** Its sized pane is hidden; the content of that pane stays in the document. */
  @property({ type: Boolean, reflect: true }) folded = false;
  @state() private moving = false;

  readonly #texts = new KitTexts(this);
  #first = 0;

  override firstUpdated(): void {
    this.#first = this.size;
  }

  override render() {
    const { end, size, direction, folded } = this;
    const own = folded ? '0' : `min(${this.#within(size)}px, 100% - ${this.rest}px)`;
    const rest = 'minmax(0, 1fr)';
    return html`<div class="panes" style=${styleMap({ '--first': end ? rest : own, '--second': end ? own : rest })}>
      <div class="pane"><slot name="start"></slot></div>
      <div
        role="separator"
        tabindex="0"
        class=${this.moving ? 'moving' : ''}
        title=${this.label || this.#texts.text.resize}
        aria-orientation=${direction === 'row' ? 'vertical' : 'horizontal'}
        aria-valuenow=${Math.round(this.#within(size))}
        aria-valuemin=${this.min}
        aria-valuemax=${this.max}
        @pointerdown=${this.#grab}
        @keydown=${this.#key}
        @dblclick=${() => this.#resize(this.usual ?? this.#first)}
      ></div>
      <div class="pane"><slot name="end"></slot></div>
    </div>`;
  }

  #within(size: number): number {
    return Math.max(this.min, Math.min(this.max, size));
  }

  /** The direction in which the sized pane grows: 1 with the axis, -1 against it. */
  get #direction(): number {
    const isMirrored = this.direction === 'row' && this.matches(':dir(rtl)');
    return (this.end ? -1 : 1) * (isMirrored ? -1 : 1);
  }

  #resize(size: number): void {
    const next = this.#within(size);
    if (next === this.size) return;
    this.size = next;
    emit(this, 'ui-resize', { size: next });
  }

  #grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    const line = event.currentTarget as HTMLElement;
    const along = ({ clientX, clientY }: PointerEvent) => (this.direction === 'row' ? clientX : clientY);
    const [from, size, ended] = [along(event), this.#within(this.size), new AbortController()];
    line.setPointerCapture(event.pointerId);
    this.moving = true;
    line.addEventListener('pointermove', moved => this.#resize(size + (along(moved) - from) * this.#direction), { signal: ended.signal });
    const drop = () => {
      this.moving = false;
      ended.abort();
    };
    for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      line.addEventListener(name, drop, { signal: ended.signal });
  }

  #key(event: KeyboardEvent): void {
    const step = event.shiftKey ? 64 : 8;
    const [less, more] = this.direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const size = this.#within(this.size);
    const to: Readonly<Record<string, number>> = {
      [less!]: size - step * this.#direction,
      [more!]: size + step * this.#direction,
      Home: this.min,
      End: this.max,
      Enter: this.usual ?? this.#first,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#resize(next);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-split': UiSplit;
  }
}
