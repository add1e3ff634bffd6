import { Slice, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { FollowLayout } from './follow-layout.ts';

/** The project and the conversation on screen, or the title of the main view. */
export class WorkbenchLocation extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; gap: 6px; min-width: 0; white-space: nowrap; }
    h1, span { margin: 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; font: var(--t-13); }
    h1 { font-weight: 600; }
    .of { color: var(--text-2); }
    .slash { flex: none; color: var(--text-3); }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #project = new Slice(this, () => this.view, 'project');
  readonly #layout = new FollowLayout(this, () => this.view);

  override render() {
    const project = this.#project.value?.name;
    const title = this.#conversation.value?.title ?? this.#layout.value?.title ?? '';
    return html`
      ${project === undefined ? nothing : html`<span class="of">${project}</span><span class="slash" aria-hidden="true">/</span>`}
      <h1>${title}</h1>
    `;
  }
}
