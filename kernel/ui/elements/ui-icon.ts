import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { findIcon } from '../icons/find-icon.ts';
import { base } from './base.ts';

/** An icon of Lucide's by its name, in the colour of the words around it. One that nobody knows is a plain square. */
export class UiIcon extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: inline-block; flex: none; width: var(--icon-size, var(--icon)); height: var(--icon-size, var(--icon)); color: inherit; vertical-align: -3px; }
      :host([small]) { --icon-size: 14px; }
      svg { display: block; width: 100%; height: 100%; overflow: visible; fill: none; stroke: currentColor; stroke-width: var(--stroke); stroke-linecap: round; stroke-linejoin: round; }
      :host([small]) svg { stroke-width: 2; }
      :host([filled]) svg { fill: currentColor; }
    `,
  ];

  @property() name = '';
  /** Says what it means where no word beside it does. */
  @property() label = '';
  /** 14 px, with a stroke that stays as strong. */
  @property({ type: Boolean, reflect: true }) small = false;
  @property({ type: Boolean, reflect: true }) filled = false;

  override render() {
    const { label } = this;
    return html`<svg viewBox="0 0 24 24" role=${label === '' ? nothing : 'img'} aria-label=${label || nothing} aria-hidden=${label === '' ? 'true' : nothing}><path d=${this.#path()} /></svg>`;
  }

  #path(): string {
    const path = findIcon(this.name);
    if (typeof path === 'string') return path;
    void path.then(() => this.requestUpdate());
    return '';
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-icon': UiIcon;
  }
}
