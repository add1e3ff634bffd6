import { afterPaint, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import type { ConversationsList } from './conversations-list.ts';
import { headStyles } from './head-styles.ts';
import { listHead } from './list-head.ts';

const listElement = 'conversations-rows';

/** The head of the list for the first frame, without rows. The list itself is loaded right after, and has the same head. */
export class ListBeginning extends LitElement {
  static override styles = [headStyles, css`conversations-rows { flex: auto; margin: 0; }`];

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);

  override firstUpdated(): void {
    if (customElements.get(listElement) === undefined) void afterPaint().then(this.#load);
  }

  override render() {
    if (customElements.get(listElement) !== undefined) return html`<conversations-rows .view=${this.view}></conversations-rows>`;
    const text = this.#text;
    return listHead({
      text,
      isFlat: false,
      searching: false,
      filter: html`<ui-icon-button size="24" icon="list-filter" label=${text.of('listFilter')}></ui-icon-button>`,
      search: this.#search,
      addProject: () => void this.view.run('conversations.addProject', {}),
    });
  }

  readonly #load = async (): Promise<void> => {
    const { ConversationsList } = await import('./conversations-list.ts');
    if (customElements.get(listElement) === undefined) customElements.define(listElement, ConversationsList);
    this.requestUpdate();
    await this.updateComplete;
  };

  readonly #search = async (): Promise<void> => {
    await this.#load();
    this.renderRoot.querySelector<ConversationsList>(listElement)?.toggleSearch();
  };
}
