import { defineChannel } from '@atelier/kernel';
import { Slice, Texts } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { Conversations, Draft } from './draft.js';
import { styles } from './styles.js';
import { texts } from './texts.js';
import { measure } from './words.js';

const Agent = defineChannel('agent');
const busy = ['starting', 'running', 'retrying', 'compacting'];

/** A large text area to write in. It reads its conversation from the slices of its view, as any view does. */
export class FocusComposerPage extends LitElement {
  static properties = { view: { attribute: false }, isBusy: { state: true }, problem: { state: true } };
  static styles = styles;

  #text = new Texts(this, () => this.view, texts);
  #conversation = new Slice(this, () => this.view, 'conversation');
  #project = new Slice(this, () => this.view, 'project');
  #thread = new Slice(this, () => this.view, 'thread');
  #draft = new Draft(
    () => this.view,
    () => this.#show(),
  );
  #following;
  #followed;
  #leave = () => this.#draft.flush();

  connectedCallback() {
    super.connectedCallback();
    // A click elsewhere may restore the built-in composer, which ends this frame.
    addEventListener('blur', this.#leave);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('blur', this.#leave);
    this.#draft.flush();
    this.#following?.dispose();
    this.#following = undefined;
  }

  willUpdate() {
    if (this.view === undefined) return;
    this.#following ??= this.view.connect(Agent).on('event', event => {
      if (event.conversation === this.#followed && ['status', 'turnStarted', 'turnEnded', 'failed'].includes(event.kind))
        this.#readStatus();
    });
    const { conversation, project } = this.#place;
    const key = conversation ?? (project === undefined ? 'global' : `project:${project}`);
    if (key === this.#draft.key) return;
    this.problem = undefined;
    this.#followed = conversation;
    this.isBusy = false;
    if (conversation !== undefined) this.#readStatus();
    this.#draft.open(key).catch(error => {
      this.problem = error.message;
    });
  }

  render() {
    const text = this.#text;
    const { words, minutes } = measure(this.#draft.text, text.locale);
    const isEmpty = this.#draft.text.trim() === '';
    return html`
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      <div class="page">
        <textarea rows="5" dir="auto" aria-label=${text.of('message')} placeholder=${text.of('write')} maxlength="2000000" @input=${this.#typed} @keydown=${this.#key}></textarea>
        <footer>
          <span class="count">${text.count('words', words)}${words < 20 ? nothing : html` · ${text.of('minutes', { count: minutes })}`}</span>
          <span class="keys">${text.of('keys')}</span>
          ${this.isBusy ? html`<ui-button kind="line" icon="square" @click=${this.#stop}>${text.of('stop')}</ui-button>` : nothing}
          <ui-button kind="accent" icon="arrow-up" ?disabled=${isEmpty} @click=${this.#send}>${text.of(this.isBusy ? 'queue' : 'send')}</ui-button>
        </footer>
      </div>
    `;
  }

  get #field() {
    return this.renderRoot.querySelector('textarea');
  }

  get #place() {
    const conversation = this.#conversation.value?.id;
    if (conversation !== undefined) return { conversation };
    const project = this.#thread.value === 'global' ? undefined : this.#project.value?.id;
    return project === undefined ? {} : { project };
  }

  #show() {
    if (this.#field !== null) this.#field.value = this.#draft.text;
    this.requestUpdate();
  }

  #typed(event) {
    this.#draft.type(event.target.value);
    this.requestUpdate();
  }

  #key(event) {
    // The Enter that ends an IME composition does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#send();
  }

  async #send() {
    if (this.#draft.text.trim() === '') return;
    const place = this.#place;
    const { key } = this.#draft;
    const { text, failed } = this.#draft.take();
    this.problem = undefined;
    this.#show();
    try {
      const sent = await this.view.connect(Conversations).call('send', { text, draft: key, ...place });
      if (place.conversation === undefined && this.#draft.key === key)
        await this.view.run('conversations.open', { conversation: sent.conversation });
    } catch (error) {
      failed();
      this.problem = error.message;
      this.#show();
    }
    this.#field?.focus();
  }

  #stop() {
    this.view
      .connect(Agent)
      .call('stop', { conversation: this.#followed })
      .catch(error => {
        this.problem = error.message;
      });
    this.#field?.focus();
  }

  async #readStatus() {
    const conversation = this.#followed;
    const state = await this.view
      .connect(Agent)
      .call('state', { conversation })
      .catch(() => undefined);
    if (conversation === this.#followed) this.isBusy = busy.includes(state?.status);
  }
}
