import { Slice } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { texts } from './texts.js';

/** Another start page, which the person can choose. */
export class HelloPanelHome extends LitElement {
  static properties = { view: { attribute: false } };

  static styles = css`
    :host { display: grid; place-content: center; min-block-size: 100%; padding: var(--s-24); text-align: center; }
    h1 { margin: 0 0 var(--s-8); font: 600 20px/28px var(--font); }
    p { margin: 0; max-inline-size: 48ch; color: var(--text-2); font: var(--t-14); text-wrap: balance; }
  `;

  #locale = new Slice(this, () => this.view, 'locale');

  render() {
    const text = texts[this.#locale.value ?? 'fr'];
    return html`<h1>${text.welcome}</h1><p>${text.about}</p>`;
  }
}
