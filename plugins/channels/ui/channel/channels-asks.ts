import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ChannelsChannel, type ChannelView, type Message } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf, momentText } from '../words.ts';
import { asksStyles } from './channel-styles.ts';

const looked = 200;
const mostShown = 5;

/** The messages on which the person decides: those that may not have arrived, and the newest that have failed. */
export class ChannelsAsks extends LitElement {
  static override styles = asksStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) channel!: ChannelView;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #messages = new Query(this, () => this.view, ChannelsChannel, 'messages', {
    params: () => ({ channel: this.channel.id, limit: looked }),
    refreshOn: 'messagesChanged',
  });

  override render() {
    const { state } = this.#messages;
    if (state.status !== 'ready') return nothing;
    const open = state.value.messages.filter(message => message.state === 'uncertain' || message.state === 'failed');
    // The oldest uncertain one holds up the others.
    const first = [
      ...open.filter(message => message.state === 'uncertain').toReversed(),
      ...open.filter(message => message.state === 'failed'),
    ];
    return first.slice(0, mostShown).map(message => this.#ask(message));
  }

  #ask(message: Message) {
    const text = this.#text;
    const { name, direction, state, at, problem } = message;
    const isUncertain = state === 'uncertain';
    const title = text.of(isUncertain ? 'askArrived' : direction === 'in' ? 'askAnswer' : 'askFailed', { name });
    const since = text.of(isUncertain ? 'askSince' : 'askSinceFailed', { at: momentText(text.locale, at) });
    return html`<div class="ask" role="group" aria-label=${title}>
      <div class="top"><ui-state silent state=${isUncertain ? 'needs' : 'failed'}></ui-state><b dir="auto">${title}</b><span>${since}</span></div>
      <div class="said"><q dir="auto"><span>${message.text}</span></q><p>${isUncertain ? text.of('askWhy') : (problem?.message ?? '')}</p></div>
      <div class="foot">
        <ui-button @click=${() => this.#settle(message, 'drop')}>${text.of('drop')}</ui-button>
        ${isUncertain ? html`<ui-button kind="line" @click=${() => this.#settle(message, 'arrived')}>${text.of('arrived')}</ui-button>` : nothing}
        <ui-button kind="line" @click=${() => this.#settle(message, 'again')}>${text.of(direction === 'in' ? 'answerAgain' : 'again')}</ui-button>
      </div>
    </div>`;
  }

  async #settle({ id }: Message, how: 'arrived' | 'again' | 'drop'): Promise<void> {
    try {
      await this.view.connect(ChannelsChannel).call('settle', { message: id, how });
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}
