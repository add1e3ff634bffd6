import { Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { FileChangesDiff } from './file-changes-diff.ts';
import { FileChangesList } from './file-changes-list.ts';
import { texts } from './texts.ts';

/** The changes of the conversation on screen. */
export class FileChangesPanel extends LitElement {
  static override styles = css`
    :host { display: flex; flex-direction: column; height: 100%; min-height: 0; background: var(--surface); }
    file-changes-list { flex: 1; min-height: 0; }
    ui-empty { flex: 1; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');

  override render() {
    const id = this.#conversation.value?.id;
    if (id !== undefined) return keyed(id, html`<file-changes-list .view=${this.view} .conversation=${id}></file-changes-list>`);
    return html`<ui-empty icon="file-diff" text=${this.#text.of('noConversation')}></ui-empty>`;
  }
}

for (const [name, part] of [
  ['file-changes-list', FileChangesList],
  ['file-changes-diff', FileChangesDiff],
] as const)
  if (customElements.get(name) === undefined) customElements.define(name, part);
