import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { KitTexts } from './kit-texts.ts';
import { UiInput } from './ui-input.ts';

/** A search input: Escape and a cross empty it. */
export class UiSearch extends UiInput {
  /** The keyboard shortcut that focuses it. */
  @property() kbd = '';

  readonly #texts = new KitTexts(this);

  constructor() {
    super();
    this.type = 'search';
    this.icon = 'search';
  }

  override willUpdate(): void {
    if (this.placeholder === '' && this.label === '') this.label = this.#texts.text.search;
  }

  protected override end(): unknown {
    if (this.value !== '') {
      return html`<ui-icon-button style="margin-inline-end:-4px" size="24" icon="x" label=${this.#texts.text.clear} @click=${this.#clear}></ui-icon-button>`;
    }
    return this.kbd === '' ? nothing : html`<ui-kbd keys=${this.kbd}></ui-kbd>`;
  }

  protected override keyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.value === '') return super.keyDown(event);
    event.preventDefault();
    event.stopPropagation();
    this.#clear();
  }

  readonly #clear = (): void => {
    this.value = '';
    this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    this.changed();
    this.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-search': UiSearch;
  }
}
