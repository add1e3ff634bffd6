import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base, floating } from './base.ts';
import { Opener } from './opener.ts';
import { TypeAhead } from './type-ahead.ts';
import { UiMenuItem } from './ui-menu-item.ts';

/** A menu that a button opens. Fires `ui-select` with the item's value, and closes. */
export class UiMenu extends LitElement {
  static override styles = [
    base,
    floating,
    css`
      :host { display: inline-flex; min-width: 0; vertical-align: middle; }
      [popover] { min-width: 180px; }
      :host([end]) [popover] { position-area: block-end span-inline-start; }
      ::slotted(hr) { margin: 4px 0; border: 0; border-block-start: 1px solid var(--line); }
    `,
  ];

  /** Its accessible name, where the trigger's own is not enough. */
  @property() label = '';
  /** Aligned with the end of its trigger. */
  @property({ type: Boolean, reflect: true }) end = false;

  readonly #opener = new Opener(this, 'menu');
  #typing = new TypeAhead();

  /** Opens it beside its trigger, or beside another element, such as the row that was right-clicked; `back` gets the focus when it closes. */
  show(anchor?: HTMLElement, back?: HTMLElement): void {
    this.#typing.forget();
    this.#opener.show(anchor, back);
    // Letters typed before it was closed do not count.
    this.#typing = new TypeAhead();
    this.#items[0]?.focus();
  }

  close(): void {
    this.#opener.hide();
  }

  override render() {
    return html`
      <slot name="trigger" @slotchange=${this.#opener.onSlot} @click=${this.#press} @keydown=${this.#openByKey}></slot>
      <div popover role="menu" aria-label=${this.label || nothing} @beforetoggle=${this.#opener.onBeforeToggle} @toggle=${this.#opener.onToggle} @keydown=${this.#move} @ui-select=${this.close} @pointermove=${this.#point}><slot></slot></div>
    `;
  }

  get #items(): readonly UiMenuItem[] {
    return [...this.querySelectorAll<UiMenuItem>('ui-menu-item')].filter(
      item => item instanceof UiMenuItem && !item.disabled && item.checkVisibility(),
    );
  }

  #press(): void {
    if (this.#opener.open) this.close();
    else this.show();
  }

  #openByKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    this.show();
  }

  #point(event: PointerEvent): void {
    const item = event.composedPath().find(each => each instanceof UiMenuItem);
    if (item !== undefined && !item.disabled) item.focus();
  }

  #move(event: KeyboardEvent): void {
    const items = this.#items;
    const at = items.findIndex(item => item.matches(':focus'));
    const to: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (Math.max(at, 0) - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = to[event.key] ?? this.#typing.find(event, items.length, at, index => items[index]!.textContent);
    if (event.key === 'Tab') this.close();
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-menu': UiMenu;
  }
}
