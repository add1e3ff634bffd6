import type { Handle } from '@atelier/kernel';
import { Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Status, UpdatesChannel } from '../contract/index.ts';
import { texts } from './texts.ts';

/** Shows a toast when a newer version is available and when it is ready, once each; renders nothing itself. */
export class UpdatesNotice extends LitElement {
  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #announced = new Set<string>();
  #handle: Handle | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#handle = this.view.connect(UpdatesChannel).on('statusChanged', status => this.#announce(status));
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

  #announce({ state, offer }: Status): void {
    if (offer === undefined || (state !== 'available' && state !== 'ready')) return;
    const [key, values] = [`${state} ${offer.version}`, { version: offer.version }];
    if (this.#announced.has(key)) return;
    this.#announced.add(key);
    const text = state === 'ready' ? this.#text.of('noticeReady', values) : this.#text.of('noticeAvailable', values);
    const action = { title: this.#text.of('look'), command: 'updates.show' };
    void this.view
      .connect(WindowChannel)
      .call('toast', { text, action })
      .catch(() => undefined);
  }
}
