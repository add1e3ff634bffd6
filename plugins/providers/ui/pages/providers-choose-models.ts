import type { ViewHost } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { plain } from '../parts/styles.ts';

/** Every model that can be used, to be starred. */
export class ProvidersChooseModels extends LitElement {
  static override styles = [plain];

  @property({ attribute: false }) view!: ViewHost;

  override render() {
    return html`<providers-models .view=${this.view} most="10"></providers-models>`;
  }
}
