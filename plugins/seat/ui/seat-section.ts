import { Slice, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';

/** Loads the section when it is first shown: nobody needs it for the first screen. */
export class SeatSection extends LitElement {
  @property({ attribute: false }) view!: ViewHost;
  @state() private isLoaded = false;

  readonly #params = new Slice(this, () => this.view, 'params');

  override connectedCallback(): void {
    super.connectedCallback();
    void import('./seat-page.ts').then(({ SeatPage }) => {
      if (customElements.get('seat-page') === undefined) customElements.define('seat-page', SeatPage);
      this.isLoaded = true;
    });
  }

  override render() {
    if (!this.isLoaded) return nothing;
    const { setting = '' } = (this.#params.value ?? {}) as { readonly setting?: string };
    return html`<seat-page .view=${this.view} setting=${setting}></seat-page>`;
  }
}
