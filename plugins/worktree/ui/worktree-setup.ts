import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The dialog for the set-up of worktrees; its content is loaded when it is shown. */
export class WorktreeSetup extends LitElement {
  static override styles = css`:host { display: block; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./setup/setup-dialog.ts'));
  }

  override render() {
    return html`<setup-dialog .view=${this.view}></setup-dialog>`;
  }
}
