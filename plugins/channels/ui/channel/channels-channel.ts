import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ChannelsChannel, type ChannelView, type Thread } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { stateOf } from '../window/channel-state.ts';
import { failureOf, fullMomentText, momentText } from '../words.ts';
import { channelStyles } from './channel-styles.ts';

/** One channel: how it is, what came and went, its conversations, who may write, and what they can set off. */
export class ChannelsChannelElement extends LitElement {
  static override styles = channelStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) channel!: ChannelView;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #threads = new Query(this, () => this.view, ChannelsChannel, 'threads', {
    params: () => ({ channel: this.channel.id }),
    refreshOn: 'messagesChanged',
  });

  override render() {
    const text = this.#text;
    const { channel, view } = this;
    const { title, icon, on, problem } = channel;
    return html`<div class="page">
      <header>
        <span class="tile"><ui-icon name=${icon}></ui-icon></span>
        <div class="who"><h2 dir="auto">${title}</h2>${this.#about(channel)}</div>
        <div class="acts"><ui-switch .checked=${on} aria-label=${title} @change=${this.#switch}>${text.of('on')}</ui-switch></div>
      </header>
      ${problem === undefined || !on ? nothing : html`<ui-alert kind="warn">${problem.message}</ui-alert>`}
      <channels-asks .view=${view} .channel=${channel}></channels-asks>
      <div class="two">
        <div>
          <channels-messages .view=${view} .channel=${channel}></channels-messages>
          ${this.#conversations()}
        </div>
        <channels-people .view=${view} .channel=${channel}></channels-people>
      </div>
    </div>`;
  }

  #about(channel: ChannelView) {
    const text = this.#text;
    const { state, since, lastAt, account } = channel;
    const at = (time: number) => momentText(text.locale, time);
    const parts = [
      state === 'connected' && since !== undefined ? text.of('connectedSince', { at: at(since) }) : text.of(`state.${state}`),
      ...(lastAt === undefined ? [] : [text.of('lastMessage', { at: at(lastAt) })]),
    ];
    return html`<div class="about">
      <span><ui-state silent state=${stateOf({ ...channel, uncertain: 0 })}></ui-state>${parts.join(' · ')}</span>${account === undefined ? nothing : html`<code dir="auto">${account}</code>`}
    </div>`;
  }

  #conversations() {
    const text = this.#text;
    const { state } = this.#threads;
    const threads = state.status === 'ready' ? state.value : [];
    return html`<section class="threads" aria-label=${text.of('conversations')}>
      <h3>${text.of('conversations')}</h3>
      ${
        threads.length === 0
          ? html`<p>${text.of('noThreads')}</p>`
          : html`<ul>${threads.map(thread => html`<li>${this.#thread(thread)}</li>`)}</ul>`
      }
    </section>`;
  }

  #thread({ name, thread, conversation, messages, lastAt }: Thread) {
    const text = this.#text;
    // A private thread of IRC is the name and by whom it is.
    const title = `${thread} `.startsWith(`${name} `) ? thread : `${name}, ${thread}`;
    return html`<button @click=${() => void this.view.run('conversations.open', { conversation })}>
      <ui-icon name="message-square"></ui-icon><b dir="auto" title=${title}>${title}</b><small>${text.count('messagesCount', messages)}</small><time title=${fullMomentText(text.locale, lastAt)}>${momentText(text.locale, lastAt)}</time>
    </button>`;
  }

  readonly #switch = async (event: Event): Promise<void> => {
    const control = event.currentTarget as HTMLElement & { checked: boolean };
    const { id, on } = this.channel;
    try {
      control.checked = (await this.view.connect(ChannelsChannel).call('setOn', { channel: id, on: control.checked })).on;
    } catch (error) {
      control.checked = on;
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  };
}
