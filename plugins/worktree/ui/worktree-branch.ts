import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The place of the branch in the top bar; what stands there is loaded after the first paint. */
export class WorktreeBranch extends LitElement {
  static override styles = css`:host { display: flex; justify-content: flex-end; min-width: 0; height: 100%; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./worktree-chip.ts'));
  }

  override render() {
    return html`<worktree-chip .view=${this.view}></worktree-chip>`;
  }
}
