import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The place of the terminal in the panel; what stands there is loaded after the first paint. */
export class TerminalPanel extends LitElement {
  static override styles = css`:host { display: block; height: 100%; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./terminal-runs.ts'));
  }

  override render() {
    return html`<terminal-runs .view=${this.view}></terminal-runs>`;
  }
}
