import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import type { StandingHeader } from './header-inside.ts';

/**
 * The header of a screen: its title, a short line about it, and its actions. A main view that has one stands at the top of the window, and
 * the window shows no bar of its own above it.
 */
export class UiHeader extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; flex: none; container-type: inline-size; border-block-end: 1px solid var(--line); background: var(--surface); }
      header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; min-height: calc(var(--h-bar, var(--h-title)) - 1px); padding-block: 5px; padding-inline: var(--header-start, 28px) calc(12px + var(--header-end, 0px)); -webkit-app-region: drag; }
      header > :not(slot), ::slotted(*) { -webkit-app-region: no-drag; }
      .words { display: flex; flex: 0 1 auto; align-items: center; gap: 8px; min-width: 0; max-width: 100%; min-height: calc(var(--h-bar, var(--h-title)) - 11px); }
      h1 { flex: 0 1 auto; margin: 0; font: 600 13px/20px var(--font); }
      h1:focus { outline: none; }
      .meta { flex: 0 1 auto; font: var(--t-12); color: var(--text-2); }
      ::slotted(ui-tabs) { --tabs-height: calc(var(--h-bar, var(--h-title)) - 1px); flex: 0 1 auto; margin-block: -5px; margin-inline-start: 12px; }
      .acts { display: flex; flex-wrap: wrap; align-items: center; justify-content: end; gap: 4px 8px; min-width: 0; margin-inline-start: auto; }
      .acts:not(.some) { display: none; }
      @container (max-width: 720px) { .meta { display: none; } }
      @container (max-width: 560px) { ::slotted(ui-tabs) { order: 1; flex-basis: 100%; margin-block: -4px -5px; margin-inline: calc(16px - var(--header-start, 16px)) 0; } }
      ::slotted(ui-segmented) { margin-inline-start: auto; }
      @container (min-width: 561px) { .acts.beside { margin-inline-start: 0; } }
      @container (max-width: 560px) { ::slotted(ui-segmented) { order: 1; margin-inline-start: calc(16px - var(--header-start, 16px)); } }
      @container (max-width: 480px) { header { padding-inline: var(--header-start, 16px) calc(8px + var(--header-end, 0px)); } }
    `,
  ];

  @property() heading = '';
  /** A few words about the screen, such as how much there is; left out where the room is needed. */
  @property() meta = '';

  #left: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    const detail: StandingHeader = { header: this, whenLeft: told => void this.#left.push(told) };
    this.dispatchEvent(new CustomEvent('ui-header', { detail, bubbles: true, composed: true }));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const left = this.#left;
    this.#left = [];
    for (const told of left) told();
  }

  /** Focuses the title, which is where a screen begins. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('h1')?.focus(options);
  }

  override render() {
    const { heading, meta } = this;
    return html`
      <header>
        <span class="words">
          <slot name="start"></slot>
          <h1 class="cut" tabindex="-1">${heading}</h1>
          ${meta === '' ? nothing : html`<span class="meta cut" title=${meta}>${meta}</span>`}
        </span>
        <slot @slotchange=${this.#onBesides}></slot>
        <span class="acts"><slot name="actions" @slotchange=${this.#onActions}></slot></span>
      </header>
    `;
  }

  /** A choice stands beside the actions, at the end. */
  #onBesides(event: Event): void {
    const slot = event.target as HTMLSlotElement;
    const isBeside = slot.assignedElements().some(({ localName }) => localName === 'ui-segmented');
    slot.nextElementSibling?.classList.toggle('beside', isBeside);
  }

  /** Without actions, their row takes no room where it would be wrapped. */
  #onActions(event: Event): void {
    const slot = event.target as HTMLSlotElement;
    slot.parentElement?.classList.toggle('some', slot.assignedElements().length > 0);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-header': UiHeader;
  }
}
