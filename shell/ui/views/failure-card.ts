import type { AppError } from '@atelier/kernel';
import { Slice } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { words } from '../text.ts';
import { theWindow } from '../window/current.ts';
import type { ShownView } from '../window/views.ts';

const lineSlots = ['topbar', 'topbar.widget', 'status', 'titlebar'];

/** Shown in place of a failed view: the error, and a button to try again. In a bar, only an icon button fits. */
export class FailureCard extends LitElement {
  static override styles = css`
    :host { display: block; padding: 12px; container-type: inline-size; }
    .card { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 4px 8px; max-width: 520px; margin: 0 auto; padding: 12px; border-radius: var(--r-8); background: var(--raised); box-shadow: inset 0 0 0 1px var(--line); }
    ui-state { margin-block-start: 2px; }
    h2 { margin: 0; font: 600 13px/20px var(--font); }
    p { grid-column: 2; margin: 0; color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
    code { font: 500 11px/16px var(--mono); color: var(--text-3); font-variant-ligatures: none; }
    .acts { grid-column: 2; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-block-start: 8px; }
    :host([data-line]) { display: inline-flex; flex: none; padding: 0; container-type: normal; }
    button { display: grid; place-items: center; inline-size: 24px; block-size: 24px; padding: 0; border: 0; border-radius: var(--r-4); background: none; }
    button:hover { background: var(--hover); }
    button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    button ui-state { margin: 0; }
    @container (max-width: 240px) { :host { padding: 4px; } p { font: var(--t-12); } }
  `;

  @property({ attribute: false }) view!: ShownView;
  @property({ attribute: false }) problem!: AppError;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');

  override willUpdate(): void {
    this.toggleAttribute('data-line', this.#isInLine);
  }

  override render() {
    const locale = this.#locale.value ?? 'fr';
    const text = words(locale);
    if (this.#isInLine) return this.#iconButton(`${text.notShown(this.view.title)}. ${this.problem.in(locale)} ${text.retry}.`);
    return html`
      <div class="card" role="alert">
        <ui-state state="failed" silent></ui-state>
        <h2>${text.notShown(this.view.title)}</h2>
        <p>${this.problem.in(locale)}</p>
        <p><code>${this.problem.code}</code></p>
        <div class="acts"><ui-button kind="line" @click=${this.#retry}>${text.retry}</ui-button></div>
      </div>
    `;
  }

  get #isInLine(): boolean {
    return lineSlots.includes(this.view.slot);
  }

  #iconButton(words: string) {
    return html`<button type="button" aria-label=${words} title=${words} @click=${this.#retry}><ui-state state="failed" silent></ui-state></button>`;
  }

  #retry() {
    this.dispatchEvent(new CustomEvent('again'));
  }
}
