import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ChannelsChannel, type ChannelView, type Message } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { fullMomentText, markOf, momentText, stateText } from '../words.ts';
import { messagesStyles } from './channel-styles.ts';

const page = 12;

/** What came and went through a channel, and what became of it, the newest first. */
export class ChannelsMessages extends LitElement {
  static override styles = messagesStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) channel!: ChannelView;
  /** Where the page begins; the newest if left out. */
  @state() private from: number | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #messages = new Query(this, () => this.view, ChannelsChannel, 'messages', {
    params: () => ({ channel: this.channel.id, limit: page, ...(this.from !== undefined && { before: this.from }) }),
    refreshOn: 'messagesChanged',
  });

  override render() {
    const text = this.#text;
    const { state: loaded } = this.#messages;
    const messages = loaded.status === 'ready' ? loaded.value.messages : [];
    const next = loaded.status === 'ready' ? loaded.value.next : undefined;
    const { received, sent } = this.channel.today;
    return html`<section aria-label=${text.of('delivery')}>
      <h3>${text.of('delivery')}<span>${text.of('todayCounts', { received, sent })}</span></h3>
      ${loaded.status === 'failed' ? html`<ui-alert kind="danger">${loaded.error.in(text.locale)}</ui-alert>` : nothing}
      ${loaded.status === 'ready' && messages.length === 0 ? html`<p>${text.of('noMessages')}</p>` : nothing}
      <ol>${messages.map(message => this.#message(message))}</ol>
      ${this.from === undefined ? nothing : html`<ui-button @click=${() => (this.from = undefined)}>${text.of('newest')}</ui-button>`}
      ${next === undefined ? nothing : html`<ui-button @click=${() => (this.from = next)}>${text.of('older')}</ui-button>`}
    </section>`;
  }

  #message(message: Message) {
    const text = this.#text;
    const { direction, name, at, state: now, problem, files } = message;
    const said = message.text.trim() || (files === undefined ? '' : text.count('files', files));
    const shown = direction === 'in' ? text.of('from', { name, text: said }) : said;
    return html`<li class=${now}>
      <time title=${fullMomentText(text.locale, at)} datetime=${new Date(at).toISOString()}>${momentText(text.locale, at)}</time>
      <ui-icon name=${direction === 'in' ? 'arrow-down' : 'arrow-up'} label=${direction === 'in' ? text.of('in') : text.of('out')}></ui-icon>
      <span class="text" dir="auto" title=${shown}>${shown}</span>
      <span class="state"><ui-state silent state=${markOf(message)}></ui-state>${stateText(text, message)}</span>
      ${problem === undefined || now === 'sent' || now === 'answered' ? nothing : html`<p class="problem">${problem.message}</p>`}
    </li>`;
  }
}
