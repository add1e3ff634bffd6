import { focusedElement } from '@atelier/kernel/ui';

export interface FocusGuardOptions {
  readonly frame: () => HTMLIFrameElement | null;
  /** Called when the frame took the focus repeatedly; resolves when the frame is removed. */
  readonly onRepeatedSteal: () => Promise<unknown>;
  readonly now: () => number;
}

const typingMs = 1000;
const maxSteals = 3;
const stealWindowMs = 10_000;

/**
 * Moves the focus back when a frame focuses itself while the person types elsewhere, perhaps a secret into a dialog or a field.
 * A modal dialog makes frames inert, but a frame of another process can still focus itself.
 */
export class FocusGuard {
  readonly #options: FocusGuardOptions;
  #lastFocused: HTMLElement | undefined;
  #typedAt = Number.NEGATIVE_INFINITY;
  #steals: number[] = [];

  constructor(options: FocusGuardOptions) {
    this.#options = options;
  }

  start(): void {
    addEventListener('focusin', this.#onFocus, { capture: true });
    addEventListener('keydown', this.#onKey, { capture: true });
    addEventListener('blur', this.#onBlur);
    addEventListener('focusout', this.#onBlur, { capture: true });
  }

  stop(): void {
    removeEventListener('focusin', this.#onFocus, { capture: true });
    removeEventListener('keydown', this.#onKey, { capture: true });
    removeEventListener('blur', this.#onBlur);
    removeEventListener('focusout', this.#onBlur, { capture: true });
    this.#lastFocused = undefined;
  }

  readonly #onFocus = (event: FocusEvent): void => {
    const [element] = event.composedPath();
    if (element instanceof HTMLElement && !(element instanceof HTMLIFrameElement)) this.#lastFocused = element;
  };

  readonly #onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    if (key.length === 1 && !ctrlKey && !metaKey && !altKey) this.#typedAt = this.#options.now();
  };

  // The new focus is known only after the event.
  readonly #onBlur = (): void => void setTimeout(() => this.#check());

  #check(): void {
    const frame = this.#options.frame();
    const lastFocused = this.#lastFocused;
    if (frame === null || lastFocused?.isConnected !== true || focusedElement() !== frame) return;
    const now = this.#options.now();
    const isTyping = now - this.#typedAt < typingMs && !frame.matches(':hover');
    if (!isTyping && !isHeldByDialog(lastFocused, frame)) return;
    lastFocused.focus();
    this.#steals = [...this.#steals.filter(time => now - time < stealWindowMs), now];
    // Removing the focused frame loses the focus.
    if (this.#steals.length >= maxSteals) void this.#options.onRepeatedSteal().then(() => lastFocused.focus());
  }
}

/** Whether the element is in a modal dialog that does not contain the frame. */
function isHeldByDialog(element: Element, frame: Element): boolean {
  const dialog = withAncestors(element).find(one => one.matches(':modal'));
  return dialog !== undefined && !withAncestors(frame).includes(dialog);
}

/** The element and its ancestors, across shadow roots. */
function withAncestors(element: Element): readonly Element[] {
  const all: Element[] = [];
  for (
    let node: Node | null = element;
    node !== null;
    node = node instanceof ShadowRoot ? node.host : ((node as Element).assignedSlot ?? node.parentNode)
  )
    if (node instanceof Element) all.push(node);
  return all;
}
