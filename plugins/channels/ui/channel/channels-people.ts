import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ChannelsChannel, type ChannelView, type Pairing, type Person, type Policy, type Refusal } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf, momentText } from '../words.ts';
import { peopleStyles } from './channel-styles.ts';

const lifeMs = 600_000;
const lookMs = 10_000;
const mostRefused = 5;
const kinds = ['reads', 'writes', 'commands', 'others'] as const;

/** Who may write through a channel, how somebody is paired, and what they can set off. */
export class ChannelsPeople extends LitElement {
  static override styles = peopleStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) channel!: ChannelView;
  @state() private now = Date.now();
  @state() private typed = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #pairing = new Query(this, () => this.view, ChannelsChannel, 'pairing', {
    params: () => ({ channel: this.channel.id }),
    refreshOn: 'channelsChanged',
  });
  readonly #people = new Query(this, () => this.view, ChannelsChannel, 'people', {
    params: () => ({ channel: this.channel.id }),
    refreshOn: 'messagesChanged',
  });
  #timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => (this.now = Date.now()), lookMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  override render() {
    return html`${this.#pair()}${this.#who()}${this.#may()}`;
  }

  #pair() {
    const text = this.#text;
    const { state: loaded } = this.#pairing;
    const pairing = loaded.status === 'ready' && loaded.value !== null && loaded.value.expiresAt > this.now ? loaded.value : undefined;
    const minutes = pairing === undefined ? 0 : Math.ceil((pairing.expiresAt - this.now) / 60_000);
    return html`<section aria-label=${text.of('pairSomeone')}>
      <h3>${text.of('pairSomeone')}${pairing === undefined ? nothing : html`<span>${text.of('worksOnce', { minutes })}</span>`}</h3>
      <div class="card">${
        pairing === undefined
          ? html`<p>${text.of('pairAbout')}</p><ui-button kind="line" icon="key-round" @click=${this.#make}>${text.of('makeCode')}</ui-button>`
          : this.#code(pairing)
      }</div>
    </section>`;
  }

  #code({ code, expiresAt }: Pairing) {
    const text = this.#text;
    const left = Math.max(0, Math.min(100, ((expiresAt - this.now) / lifeMs) * 100));
    return html`
      <div class="code"><b>${`${code.slice(0, 3)} ${code.slice(3)}`}</b>
        <ui-icon-button icon="copy" label=${text.of('copy')} @click=${() => this.#copy(`/pair ${code}`)}></ui-icon-button>
        <ui-icon-button icon="refresh-cw" label=${text.of('newCode')} @click=${this.#make}></ui-icon-button>
        <ui-icon-button icon="x" label=${text.of('endCode')} @click=${this.#end}></ui-icon-button></div>
      <div class="meter" aria-hidden="true"><i style="width: ${left}%"></i></div>
      <p>${text.of('codeSend', { code })}</p>`;
  }

  #who() {
    const text = this.#text;
    const { state: loaded } = this.#people;
    const { people, refused } = loaded.status === 'ready' ? loaded.value : { people: [], refused: [] };
    const { refused: today } = this.channel.today;
    return html`<section aria-label=${text.of('who')}>
      <h3>${text.of('who')}<span>${text.of('allowedCount', { count: people.length })}</span></h3>
      <ul>
        ${people.map(person => this.#person(person))}
        <li class="else"><span class="face"><ui-icon name="ban"></ui-icon></span><b>${text.of('everyoneElse')}</b><small>${today === 0 ? text.of('refused') : text.of('refusedToday', { count: today })}</small></li>
        ${refused.slice(0, mostRefused).map(one => this.#refused(one))}
      </ul>
      <form @submit=${this.#allowTyped} aria-label=${text.of('allowOther')}>
        <ui-input aria-label=${text.of('allowName')} placeholder=${text.of('allowName')} maxlength="300" .value=${this.typed} @input=${this.#type}></ui-input>
        <ui-button kind="line" ?disabled=${this.typed.trim() === ''} @click=${this.#allowTyped}>${text.of('allow')}</ui-button>
      </form>
    </section>`;
  }

  #person({ user, name, addedAt, paired }: Person) {
    const text = this.#text;
    const when = text.of(paired ? 'paired' : 'added', { at: momentText(text.locale, addedAt) });
    return html`<li><span class="face" aria-hidden="true">${initialOf(name)}</span>${named(user, name)}<small>${when}</small>
      <ui-icon-button size="24" icon="x" label=${text.of('removePerson', { name })} @click=${() => this.#remove({ user, name })}></ui-icon-button></li>`;
  }

  #refused({ user, name, count }: Refusal) {
    const text = this.#text;
    return html`<li class="else"><span class="face" aria-hidden="true">${initialOf(name)}</span>${named(user, name)}<small>${text.count('triedTimes', count)}</small>
      <ui-icon-button size="24" icon="plus" label=${text.of('allowThis', { name })} @click=${() => this.#allow(user, name)}></ui-icon-button></li>`;
  }

  #may() {
    const text = this.#text;
    const { policy } = this.channel;
    return html`<section aria-label=${text.of('may')}>
      <h3>${text.of('may')}</h3>
      <p class="may">${text.of('mayAbout')}</p>
      <ul>
        ${kinds.map(kind => html`<li><ui-switch .checked=${policy[kind]} @change=${(event: Event) => this.#setPolicy(kind, event)}>${text.of(`may.${kind}`)}</ui-switch></li>`)}
        <li class="else"><b>${text.of('may.memory')}</b><small>${text.of('never')}</small></li>
      </ul>
    </section>`;
  }

  get #client() {
    return this.view.connect(ChannelsChannel);
  }

  readonly #make = (): void =>
    void this.#do(async () => {
      await this.#client.call('pair', { channel: this.channel.id });
      this.now = Date.now();
      this.#pairing.refresh();
    });

  readonly #end = (): void =>
    void this.#do(async () => {
      await this.#client.call('unpair', { channel: this.channel.id });
      this.#pairing.refresh();
    });

  readonly #type = (event: Event): void => {
    this.typed = (event.currentTarget as HTMLElement & { value: string }).value;
  };

  readonly #allowTyped = (event: Event): void => {
    event.preventDefault();
    const user = this.typed.trim();
    if (user === '') return;
    this.typed = '';
    this.#allow(user, user);
  };

  #allow(user: string, name: string): void {
    void this.#do(async () => {
      await this.#client.call('allow', { channel: this.channel.id, user, name: name.slice(0, 80) });
      this.#people.refresh();
    });
  }

  #remove({ user, name }: Pick<Person, 'user' | 'name'>): void {
    const text = this.#text;
    void this.#do(async () => {
      await this.#client.call('disallow', { channel: this.channel.id, user });
      this.#people.refresh();
      toast({ text: text.of('removedPerson', { name }), action: { label: text.of('undo'), run: () => this.#allow(user, name) } });
    });
  }

  #setPolicy(kind: (typeof kinds)[number], event: Event): void {
    const control = event.currentTarget as HTMLElement & { checked: boolean };
    const { id, policy } = this.channel;
    const changed: Policy = { ...policy, [kind]: control.checked };
    void this.#do(async () => {
      try {
        await this.#client.call('setPolicy', { channel: id, policy: changed });
      } catch (error) {
        control.checked = policy[kind];
        throw error;
      }
    });
  }

  #copy(words: string): void {
    void this.#do(async () => {
      await navigator.clipboard.writeText(words);
      toast({ text: this.#text.of('copied') });
    });
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}

/** A name is what somebody calls themselves; who they are is their id. */
const named = (user: string, name: string) =>
  html`<b dir="auto">${name}${user === name ? nothing : html`<code dir="ltr">${user}</code>`}</b>`;

const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
