import { Query, Slice, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ConversationsChannel } from '../../contract/index.ts';
import { markOf } from '../mark-of.ts';

/** In a narrow top bar, before the title, the state of the conversation on screen; in a wide window the list beside it shows it. */
export class ConversationsMark extends LitElement {
  static override styles = css`ui-state { margin-inline-end: 8px; }`;

  @property({ attribute: false }) view!: ViewHost;

  readonly #media = matchMedia('(max-width: 719px)');
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #row = new Query(this, () => (this.#id === '' ? undefined : this.view), ConversationsChannel, 'conversation', {
    params: () => ({ conversation: this.#id }),
    refreshOn: 'rowsChanged',
    concerns: ({ rows }) => rows.some(({ id }) => id === this.#id),
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#media.onchange = () => this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#media.onchange = null;
  }

  override render() {
    const { state } = this.#row;
    // What is kept from before belongs to another conversation.
    const mark = state.status === 'ready' && state.value.row.id === this.#id ? markOf(state.value.row) : undefined;
    return mark === undefined ? nothing : html`<ui-state state=${mark}></ui-state>`;
  }

  /** Empty in a wide window too, where nothing is asked. */
  get #id(): string {
    return (this.#media.matches && this.#conversation.value?.id) || '';
  }
}
