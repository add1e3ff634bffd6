import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ConversationsChannel, type Density, type Preferences } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { askThread } from './thread-events.ts';

/** The top bar's buttons for the conversation on screen: find, outline, and how much of tool calls is shown. */
export class ConversationsThreadBar extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; gap: 2px; }
    .narrow { display: none; }
    /* The title needs the room; what these do is in the menu. */
    @media (max-width: 719px) {
      :host > ui-icon-button { display: none; }
      .narrow { display: revert; }
    }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #preferences = new Query(this, () => this.view, ConversationsChannel, 'readPreferences', {
    params: () => ({}),
    refreshOn: 'preferencesChanged',
  });

  override render() {
    const { state } = this.#preferences;
    if (this.#conversation.value == null) return nothing;
    const text = this.#text;
    const preferences = state.status === 'ready' ? state.value : undefined;
    const density = (value: Density) =>
      html`<ui-menu-item radio .checked=${preferences?.density === value} @ui-select=${() => this.#save({ density: value })}>${text.of(`threadDensity.${value}`)}</ui-menu-item>`;
    const showThinking = preferences?.showThinking === true;
    return html`
      <ui-icon-button icon="search" label=${text.of('threadFind')} @click=${() => askThread('find')}></ui-icon-button>
      <ui-icon-button icon="list-tree" label=${text.of('threadOutline')} @click=${() => askThread('outline')}></ui-icon-button>
      <ui-menu end label=${text.of('threadShow')}>
        <ui-icon-button slot="trigger" icon="rows-3" label=${text.of('threadShow')}></ui-icon-button>
        <ui-menu-item class="narrow" icon="search" @ui-select=${() => askThread('find')}>${text.of('threadFind')}</ui-menu-item>
        <ui-menu-item class="narrow" icon="list-tree" @ui-select=${() => askThread('outline')}>${text.of('threadOutline')}</ui-menu-item>
        <hr class="narrow" />
        ${density('compact')}${density('lines')}${density('open')}
        <hr />
        <ui-menu-item .checked=${showThinking} @ui-select=${() => this.#save({ showThinking: !showThinking })}>${text.of('threadShowThinking')}</ui-menu-item>
      </ui-menu>
    `;
  }

  #save(change: Partial<Preferences>): void {
    void this.view.connect(ConversationsChannel).call('savePreferences', change);
  }
}
