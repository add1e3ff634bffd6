import { css, html, LitElement } from 'lit';
import { state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { base } from './base.ts';
import { KitTexts } from './kit-texts.ts';
import { placeToasts, type UiToastOptions } from './toast.ts';

interface Shown extends UiToastOptions {
  readonly id: number;
  left: number;
}

const most = 3;
const stayMs = 6000;
let last = 0;

/** Shows toasts; one such element a page. They stay while they are hovered or contain the focus. */
export class UiToasts extends LitElement {
  static override styles = [
    base,
    css`
      section { position: fixed; inset: auto; inset-block-start: 52px; inset-inline-end: 12px; width: min(380px, 100vw - 24px); margin: 0; padding: 0; border: 0; background: none; overflow: visible; pointer-events: none; }
      .all { display: grid; gap: 8px; }
    `,
  ];

  @state() private shown: readonly Shown[] = [];

  readonly #texts = new KitTexts(this);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #waits = false;

  /** Shows one more; returns a function that removes it. */
  add(options: UiToastOptions): () => void {
    const id = ++last;
    this.#stop();
    const left = options.milliseconds ?? (options.kind === 'failed' ? Number.POSITIVE_INFINITY : stayMs);
    this.shown = [...this.shown, { ...options, id, left }].slice(-most);
    this.#rise();
    this.#go();
    return () => this.#remove(id);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    placeToasts(options => this.add(options));
  }

  override firstUpdated(): void {
    this.#rise();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    this.shown = [];
    placeToasts(undefined);
  }

  override render() {
    const pause = () => this.#pause(true);
    const resume = () => this.#pause(false);
    return html`<section popover="manual" aria-label=${this.#texts.text.notifications} @pointerenter=${pause} @pointerleave=${resume} @focusin=${pause} @focusout=${resume}>
      <div class="all" role="log" aria-live="polite" aria-relevant="additions">${repeat(
        this.shown,
        ({ id }) => id,
        ({ id, text, kind = 'plain', action }) =>
          html`<ui-toast kind=${kind} text=${text} action=${action?.label ?? ''} @ui-action=${() => this.#act(id)} @close=${() => this.#remove(id)}></ui-toast>`,
      )}</div>
    </section>`;
  }

  /** The popover that was shown last is on top, so it is shown again. */
  #rise(): void {
    const region = this.renderRoot.querySelector<HTMLElement>('[popover]');
    if (region === null) return;
    if (region.matches(':popover-open') && !region.contains(this.shadowRoot?.activeElement ?? null)) region.hidePopover();
    if (!region.matches(':popover-open')) region.showPopover();
  }

  #act(id: number): void {
    this.shown.find(toast => toast.id === id)?.action?.run();
    this.#remove(id);
  }

  #remove(id: number): void {
    this.#stop();
    this.shown = this.shown.filter(toast => toast.id !== id);
    // Removing a hovered element fires no `pointerleave`.
    if (this.shown.length === 0) this.#waits = false;
    this.#go();
  }

  #pause(waits: boolean): void {
    this.#stop();
    this.#waits = waits;
    this.#go();
  }

  #stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const passed = performance.now() - this.#since;
    for (const toast of this.shown) toast.left -= passed;
  }

  #go(): void {
    const next = Math.min(...this.shown.map(({ left }) => left));
    if (this.#waits || !Number.isFinite(next)) return;
    this.#since = performance.now();
    this.#timer = setTimeout(
      () => {
        this.#stop();
        this.shown = this.shown.filter(({ left }) => left > 0);
        this.#go();
      },
      Math.max(0, next),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-toasts': UiToasts;
  }
}
