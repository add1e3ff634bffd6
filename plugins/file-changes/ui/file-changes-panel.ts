import { Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { texts } from './texts.ts';

/** The changes of the conversation on screen. */
export class FileChangesPanel extends LitElement {
  static override styles = css`
    :host { display: flex; flex-direction: column; height: 100%; min-height: 0; background: var(--surface); }
    header { display: flex; align-items: center; flex: none; height: var(--h-title); padding-block: 0; padding-inline: 12px 8px; border-block-end: 1px solid var(--line); }
    h2 { margin: 0; font: var(--t-13); font-weight: 600; }
    file-changes-list { flex: 1; min-height: 0; }
    ui-empty { flex: 1; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');

  override render() {
    const id = this.#conversation.value?.id;
    if (id !== undefined) return keyed(id, html`<file-changes-list .view=${this.view} .conversation=${id}></file-changes-list>`);
    return html`
      <header><h2>${this.#text.of('changes')}</h2></header>
      <ui-empty icon="file-diff" text=${this.#text.of('noConversation')}></ui-empty>
    `;
  }
}
