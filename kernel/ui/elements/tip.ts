import type { ReactiveController } from 'lit';

const waitMs = 400;
let bubble: HTMLElement | undefined;
let shownFor: HTMLElement | undefined;
let closing = 0;

/** The one tooltip element of the page: shown over everything, hidden from screen readers. */
function tipBubble(): HTMLElement {
  if (bubble !== undefined) return bubble;
  bubble = document.createElement('div');
  bubble.popover = 'manual';
  bubble.ariaHidden = 'true';
  bubble.style.cssText =
    'position-area:block-end span-all;justify-self:anchor-center;position-try-fallbacks:flip-block;inset:auto;width:max-content;max-width:280px;margin:6px 4px;border:0;padding:4px 8px;' +
    'border-radius:var(--r-6);background:var(--text);color:var(--surface);font:var(--t-12);pointer-events:none;text-wrap:pretty;overflow-wrap:anywhere';
  return bubble;
}

function show(anchor: HTMLElement, text: string): void {
  const tip = tipBubble();
  if (tip.matches(':popover-open')) tip.hidePopover();
  tip.textContent = text;
  document.body.append(tip);
  tip.showPopover({ source: anchor });
  shownFor = anchor;
}

function hide(): void {
  if (shownFor === undefined) return;
  shownFor = undefined;
  closing = performance.now();
  bubble?.remove();
}

/** Shows a text beside an element while it is pointed at or focused by keyboard; Escape hides it. */
export class Tip implements ReactiveController {
  readonly #host: HTMLElement;
  readonly #text: () => string;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { addController(controller: ReactiveController): void }, text: () => string) {
    this.#host = host;
    this.#text = text;
    host.addController(this);
    host.addEventListener('pointerenter', event => {
      // Right after another tip closed, the next shows at once.
      if (event.pointerType !== 'touch') this.#schedule(performance.now() - closing < 300 ? 0 : waitMs);
    });
    host.addEventListener('focusin', () => {
      if (host.matches(':focus-visible') || host.querySelector(':focus-visible') !== null) this.#schedule(0);
    });
    for (const name of ['pointerleave', 'pointerdown', 'focusout', 'click']) host.addEventListener(name, this.#stop);
    host.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || shownFor !== host) return;
      // The first Escape closes the tip, the next one goes to the element under it.
      event.stopPropagation();
      event.preventDefault();
      this.#stop();
    });
  }

  hostDisconnected(): void {
    this.#stop();
  }

  #schedule(wait: number): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      if (this.#text() !== '' && this.#host.isConnected) show(this.#host, this.#text());
    }, wait);
  }

  readonly #stop = (): void => {
    clearTimeout(this.#waiting);
    if (shownFor === this.#host) hide();
  };
}
