import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The place of the specialists in the panel; what stands there is loaded after the first paint. */
export class SpecialistsPanel extends LitElement {
  static override styles = css`:host { display: block; height: 100%; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./team/define-team.ts'));
  }

  override render() {
    return html`<specialists-team .view=${this.view}></specialists-team>`;
  }
}
