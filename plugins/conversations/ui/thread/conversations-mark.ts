import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ConversationsChannel } from '../../contract/index.ts';
import { markOf } from '../mark-of.ts';
import { texts } from '../texts.ts';

/**
 * In a narrow top bar, before the title, the state of the conversation on screen, and a dot on the button of the menu while another one
 * waits for the person; in a wide window the list beside it shows both.
 */
export class ConversationsMark extends LitElement {
  static override styles = css`
    :host { position: relative; }
    ui-state { margin-inline-end: 8px; }
    i { position: absolute; inset-block-end: 50%; inset-inline-end: calc(100% + 8px); inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--text); }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #media = matchMedia('(max-width: 719px)');
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #text = new Texts(this, () => this.view, texts);
  readonly #active = new Query(this, () => (this.#media.matches ? this.view : undefined), ConversationsChannel, 'active', {
    params: () => ({}),
    refreshOn: 'rowsChanged',
  });
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
    const active = this.#media.matches && this.#active.state.status === 'ready' ? this.#active.state.value : [];
    const waiting = active.filter(row => row.state === 'needsYou' && row.id !== this.#id).length;
    return html`${waiting === 0 ? nothing : html`<i role="img" aria-label=${this.#text.count('statusNeedsYou', waiting)}></i>`}${mark === undefined ? nothing : html`<ui-state state=${mark}></ui-state>`}`;
  }

  /** Empty in a wide window too, where nothing is asked. */
  get #id(): string {
    return (this.#media.matches && this.#conversation.value?.id) || '';
  }
}
