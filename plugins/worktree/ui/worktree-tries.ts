import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The page of tasks that several models try; its content is loaded when it is shown. */
export class WorktreeTries extends LitElement {
  static override styles = css`:host { display: block; height: 100%; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./tries/define-tries.ts'));
  }

  override render() {
    return html`<tries-page .view=${this.view}></tries-page>`;
  }
}
