import type { Handle } from '@atelier/kernel';
import { Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Status, UpdatesChannel } from '../contract/index.ts';
import { texts } from './texts.ts';

/** Says in passing, once each, that a newer version is there and that it is ready; draws nothing itself. */
export class UpdatesNotice extends LitElement {
  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #told = new Set<string>();
  #handle: Handle | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#handle = this.view.connect(UpdatesChannel).on('statusChanged', status => this.#tell(status));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#handle?.dispose();
    this.#handle = undefined;
  }

  override createRenderRoot() {
    return this;
  }

  override render() {
    return nothing;
  }

  #tell({ state, offer }: Status): void {
    if (offer === undefined || (state !== 'available' && state !== 'ready')) return;
    const [news, blanks] = [`${state} ${offer.version}`, { version: offer.version }];
    if (this.#told.has(news)) return;
    this.#told.add(news);
    const text = state === 'ready' ? this.#text.of('noticeReady', blanks) : this.#text.of('noticeAvailable', blanks);
    const action = { title: this.#text.of('look'), command: 'updates.show' };
    void this.view
      .connect(WindowChannel)
      .call('toast', { text, action })
      .catch(() => undefined);
  }
}
