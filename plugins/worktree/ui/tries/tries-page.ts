import { Slice, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** A task and its tries; without one, the form of a new one. */
export class TriesPage extends LitElement {
  static override styles = css`:host { display: block; height: 100%; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  readonly #params = new Slice(this, () => this.view, 'params');

  override render() {
    const { task, project, text, from } = (this.#params.value ?? {}) as { task?: string; project?: string; text?: string; from?: string };
    return task === undefined
      ? html`<tries-form .view=${this.view} .project=${project ?? ''} .task=${text ?? ''} .from=${from}></tries-form>`
      : html`<tries-comparison .view=${this.view} .task=${task}></tries-comparison>`;
  }
}
