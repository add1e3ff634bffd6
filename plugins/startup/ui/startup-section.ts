import { Slice, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';

/** Loads the page when it is first shown, so that it is not part of the first screen. */
export class StartupSection extends LitElement {
  @property({ attribute: false }) view!: ViewHost;
  @state() private isLoaded = false;

  readonly #params = new Slice(this, () => this.view, 'params');

  override connectedCallback(): void {
    super.connectedCallback();
    void import('./startup-page.ts').then(({ StartupPage }) => {
      if (customElements.get('startup-page') === undefined) customElements.define('startup-page', StartupPage);
      this.isLoaded = true;
    });
  }

  override render() {
    if (!this.isLoaded) return nothing;
    const { setting = '' } = (this.#params.value ?? {}) as { readonly setting?: string };
    return html`<startup-page .view=${this.view} setting=${setting}></startup-page>`;
  }
}
