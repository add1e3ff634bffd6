import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { emit } from './base.ts';

/** The button that opens something; it announces the popup and its state to screen readers. */
interface Trigger extends HTMLElement {
  expanded?: boolean | undefined;
  popup?: string | undefined;
}

type Host = ReactiveControllerHost & HTMLElement;

/** Opens and closes a popover beside a trigger, and restores the focus. */
export class Opener implements ReactiveController {
  readonly #host: Host;
  readonly #popup: 'menu' | 'dialog';
  #trigger: Trigger | undefined;
  #back: HTMLElement | undefined;

  constructor(host: Host, popup: 'menu' | 'dialog') {
    this.#host = host;
    this.#popup = popup;
    host.addController(this);
  }

  /** The `slotchange` listener of the trigger's slot. */
  readonly onSlot = (event: Event): void => {
    this.#trigger = (event.target as HTMLSlotElement).assignedElements()[0] as Trigger | undefined;
    this.#updateTrigger();
  };

  get open(): boolean {
    return this.#popover?.matches(':popover-open') ?? false;
  }

  hostDisconnected(): void {
    this.#updateTrigger();
  }

  /** Opens beside `anchor`; when it closes, the focus goes to `back`. */
  show(anchor = this.#trigger, back = anchor): void {
    if (anchor === undefined || this.open) return;
    this.#back = back;
    this.#popover?.showPopover({ source: anchor });
  }

  hide(): void {
    if (this.open) this.#popover?.hidePopover();
  }

  /** The popover's `beforetoggle` listener: restores the focus while the focused element can still be found. */
  readonly onBeforeToggle = (event: ToggleEvent): void => {
    if (event.newState === 'closed') this.#restoreFocus();
  };

  /** The popover's `toggle` listener. */
  readonly onToggle = (): void => {
    this.#updateTrigger();
    this.#host.requestUpdate();
    emit(this.#host, this.open ? 'ui-open' : 'ui-close');
  };

  /** Leaves the focus where it is if the person moved it outside of this element. */
  #restoreFocus(): void {
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    const { activeElement } = root;
    const isLost = activeElement === null || activeElement === document.body || this.#host.contains(activeElement);
    if (isLost) this.#back?.focus();
  }

  get #popover(): HTMLElement | null | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLElement>('[popover]');
  }

  #updateTrigger(): void {
    if (this.#trigger === undefined) return;
    this.#trigger.popup = this.#popup;
    this.#trigger.expanded = this.open;
  }
}
