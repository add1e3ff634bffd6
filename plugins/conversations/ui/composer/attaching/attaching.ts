import { bytesText, type Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { type Attachment, ConversationsChannel } from '../../../contract/index.ts';
import type { Draft } from '../draft.ts';
import type { texts } from '../texts.ts';
import { readable, smallerOf, thumbnailOf } from './pictures.ts';
import { upload } from './upload.ts';

const mostShown = 200_000;

interface Coming {
  readonly name: string;
  readonly size: number;
  sent: number;
}

export interface AttachingOptions {
  readonly view: () => ViewHost;
  readonly text: Texts<(typeof texts)['en']>;
  readonly draft: Draft;
  readonly onError: (error: unknown) => void;
}

/** Files beside the draft: taking them in, showing them, taking them away. */
export class Attaching {
  readonly #host: ReactiveControllerHost;
  readonly #options: AttachingOptions;
  readonly #thumbnails = new Map<string, string>();
  readonly #asked = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #coming: readonly Coming[] = [];
  #opened: { readonly name: string; readonly meta: string; readonly picture?: string; readonly words?: string } | undefined;

  constructor(host: ReactiveControllerHost, options: AttachingOptions) {
    this.#host = host;
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Resolves when all that comes in is there, or was refused. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Takes files in, one after the other, in the order in which they were chosen. */
  add(files: readonly File[]): Promise<void> {
    const { key } = this.#options.draft;
    const coming = files.map(({ name, size }): Coming => ({ name, size, sent: 0 }));
    this.#coming = [...this.#coming, ...coming];
    const before = [...this.#running].at(-1);
    const run = (async () => {
      await before;
      for (const [index, file] of files.entries()) await this.#take(file, coming[index]!, key);
    })();
    this.#running.add(run);
    this.#host.requestUpdate();
    return run.finally(() => {
      this.#running.delete(run);
      this.#host.requestUpdate();
    });
  }

  render() {
    const { draft } = this.#options;
    if (draft.attachments.length === 0 && this.#coming.length === 0) return nothing;
    return html`<ul class="files" aria-label=${this.#options.text.of('composerFiles')}>
      ${draft.attachments.map(attachment => html`<li>${this.#chip(attachment)}</li>`)}
      ${this.#coming.map(coming => html`<li>${this.#comingChip(coming)}</li>`)}
    </ul>`;
  }

  /** What was opened to look at, over the page. */
  dialog() {
    const opened = this.#opened;
    if (opened === undefined) return nothing;
    const { name, meta, picture, words } = opened;
    return html`<ui-dialog open size="large" heading=${name} meta=${meta} @close=${this.#close}>
      ${picture === undefined ? nothing : html`<img class="opened" src=${picture} alt=${name} />`}
      ${words === undefined ? nothing : html`<pre class="opened" tabindex="0">${words}</pre>`}
    </ui-dialog>`;
  }

  #chip(attachment: Attachment) {
    const { id, name, kind, limit } = attachment;
    const { text } = this.#options;
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

  #comingChip({ name, size, sent }: Coming) {
    const label = this.#options.text.of('composerComing', { name });
    return html`<span class="file"><ui-progress kind="arc" label=${label} .value=${size === 0 ? 0 : sent / size}></ui-progress><span class="cut">${name}</span></span>`;
  }

  #measure({ kind, lines, size }: Attachment): string {
    const { text } = this.#options;
    return kind === 'text' && lines !== undefined ? text.count('composerLines', lines) : bytesText(text.locale, size);
  }

  async #take(file: File, coming: Coming, of: string): Promise<void> {
    const client = this.#options.view().connect(ConversationsChannel);
    const onPiece = (sent: number) => {
      coming.sent = sent;
      this.#host.requestUpdate();
    };
    try {
      const ready = await readable(file);
      const attachment = await upload(ready, { client, of, name: ready.name, onPiece });
      this.#options.draft.attached(of, attachment);
      if (attachment.kind === 'image') await this.#shrink(ready, attachment, of);
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#coming = this.#coming.filter(one => one !== coming);
      this.#host.requestUpdate();
    }
  }

  async #shrink(file: File, attachment: Attachment, of: string): Promise<void> {
    const client = this.#options.view().connect(ConversationsChannel);
    const { id, name } = attachment;
    try {
      this.#thumbnails.set(id, await thumbnailOf(file));
      const smaller = await smallerOf(file, attachment);
      if (smaller !== undefined) await upload(smaller, { client, of, name, resizedOf: id });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // Its beginning is that of a picture, and the rest is not.
      await client.call('detach', { of, attachment: id });
      this.#options.onError(this.#options.text.of('composerTornPicture', { name }));
    }
  }

  #thumbnailOf(id: string): string | undefined {
    const there = this.#thumbnails.get(id);
    if (there !== undefined || this.#asked.has(id)) return there;
    this.#asked.add(id);
    void this.#content(id)
      .then(async blob => {
        this.#thumbnails.set(id, await thumbnailOf(blob));
        this.#host.requestUpdate();
      })
      .catch(() => undefined);
    return undefined;
  }

  async #content(attachment: string): Promise<Blob> {
    const { mimeType, data } = await this.#options.view().connect(ConversationsChannel).call('attachment', { attachment });
    return new Blob([Uint8Array.fromBase64(data)], { type: mimeType });
  }

  async #open(attachment: Attachment): Promise<void> {
    const { id, name, kind } = attachment;
    const meta = this.#measure(attachment);
    try {
      const content = await this.#content(id);
      if (kind === 'image') this.#opened = { name, meta, picture: URL.createObjectURL(content) };
      else if (kind === 'text') this.#opened = { name, meta, words: (await content.text()).slice(0, mostShown) };
      else this.#opened = { name, meta, words: attachment.limit?.message ?? this.#options.text.of('composerNoPreview') };
      this.#host.requestUpdate();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  async #remove(id: string): Promise<void> {
    this.#thumbnails.delete(id);
    await this.#options.draft.detach(id).catch(this.#options.onError);
  }

  readonly #close = (): void => {
    if (this.#opened?.picture !== undefined) URL.revokeObjectURL(this.#opened.picture);
    this.#opened = undefined;
    this.#host.requestUpdate();
  };
}
