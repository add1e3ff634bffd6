import { Slice } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { texts } from './texts.js';

/** Greets a person, and remembers the name while the window is open. */
export class HelloPanelGreeting extends LitElement {
  static properties = { view: { attribute: false }, greeting: { state: true }, problem: { state: true } };

  static styles = css`
    * { box-sizing: border-box; }
    :host { display: block; padding: var(--s-16); color: var(--text); font: var(--t-13); }
    form { display: flex; gap: var(--s-8); }
    input { flex: 1; min-inline-size: 0; }
    input, button { block-size: var(--h-28); padding-inline: var(--s-8); border: 1px solid var(--line-strong); border-radius: var(--r-6); background: var(--raised); color: inherit; font: inherit; }
    button:hover { background: var(--hover); }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    p { margin-block: var(--s-12) 0; }
    [role="alert"] { color: var(--danger-text); }
  `;

  #locale = new Slice(this, () => this.view, 'locale');

  render() {
    const text = texts[this.#locale.value ?? 'fr'];
    return html`
      <form @submit=${this.#greet}>
        <input name="name" aria-label=${text.name} placeholder=${text.name} maxlength="80" required .value=${this.view?.state.get()?.name ?? ''} />
        <button>${text.greet}</button>
      </form>
      ${this.greeting === undefined ? nothing : html`<p role="status">${this.greeting}</p>`}
      ${this.problem === undefined ? nothing : html`<p role="alert">${this.problem}</p>`}
    `;
  }

  async #greet(event) {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    this.view.state.set({ name });
    try {
      this.greeting = await this.view.run('hello-panel.greet', { name, locale: this.#locale.value });
      this.problem = undefined;
    } catch (error) {
      this.problem = error.message;
    }
  }
}
