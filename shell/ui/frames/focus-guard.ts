/** What the guard of one frame needs. */
export interface Guarded {
  readonly frame: () => HTMLIFrameElement | null;
  /** It took the keyboard again and again; resolves when it is gone. */
  readonly took: () => Promise<unknown>;
  readonly now: () => number;
}

const typingMs = 1000;
const mostTakes = 3;
const forgottenMs = 10_000;

/**
 * Sees to it that a frame gets the keyboard from the person and does not take it: what is typed into a dialog or a field of the
 * window could be a secret. A modal dialog makes frames inert, and yet a frame of another process may focus itself.
 */
export class FocusGuard {
  readonly #guarded: Guarded;
  #before: HTMLElement | undefined;
  #typedAt = Number.NEGATIVE_INFINITY;
  #takes: number[] = [];

  constructor(guarded: Guarded) {
    this.#guarded = guarded;
  }

  start(): void {
    addEventListener('focusin', this.#focused, { capture: true });
    addEventListener('keydown', this.#typed, { capture: true });
    addEventListener('blur', this.#left);
    addEventListener('focusout', this.#left, { capture: true });
  }

  stop(): void {
    removeEventListener('focusin', this.#focused, { capture: true });
    removeEventListener('keydown', this.#typed, { capture: true });
    removeEventListener('blur', this.#left);
    removeEventListener('focusout', this.#left, { capture: true });
    this.#before = undefined;
  }

  readonly #focused = (event: FocusEvent): void => {
    const [element] = event.composedPath();
    if (element instanceof HTMLElement && !(element instanceof HTMLIFrameElement)) this.#before = element;
  };

  readonly #typed = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    if (key.length === 1 && !ctrlKey && !metaKey && !altKey) this.#typedAt = this.#guarded.now();
  };

  // Who has it now is known only after the event.
  readonly #left = (): void => void setTimeout(() => this.#look());

  #look(): void {
    const frame = this.#guarded.frame();
    const before = this.#before;
    if (frame === null || before?.isConnected !== true || deepActive() !== frame) return;
    const now = this.#guarded.now();
    const isTyping = now - this.#typedAt < typingMs && !frame.matches(':hover');
    if (!isTyping && !isHeldByDialog(before, frame)) return;
    before.focus();
    this.#takes = [...this.#takes.filter(time => now - time < forgottenMs), now];
    // What has the focus when it is taken out of the page takes the focus along.
    if (this.#takes.length >= mostTakes) void this.#guarded.took().then(() => before.focus());
  }
}

function deepActive(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** Whether a modal dialog holds the element, and not the frame as well. */
function isHeldByDialog(element: Element, frame: Element): boolean {
  const dialog = around(element).find(one => one.matches(':modal'));
  return dialog !== undefined && !around(frame).includes(dialog);
}

/** The elements around one, out of every shadow. */
function around(element: Element): readonly Element[] {
  const all: Element[] = [];
  for (
    let node: Node | null = element;
    node !== null;
    node = node instanceof ShadowRoot ? node.host : ((node as Element).assignedSlot ?? node.parentNode)
  )
    if (node instanceof Element) all.push(node);
  return all;
}
