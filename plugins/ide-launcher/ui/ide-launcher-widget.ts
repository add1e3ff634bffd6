import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The place of the editor in the top bar; what stands there is loaded after the first paint. */
export class IdeLauncherWidget extends LitElement {
  static override styles = css`:host { display: flex; justify-content: flex-end; min-width: 0; height: 100%; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./ide-launcher-button.ts'));
  }

  override render() {
    return html`<ide-launcher-button .view=${this.view}></ide-launcher-button>`;
  }
}
