import type { Texts } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { html, nothing } from 'lit';
import type { Composer } from '../composer.ts';
import type { texts } from '../texts.ts';

type Send = (withoutPictures: boolean) => void;

/** A message that waits for an answer, and the model that would get it. */
interface Waiting {
  readonly send: Send;
  readonly model: string;
  readonly draft: string;
  /** The pictures are those of the message itself, or those of earlier ones. */
  readonly of: 'message' | 'conversation';
}

const questions = {
  message: ['composerPicturesUnread', 'composerPicturesUnknown'],
  conversation: ['composerEarlierPicturesUnread', 'composerEarlierPicturesUnknown'],
} as const;

/** Asks what to do with pictures for a model of which nobody has said that it reads any. */
export class PictureQuestion {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  #waiting: Waiting | undefined;

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>) {
    this.#composer = composer;
    this.#text = text;
  }

  /** Whether the message has pictures that its model would not get; then the person is asked. */
  asks(send: Send): boolean {
    const { draft, models } = this.#composer;
    const { chosen } = models;
    if (chosen === undefined || chosen.images === true || !draft.attachments.some(({ kind }) => kind === 'image')) return false;
    this.#ask(send, 'message');
    return true;
  }

  /** Asks about the pictures of earlier messages; false if the model that they are for is unknown here. */
  asksForEarlier(send: Send): boolean {
    if (this.#composer.models.chosen === undefined) return false;
    this.#ask(send, 'conversation');
    return true;
  }

  render() {
    const { models, draft } = this.#composer;
    const { chosen } = models;
    const waiting = this.#waiting;
    if (waiting === undefined || chosen === undefined) return nothing;
    const hasPictures = waiting.of === 'conversation' || draft.attachments.some(({ kind }) => kind === 'image');
    if (chosen.id !== waiting.model || chosen.images === true || draft.key !== waiting.draft || draft.isEmpty || !hasPictures)
      return nothing;
    const text = this.#text;
    const { name } = chosen;
    const isUnknown = chosen.images === undefined && chosen.own === true;
    return html`<ui-alert kind="warn" class="asks">${text.of(questions[waiting.of][isUnknown ? 1 : 0], { name })}
      ${isUnknown ? html`<ui-button slot="actions" size="24" @click=${() => this.#readsThem(chosen.id)}>${text.of('composerPicturesRead')}</ui-button>` : nothing}
      <ui-button slot="actions" size="24" @click=${() => this.#answer(true)}>${text.of('composerWithoutPictures')}</ui-button>
      <ui-button slot="actions" size="24" kind="line" @click=${() => this.#composer.showModels()}>${text.of('composerChooseModel')}</ui-button>
    </ui-alert>`;
  }

  #ask(send: Send, of: Waiting['of']): void {
    const { models, draft } = this.#composer;
    this.#waiting = { send, of, model: models.chosen?.id ?? '', draft: draft.key };
    this.#composer.requestUpdate();
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
    const send = this.#waiting?.send;
    this.#waiting = undefined;
    this.#composer.requestUpdate();
    send?.(withoutPictures);
  }
}
