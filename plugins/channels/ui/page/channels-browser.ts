import type { Handle } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { ChannelsChannel, type ChannelView } from '../../contract/index.ts';
import type { ChannelsList } from '../list/channels-list.ts';
import { texts } from '../texts.ts';
import { failureOf, grouped } from '../words.ts';
import { browserStyles } from './browser-styles.ts';

/** The page of channels: all of them, and the one that is chosen. */
export class ChannelsBrowser extends LitElement {
  static override styles = browserStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private selected: string | undefined;
  /** In a narrow window, the channel lies over the list. */
  @state() private opened = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #channels = new Query(this, () => this.view, ChannelsChannel, 'list', { params: () => ({}), refreshOn: 'channelsChanged' });
  #messages: Handle | undefined;
  #asked = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#messages?.dispose();
    this.#messages = undefined;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.view === undefined || !this.isConnected) return;
    // What waits in a channel changes with its messages.
    this.#messages ??= this.view.connect(ChannelsChannel).on('messagesChanged', () => this.#channels.refresh());
    if (changed.has('view')) this.selected = (Object(this.view.state.get()) as { readonly selected?: string }).selected;
    const asked = JSON.stringify(this.#params.value ?? {});
    if (asked !== this.#asked) {
      this.#asked = asked;
      const { channel } = (this.#params.value ?? {}) as { readonly channel?: string };
      if (channel !== undefined) this.#select(channel);
    }
    const { channels } = this;
    if (channels === undefined || channels.some(({ id }) => id === this.selected)) return;
    // A wide window always shows one.
    this.selected = grouped(channels)[0]?.[1][0]?.id;
    this.opened = false;
  }

  override render() {
    const text = this.#text;
    const { state: loaded } = this.#channels;
    const { channels } = this;
    const paused = loaded.status === 'ready' && loaded.value.paused;
    const [icon, pause] = paused ? ['play', text.of('resumeAll')] : ['circle-pause', text.of('pauseAll')];
    const toggle = () => void this.#try(() => this.view.connect(ChannelsChannel).call(paused ? 'resumeAll' : 'pauseAll', {}));
    return html`
      <ui-header heading=${text.of('name')} meta=${this.#meta(channels)}>
        ${
          channels === undefined || channels.length === 0
            ? nothing
            : html`<ui-button slot="actions" class="large" kind="line" icon=${icon} @click=${toggle}>${pause}</ui-button><ui-icon-button slot="actions" class="small" icon=${icon} label=${pause} @click=${toggle}></ui-icon-button>`
        }
        <ui-button slot="actions" kind="line" icon="plus" @click=${this.#add}>${text.of('add')}</ui-button>
      </ui-header>
      <div class="body">${this.#body(channels, paused)}</div>
    `;
  }

  #body(channels: readonly ChannelView[] | undefined, paused: boolean) {
    const text = this.#text;
    const { state: loaded } = this.#channels;
    if (loaded.status === 'failed')
      return html`<div class="problem"><ui-alert kind="danger">${loaded.error.in(text.locale)}<ui-button slot="actions" size="24" @click=${() => this.#channels.refresh()}>${text.of('tryAgain')}</ui-button></ui-alert></div>`;
    if (channels === undefined) return html`<div class="nothing"><ui-progress label=${text.of('loading')}></ui-progress></div>`;
    if (channels.length === 0)
      return html`<div class="nothing"><ui-empty icon="radio" text=${text.of('empty')}><ui-button kind="accent" icon="plus" @click=${this.#add}>${text.of('add')}</ui-button></ui-empty></div>`;
    const channel = channels.find(({ id }) => id === this.selected);
    return html`<div class="cols ${this.opened ? 'opened' : ''}">
      <channels-list .view=${this.view} .channels=${channels} .selected=${this.selected} .paused=${paused}
        @choose=${(event: CustomEvent<string>) => this.#choose(event.detail)}></channels-list>
      <div class="one">
        <div class="back"><ui-button icon="arrow-left" @click=${this.#close}>${text.of('backToList')}</ui-button></div>
        ${channel === undefined ? nothing : keyed(channel.id, html`<channels-channel .view=${this.view} .channel=${channel}></channels-channel>`)}
      </div>
    </div>`;
  }

  get channels(): readonly ChannelView[] | undefined {
    const { state: loaded } = this.#channels;
    return loaded.status === 'ready' ? loaded.value.channels : undefined;
  }

  #meta(channels: readonly ChannelView[] | undefined): string {
    if (channels === undefined || channels.length === 0) return '';
    const count = channels.filter(({ state: now }) => now === 'connected').length;
    return this.#text.of('connectedOf', { count, all: channels.length });
  }

  readonly #add = (): void => void this.view.run('extensions.showMarketplace');

  /** Of the person's own accord: the focus goes along. */
  #choose(id: string): void {
    this.#select(id);
    void this.updateComplete.then(() => {
      const back = this.renderRoot.querySelector<HTMLElement>('.back');
      if (back?.checkVisibility() === true) back.querySelector<HTMLElement>('ui-button')?.focus();
    });
  }

  #select(id: string): void {
    this.selected = id;
    this.opened = true;
    this.view.state.set({ selected: id });
  }

  readonly #close = (): void => {
    this.opened = false;
    void this.updateComplete.then(() => this.renderRoot.querySelector<ChannelsList>('channels-list')?.focus());
  };

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}
