import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';

/** One tab; its panel is the child whose slot has its id. */
export interface UiTab {
  readonly id: string;
  readonly label: string;
  /** A count beside the label; `badge` shows it as a badge. */
  readonly count?: string;
  readonly badge?: boolean;
  readonly disabled?: boolean;
}

/** Tabs with one visible panel. Fires `change`; `selected` is the id of the shown tab. */
export class UiTabs extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: flex; flex-direction: column; min-height: 0; min-width: 0; }
      [role="tablist"] { display: flex; gap: 20px; height: var(--tabs-height, 40px); flex: none; padding-inline: var(--tabs-inset, 0); border-block-end: 1px solid var(--line); overflow-x: auto; scrollbar-width: none; }
      :host([bare]) [role="tablist"] { border: 0; }
      button { position: relative; display: flex; flex: none; align-items: center; gap: 6px; max-width: 200px; font-weight: 500; color: var(--text-2); white-space: nowrap; border-radius: var(--r-4); transition: color var(--fast); }
      button > span:first-child { overflow: hidden; text-overflow: ellipsis; }
      button:hover { color: var(--text); }
      button:focus-visible { outline-offset: -4px; }
      button[aria-selected="true"] { color: var(--text); }
      button[aria-selected="true"]::after { content: ""; position: absolute; inset: auto 0 0; height: 2px; border-radius: 2px 2px 0 0; background: var(--text); }
      button:disabled { color: var(--text-3); opacity: 0.6; }
      .count { font: 400 11px/16px var(--font); color: var(--text-3); font-variant-numeric: tabular-nums; }
      [role="tabpanel"] { flex: 1; min-height: 0; min-width: 0; border-radius: var(--r-4); }
      @media (forced-colors: active) { button[aria-selected="true"]::after { background: Highlight; } }
    `,
  ];

  @property({ attribute: false }) tabs: readonly UiTab[] = [];
  @property({ reflect: true }) selected = '';
  @property() label = '';
  /** The tabs alone, without panels. */
  @property({ type: Boolean, reflect: true }) bare = false;

  override updated(): void {
    this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }

  override render() {
    const shown = this.#shown;
    return html`
      <div role="tablist" part="tabs" aria-label=${this.label || nothing} @keydown=${this.#move}>${this.tabs.map(tab => this.#tab(tab, tab.id === shown))}</div>
      ${this.bare ? nothing : html`<div role="tabpanel" id="panel" aria-labelledby="tab-${shown}"><slot name=${shown}></slot></div>`}
    `;
  }

  get #shown(): string {
    return this.tabs.some(tab => tab.id === this.selected) ? this.selected : (this.tabs[0]?.id ?? '');
  }

  #tab({ id, label, count, badge = false, disabled = false }: UiTab, isShown: boolean) {
    const mark = badge ? html`<ui-badge round>${count}</ui-badge>` : html`<span class="count" part="count">${count}</span>`;
    return html`<button
      role="tab"
      id="tab-${id}"
      tabindex=${isShown ? 0 : -1}
      aria-selected=${isShown ? 'true' : 'false'}
      aria-controls=${isShown && !this.bare ? 'panel' : nothing}
      ?disabled=${disabled}
      @click=${() => this.#show(id)}
    ><span title=${label}>${label}</span> ${count === undefined ? nothing : mark}</button>`;
  }

  #move(event: KeyboardEvent): void {
    const able = this.tabs.filter(tab => tab.disabled !== true);
    const at = able.findIndex(tab => tab.id === this.#shown);
    const forward = this.matches(':dir(rtl)') ? -1 : 1;
    const to: Readonly<Record<string, number>> = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: able.length - 1 };
    const next = to[event.key];
    if (next === undefined || able.length === 0) return;
    event.preventDefault();
    const { id } = able[(next + able.length) % able.length]!;
    this.#show(id);
    this.renderRoot.querySelector<HTMLElement>(`#tab-${CSS.escape(id)}`)?.focus();
  }

  #show(id: string): void {
    if (id === this.#shown) return;
    this.selected = id;
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-tabs': UiTabs;
  }
}
