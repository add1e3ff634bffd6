import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { tell } from './base.ts';

/** What something opens from: one of the kit's buttons, which says so to who cannot see it. */
interface Trigger extends HTMLElement {
  expanded?: boolean | undefined;
  popup?: string | undefined;
}

type Host = ReactiveControllerHost & HTMLElement;

/** Opens and closes what floats beside a trigger, and gives the focus back. */
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

  /** For the slot that holds the trigger. */
  readonly onSlot = (event: Event): void => {
    this.#trigger = (event.target as HTMLSlotElement).assignedElements()[0] as Trigger | undefined;
    this.#say();
  };

  get open(): boolean {
    return this.#floater?.matches(':popover-open') ?? false;
  }

  hostDisconnected(): void {
    this.#say();
  }

  /** Beside this element; the focus goes back there, or to another one where that one cannot have it. */
  show(anchor = this.#trigger, back = anchor): void {
    if (anchor === undefined || this.open) return;
    this.#back = back;
    this.#floater?.showPopover({ source: anchor });
  }

  hide(): void {
    if (this.open) this.#floater?.hidePopover();
  }

  /** For the floater's `beforetoggle`: the focus is given back while it can still be seen where it is. */
  readonly onBeforeToggle = (event: ToggleEvent): void => {
    if (event.newState === 'closed') this.#giveBack();
  };

  /** For the floater's `toggle`. */
  readonly onToggle = (): void => {
    this.#say();
    this.#host.requestUpdate();
    tell(this.#host, this.open ? 'ui-open' : 'ui-close');
  };

  /** Focus that went elsewhere by itself is left there. */
  #giveBack(): void {
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    const { activeElement } = root;
    const isLost = activeElement === null || activeElement === document.body || this.#host.contains(activeElement);
    if (isLost) this.#back?.focus();
  }

  get #floater(): HTMLElement | null | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLElement>('[popover]');
  }

  #say(): void {
    if (this.#trigger === undefined) return;
    this.#trigger.popup = this.#popup;
    this.#trigger.expanded = this.open;
  }
}
