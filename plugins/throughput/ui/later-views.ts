import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The widget; the gauge in it is loaded after the first paint. */
export class ThroughputWidget extends LitElement {
  static override styles = css`:host { display: flex; justify-content: flex-end; min-width: 0; height: 100%; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./throughput-gauge.ts'));
  }

  override render() {
    return html`<throughput-gauge .view=${this.view}></throughput-gauge>`;
  }
}
