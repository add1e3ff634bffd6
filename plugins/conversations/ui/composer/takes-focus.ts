import { focusedElement } from '@atelier/kernel/ui';
import type { ReactiveController } from 'lit';
import type { Composer } from './composer.ts';

const fields = 'input, textarea, select, iframe, [contenteditable]:not([contenteditable=false])';

/**
 * The one rule of the composer's focus: what shows a conversation or a draft focuses its field, and so does what leaves the focus
 * nowhere; what is typed meanwhile goes into it. A dialog keeps the focus until it is closed, and so does a field that the person
 * is in. A press of the pointer beside everything is the person's own doing too.
 */
export class TakesFocus implements ReactiveController {
  readonly #composer: Composer;
  #shown: string | undefined;
  /** A dialog is over the composer, which takes the focus when it is closed. */
  #isWanted = false;
  #isPressing = false;
  /** The text and the caret of the field when it lost the focus. */
  #left: { readonly value: string; readonly at: readonly [number, number] } | undefined;
  #listening: AbortController | undefined;

  constructor(composer: Composer) {
    this.#composer = composer;
    composer.addController(this);
  }

  hostConnected(): void {
    const listening = new AbortController();
    this.#listening = listening;
    const options = { signal: listening.signal, capture: true };
    addEventListener('pointerdown', () => this.#press(true), options);
    for (const name of ['pointerup', 'pointercancel', 'dragend']) addEventListener(name, () => this.#press(false), options);
    for (const name of ['keyup', 'click']) addEventListener(name, () => this.#isWanted && this.#again(), options);
    addEventListener('focusout', ({ relatedTarget }) => relatedTarget === null && !this.#isPressing && this.#lost(), options);
    // After the views, which may handle the key.
    addEventListener('keydown', event => this.#typed(event), { signal: listening.signal });
    for (const name of ['focusin', 'focusout'])
      this.#composer.shadowRoot?.addEventListener(name, this.#caret, { signal: listening.signal });
    this.#composer.requestUpdate();
  }

  hostUpdated(): void {
    const { key } = this.#composer.draft;
    if (key === this.#shown) return;
    this.#shown = key;
    this.#take();
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#shown = undefined;
    this.#isWanted = false;
  }

  #press(isPressing: boolean): void {
    this.#isPressing = isPressing;
  }

  #take(): void {
    const { field } = this.#composer;
    const focused = focusedElement();
    this.#isWanted = field !== null && focused !== field && (isInDialog(focused) || focused?.matches(fields) !== true);
    if (!this.#isWanted) return;
    field?.focus({ preventScroll: true });
    // Under an open dialog nothing else takes the focus.
    this.#isWanted = focusedElement() !== field;
  }

  /** After a frame, in which what is closed may give the focus back. */
  #lost(): void {
    requestAnimationFrame(() => {
      if (document.hasFocus() && focusedElement() === undefined && this.#composer.isConnected) this.#take();
    });
  }

  /** After a frame, in which the dialog may close. */
  #again(): void {
    requestAnimationFrame(() => this.#isWanted && this.#composer.isConnected && this.#take());
  }

  /** A dialog that closes gives the field the focus, but not its caret: what is typed would go nowhere. */
  readonly #caret = ({ type, target }: Event): void => {
    const { field } = this.#composer;
    if (field === null || target !== field || this.#isPressing) return;
    const { value, selectionStart, selectionEnd } = field;
    if (type === 'focusout') this.#left = { value, at: [selectionStart, selectionEnd] };
    else field.setSelectionRange(...(this.#left?.value === value ? this.#left.at : ([selectionStart, selectionEnd] as const)));
  };

  #typed(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
    const isText = key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing && !defaultPrevented;
    if (!isText || focusedElement() !== undefined) return;
    // In time for the key's own letter.
    this.#take();
  }
}

function isInDialog(element: Element | undefined): boolean {
  for (let at: Node | null | undefined = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at instanceof Element && at.matches('dialog')) return true;
  return false;
}
