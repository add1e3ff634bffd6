import type { ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';

/** Loads the page when it is first shown, so that it is not part of the first screen. */
export class UpdatesSection extends LitElement {
  @property({ attribute: false }) view!: ViewHost;
  @state() private isLoaded = false;

  override connectedCallback(): void {
    super.connectedCallback();
    void import('./page/updates-page.ts').then(({ UpdatesPage }) => {
      if (customElements.get('updates-page') === undefined) customElements.define('updates-page', UpdatesPage);
      this.isLoaded = true;
    });
  }

  override render() {
    return this.isLoaded ? html`<updates-page .view=${this.view}></updates-page>` : nothing;
  }
}
