import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The dialog for a commit; its content is loaded when it is shown. */
export class WorktreeCommit extends LitElement {
  static override styles = css`:host { display: block; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./commit/worktree-changes.ts'));
  }

  override render() {
    return html`<worktree-changes .view=${this.view}></worktree-changes>`;
  }
}
