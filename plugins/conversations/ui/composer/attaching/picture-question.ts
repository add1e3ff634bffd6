import type { Texts } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { html, nothing } from 'lit';
import type { Composer } from '../composer.ts';
import type { texts } from '../texts.ts';

/** Asks what to do with the pictures of a message for a model of which nobody has said that it reads any. */
export class PictureQuestion {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  /** Sends the message after all, without its pictures or with them. */
  #send: ((withoutPictures: boolean) => void) | undefined;
  #model = '';

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>) {
    this.#composer = composer;
    this.#text = text;
  }

  /** Whether the message has pictures that its model would not get; then the person is asked. */
  asks(send: (withoutPictures: boolean) => void): boolean {
    const { draft, models } = this.#composer;
    const { chosen } = models;
    if (chosen === undefined || chosen.images === true || !draft.attachments.some(({ kind }) => kind === 'image')) return false;
    this.#send = send;
    this.#model = chosen.id;
    this.#composer.requestUpdate();
    return true;
  }

  render() {
    const { models, draft } = this.#composer;
    const { chosen } = models;
    const isOver = chosen?.id !== this.#model || chosen.images === true || draft.attachments.every(({ kind }) => kind !== 'image');
    if (this.#send === undefined || chosen === undefined || isOver) return nothing;
    const text = this.#text;
    const { name } = chosen;
    const isUnknown = chosen.images === undefined && chosen.own === true;
    return html`<ui-alert kind="warn" class="asks">${text.of(isUnknown ? 'composerPicturesUnknown' : 'composerPicturesUnread', { name })}
      ${isUnknown ? html`<ui-button slot="actions" size="24" @click=${() => this.#readsThem(chosen.id)}>${text.of('composerPicturesRead')}</ui-button>` : nothing}
      <ui-button slot="actions" size="24" @click=${() => this.#answer(true)}>${text.of('composerWithoutPictures')}</ui-button>
      <ui-button slot="actions" size="24" kind="line" @click=${() => this.#composer.showModels()}>${text.of('composerChooseModel')}</ui-button>
    </ui-alert>`;
  }

  async #readsThem(model: string): Promise<void> {
    const { view, fail } = this.#composer;
    try {
      await view.connect(ProvidersChannel).call('describeModel', { model, images: true });
      this.#answer(false);
    } catch (error) {
      fail(error);
    }
  }

  #answer(withoutPictures: boolean): void {
    const send = this.#send;
    this.#send = undefined;
    this.#composer.requestUpdate();
    send?.(withoutPictures);
  }
}
