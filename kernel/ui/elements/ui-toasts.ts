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

/**
 * Shows toasts; one such element a page. They stay while they are hovered or contain the focus. They float over the top of the page's
 * `main`, which keeps `--toasts-room` free where it has words; while a modal dialog is open they are in it, as everything else is inert.
 */
export class UiToasts extends LitElement {
  static override styles = [
    base,
    css`
      section { position: fixed; inset: auto; inset-block-start: calc(52px + var(--link-room, 0px) + var(--safe-room, 0px)); inset-inline: calc(var(--over-start, 0px) + 12px) calc(var(--over-end, 0px) + 12px); width: auto; max-width: 380px; justify-self: center; margin: 0; padding: 0; border: 0; background: none; overflow: visible; pointer-events: none; }
      section.modal { inset-block-start: 8px; inset-inline: 12px; }
      section.filled { inset-block: auto 12px; }
      .all { display: grid; gap: 8px; }
    `,
  ];

  @state() private shown: readonly Shown[] = [];

  readonly #texts = new KitTexts(this);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #waits = false;
  readonly #sizes = new ResizeObserver(() => this.#fit());
  #main: Element | undefined;
  /** Where it is while no dialog is open. */
  #home: ParentNode | null = null;
  #modal: Element | undefined;
  #isMoving = false;

  /** Shows one more; returns a function that removes it. */
  add(options: UiToastOptions): () => void {
    const id = ++last;
    this.#stop();
    const left = options.milliseconds ?? (options.kind === 'failed' ? Number.POSITIVE_INFINITY : stayMs);
    const others = this.shown.filter(({ key }) => key === undefined || key !== options.key);
    this.shown = [...others, { ...options, id, left }].slice(-most);
    this.#rise();
    this.#go();
    return () => this.#remove(id);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    placeToasts(options => this.add(options));
    document.addEventListener('focusin', this.#focused);
    if (this.#modal !== undefined) return;
    this.#home = this.parentNode;
    this.#main = mainAround(this);
    if (this.#main !== undefined) this.#sizes.observe(this.#main);
  }

  override firstUpdated(): void {
    this.#sizes.observe(this.#region!);
    this.#rise();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#isMoving) return;
    this.#stop();
    document.removeEventListener('focusin', this.#focused);
    if (this.#modal !== undefined && this.#home?.isConnected === true) {
      // The dialog was removed with them.
      queueMicrotask(() => this.#rise());
      return;
    }
    this.#sizes.disconnect();
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
          html`<ui-toast kind=${kind} text=${text} action=${action?.label ?? ''} @ui-action=${() => this.#act(id)} @close=${(event: Event) => this.#closed(event, id)}></ui-toast>`,
      )}</div>
    </section>`;
  }

  get #region(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('[popover]');
  }

  /** The popover that was shown last is on top, so it is shown again. */
  #rise(): void {
    const region = this.#region;
    if (region === null) return;
    this.#move(this.shown.length === 0 ? undefined : modalOnTop());
    if (!this.isConnected) return;
    if (region.matches(':popover-open') && !region.contains(this.shadowRoot?.activeElement ?? null)) region.hidePopover();
    if (!region.matches(':popover-open')) region.showPopover();
    this.#fit();
  }

  /** Into the dialog that is open, or back. */
  #move(modal: Element | undefined): void {
    const place = modal ?? this.#home;
    if (place === null || this.parentNode === place) return;
    this.#modal?.removeEventListener('close', this.#left);
    this.#modal = modal;
    this.#isMoving = true;
    place.append(this);
    this.#isMoving = false;
    modal?.addEventListener('close', this.#left);
  }

  readonly #left = (event: Event): void => {
    if (event.target === event.currentTarget) this.#rise();
  };

  readonly #focused = (event: Event): void => {
    if (this.shown.length > 0 && !event.composedPath().includes(this) && modalOnTop() !== this.#modal) this.#rise();
  };

  /** Over the page's main part, so that neither the panel beside it nor the title bar is covered. */
  #fit(): void {
    const region = this.#region;
    if (region === null) return;
    const { left = 0, right = innerWidth } = this.#main?.getBoundingClientRect() ?? {};
    const sides = [left, innerWidth - right];
    const [start, end] = getComputedStyle(region).direction === 'rtl' ? sides.toReversed() : sides;
    const { style } = document.documentElement;
    style.setProperty('--over-start', `${start}px`);
    style.setProperty('--over-end', `${end}px`);
    style.setProperty('--toasts-room', `${this.#modal === undefined && this.shown.length > 0 ? region.offsetHeight + 8 : 0}px`);
    region.classList.toggle('modal', this.#modal !== undefined);
    region.classList.toggle('filled', (this.#modal?.clientHeight ?? 0) >= innerHeight - 2);
  }

  #closed(event: Event, id: number): void {
    // The dialog that they are in is not closed.
    event.stopPropagation();
    this.#remove(id);
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

  override updated(): void {
    this.#fit();
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

/** The part of the page that an element's own view is laid over. */
function mainAround(element: Element): Element | undefined {
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    const main = root.querySelector('main');
    if (main !== null) return main;
  }
  return undefined;
}

/** The modal dialog on top: everything outside it is inert, so that a corner of the window is its own or its backdrop's. */
function modalOnTop(): Element | undefined {
  let at = document.elementFromPoint(0, 0);
  for (let root = at?.shadowRoot; root; root = at?.shadowRoot) {
    const inner = root.elementFromPoint(0, 0);
    if (inner?.getRootNode() !== root) break;
    at = inner;
  }
  for (let node: Node | null = at; node !== null; node = parentOf(node))
    if (node instanceof Element && node.matches('dialog:modal')) return node;
  return undefined;
}

function parentOf(node: Node): Node | null {
  if (node instanceof Element && node.assignedSlot !== null) return node.assignedSlot;
  return node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-toasts': UiToasts;
  }
}
