import { bytesText, type Texts } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { type Attachment, ConversationsChannel } from '../../../contract/index.ts';
import type { Composer } from '../composer.ts';
import { maxFieldLength } from '../field.ts';
import type { texts } from '../texts.ts';
import type { PictureQuestion } from './picture-question.ts';
import { readable, smallerOf, thumbnailOf } from './pictures.ts';
import { upload } from './upload.ts';

const maxShownLength = 200_000;

interface RunningUpload {
  readonly name: string;
  readonly size: number;
  sent: number;
}

/** The attached files of the draft: uploading, showing and removing them. */
export class Attaching {
  readonly #composer: Composer;
  readonly #text: Texts<(typeof texts)['en']>;
  readonly #pictures: PictureQuestion;
  readonly #thumbnails = new Map<string, string>();
  readonly #requested = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #uploads: readonly RunningUpload[] = [];
  #opened:
    | { readonly name: string; readonly meta: string; readonly picture?: string; readonly words?: string; readonly toText?: () => void }
    | undefined;

  constructor(composer: Composer, text: Texts<(typeof texts)['en']>, pictures: PictureQuestion) {
    this.#pictures = pictures;
    this.#composer = composer;
    this.#text = text;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Resolves when all uploads have ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Uploads files one after the other, in the order in which they were chosen; `ended` hears whether all of them are stored. */
  add(files: readonly File[], ended?: (areStored: boolean) => void): Promise<void> {
    const { key } = this.#composer.draft;
    const coming = files.map(({ name, size }): RunningUpload => ({ name, size, sent: 0 }));
    this.#uploads = [...this.#uploads, ...coming];
    const before = [...this.#running].at(-1);
    const run = (async () => {
      await before;
      let refused = 0;
      for (const [index, file] of files.entries()) if (!(await this.#upload(file, coming[index]!, key))) refused += 1;
      ended?.(refused === 0);
    })();
    this.#running.add(run);
    this.#composer.requestUpdate();
    return run.finally(() => {
      this.#running.delete(run);
      this.#composer.requestUpdate();
    });
  }

  render() {
    const { draft } = this.#composer;
    const question = this.#pictures.render();
    if (draft.attachments.length === 0 && this.#uploads.length === 0) return question;
    return html`${question}<ul class="files" aria-label=${this.#text.of('composerFiles')}>
      ${draft.attachments.map(attachment => html`<li>${this.#chip(attachment)}</li>`)}
      ${this.#uploads.map(coming => html`<li>${this.#uploadChip(coming)}</li>`)}
    </ul>`;
  }

  /** The dialog that shows the opened file. */
  dialog() {
    const opened = this.#opened;
    if (opened === undefined) return nothing;
    const { name, meta, picture, words, toText } = opened;
    return html`<ui-dialog open size="large" heading=${name} meta=${meta} @close=${this.#close}>
      ${picture === undefined ? nothing : html`<img class="opened" src=${picture} alt=${name} />`}
      ${words === undefined ? nothing : html`<pre class="opened" tabindex="0">${words}</pre>`}
      ${toText === undefined ? nothing : html`<ui-button slot="actions" kind="line" icon="text" @click=${toText}>${this.#text.of('composerToText')}</ui-button>`}
    </ui-dialog>`;
  }

  #chip(attachment: Attachment) {
    const { id, name, kind, limit } = attachment;
    const text = this.#text;
    const thumbnail = kind === 'image' ? this.#thumbnailOf(id) : undefined;
    const mark =
      thumbnail === undefined
        ? html`<ui-icon name=${kind === 'image' ? 'image' : limit === undefined ? 'file-text' : 'triangle-alert'}></ui-icon>`
        : html`<img src=${thumbnail} alt="" />`;
    return html`<span class="file ${limit === undefined ? '' : 'limited'}">
      <ui-tooltip text=${limit?.message ?? ''}><button class="open" @click=${() => this.#open(attachment)}>
        <span class="unseen">${text.of('composerOpenFile')}</span>${mark}<span class="cut">${name}</span><span class="size">${this.#measure(attachment)}</span>
      </button></ui-tooltip>
      <ui-icon-button size="24" icon="x" label=${text.of('composerRemoveFile', { name })} @click=${() => this.#remove(id)}></ui-icon-button>
    </span>`;
  }

  #uploadChip({ name, size, sent }: RunningUpload) {
    const label = this.#text.of('composerComing', { name });
    return html`<span class="file"><ui-progress kind="arc" label=${label} .value=${size === 0 ? 0 : sent / size}></ui-progress><span class="cut">${name}</span></span>`;
  }

  #measure({ kind, lines, size }: Attachment): string {
    const text = this.#text;
    return kind === 'text' && lines !== undefined ? text.count('composerLines', lines) : bytesText(text.locale, size);
  }

  /** False if it was refused. */
  async #upload(file: File, coming: RunningUpload, of: string): Promise<boolean> {
    const client = this.#composer.view.connect(ConversationsChannel);
    const onPiece = (sent: number) => {
      coming.sent = sent;
      this.#composer.requestUpdate();
    };
    try {
      const ready = await readable(file);
      const attachment = await upload(ready, { client, of, name: ready.name, onPiece });
      this.#composer.draft.attached(of, attachment);
      if (attachment.kind === 'image') await this.#shrink(ready, attachment, of);
      return true;
    } catch (error) {
      this.#composer.fail(error);
      return false;
    } finally {
      this.#uploads = this.#uploads.filter(one => one !== coming);
      this.#composer.requestUpdate();
    }
  }

  async #shrink(file: File, attachment: Attachment, of: string): Promise<void> {
    const client = this.#composer.view.connect(ConversationsChannel);
    const { id, name } = attachment;
    try {
      this.#thumbnails.set(id, await thumbnailOf(file));
      const smaller = await smallerOf(file, attachment);
      if (smaller !== undefined) await upload(smaller, { client, of, name, resizedOf: id });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // The head of the file is that of a picture, but it cannot be decoded.
      await client.call('detach', { of, attachment: id });
      this.#composer.fail(this.#text.of('composerTornPicture', { name }));
    }
  }

  #thumbnailOf(id: string): string | undefined {
    const known = this.#thumbnails.get(id);
    if (known !== undefined || this.#requested.has(id)) return known;
    this.#requested.add(id);
    void this.#content(id)
      .then(async blob => {
        this.#thumbnails.set(id, await thumbnailOf(blob));
        this.#composer.requestUpdate();
      })
      .catch(() => undefined);
    return undefined;
  }

  async #content(attachment: string): Promise<Blob> {
    const { mimeType, data } = await this.#composer.view.connect(ConversationsChannel).call('attachment', { attachment });
    return new Blob([Uint8Array.fromBase64(data)], { type: mimeType });
  }

  async #open(attachment: Attachment): Promise<void> {
    const { id, name, kind } = attachment;
    const meta = this.#measure(attachment);
    try {
      const content = await this.#content(id);
      if (kind === 'image') this.#opened = { name, meta, picture: URL.createObjectURL(content) };
      else if (kind === 'text') this.#opened = this.#openedText(attachment, await content.text());
      else this.#opened = { name, meta, words: attachment.limit?.message ?? this.#text.of('composerNoPreview') };
      this.#composer.requestUpdate();
    } catch (error) {
      this.#composer.fail(error);
    }
  }

  /** Its text can be put into the message in its place, where the field holds it. */
  #openedText({ id, name, ...rest }: Attachment, words: string) {
    const { draft } = this.#composer;
    const toText = () => {
      this.#close();
      void this.#remove(id);
      draft.write(draft.text === '' ? words : `${draft.text.trimEnd()}\n\n${words}`);
      this.#composer.focusField();
    };
    const fits = draft.text.length + words.length <= maxFieldLength;
    return { name, meta: this.#measure({ id, name, ...rest }), words: words.slice(0, maxShownLength), ...(fits && { toText }) };
  }

  async #remove(id: string): Promise<void> {
    this.#thumbnails.delete(id);
    await this.#composer.draft.detach(id).catch(this.#composer.fail);
  }

  readonly #close = (): void => {
    if (this.#opened?.picture !== undefined) URL.revokeObjectURL(this.#opened.picture);
    this.#opened = undefined;
    this.#composer.requestUpdate();
  };
}
