import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The worktrees in the settings, below what is stored; its content is loaded when it is shown. */
export class WorktreeStored extends LitElement {
  static override styles = css`:host { display: block; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('./stored/stored-worktrees.ts'));
  }

  override render() {
    return html`<stored-worktrees .view=${this.view}></stored-worktrees>`;
  }
}
