import { ConversationsChannel } from '@atelier/conversations/contract';
import type { Handle } from '@atelier/kernel';
import { reopened, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { MemoryChannel } from '../../contract/index.ts';
import { setPrivate, shownConversation } from './privacy.ts';
import { texts } from './texts.ts';

/** The switch of the conversation on screen: private, so that nothing of it is remembered, or not. It is an icon, and says so in words while it is on. */
export class MemoryPrivacy extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; }
    .large { display: none; }
    @media (min-width: 720px) {
      :host([private]) .large { display: revert; }
      :host([private]) .small { display: none; }
    }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private isPrivate: boolean | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  /** Each renders it again when what is on screen changes. */
  readonly #slices = (['conversation', 'project', 'thread'] as const).map(name => new Slice(this, () => this.view, name));
  #handles: Handle[] = [];
  #shown: string | undefined;
  /** How often it was told how it is. */
  #told = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
    this.#shown = undefined;
  }

  override willUpdate(): void {
    if (!this.isConnected || this.view === undefined || this.#slices.length === 0) return;
    if (this.#handles.length === 0) {
      const conversations = this.view.connect(ConversationsChannel);
      this.#handles.push(
        conversations.on('rowsChanged', ({ rows }) => {
          const row = rows.find(({ id }) => id === this.#shown);
          if (row !== undefined) this.#take(row.private === true);
        }),
        conversations.on(reopened as 'rowsChanged', () => this.#shown !== undefined && void this.#read(this.#shown)),
        // What has not begun is private by its draft; what a window types into that says nothing of it.
        conversations.on('draftChanged', ({ of, by }) => {
          if (by === undefined && of === this.#shown && this.view.slices.get('conversation') === null) void this.#read(of);
        }),
      );
    }
    const shown = shownConversation(this.view);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.isPrivate = undefined;
    if (shown !== undefined) void this.#read(shown);
  }

  override render() {
    const { isPrivate } = this;
    this.toggleAttribute('private', isPrivate === true);
    if (isPrivate === undefined) return nothing;
    const text = this.#text;
    const [icon, label, tip] = isPrivate
      ? (['lock', text.of('private'), text.of('privateTip')] as const)
      : (['lock-open', text.of('makePrivate'), text.of('makePrivateTip')] as const);
    return html`
      <ui-chip class="large" icon=${icon} tip=${tip} .pressed=${isPrivate} @click=${this.#toggle}>${label}</ui-chip>
      <ui-icon-button class="small" icon=${icon} label=${label} .pressed=${isPrivate} @click=${this.#toggle}></ui-icon-button>
    `;
  }

  #take(isPrivate: boolean | undefined): void {
    this.#told += 1;
    this.isPrivate = isPrivate;
  }

  async #read(conversation: string): Promise<void> {
    const told = this.#told;
    // A conversation that is gone, or hidden, has no switch.
    const found = await this.view
      .connect(MemoryChannel)
      .call('privacy', { conversation })
      .catch(() => undefined);
    // What was told meanwhile is newer.
    if (this.#shown === conversation && this.#told === told) this.#take(found?.private);
  }

  readonly #toggle = async (): Promise<void> => {
    const conversation = this.#shown;
    if (conversation === undefined || this.isPrivate === undefined) return;
    const hadFocus = this.matches(':focus-within');
    const isPrivate = await setPrivate(this.view, conversation, !this.isPrivate);
    if (this.#shown !== conversation) return;
    this.isPrivate = isPrivate;
    await this.updateComplete;
    // The other form of the switch is shown now.
    if (hadFocus)
      for (const form of this.renderRoot.querySelectorAll<HTMLElement>('.large, .small')) if (form.checkVisibility()) form.focus();
  };
}
