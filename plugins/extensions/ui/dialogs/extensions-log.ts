import { type Handle, KernelChannel } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ExtensionsChannel, type ExtensionsShape } from '../../contract/index.ts';
import { texts } from '../texts.ts';

type Lines = ExtensionsShape['calls']['log']['result'];

const maxLines = 500;

/** The live log of an extension. */
export class ExtensionsLog extends LitElement {
  static override styles = css`
    ol { margin: 0; padding: 0; list-style: none; font: var(--c-12); font-variant-ligatures: none; }
    li { display: grid; grid-template-columns: 68px 1fr; gap: 8px; padding: 1px 0; overflow-wrap: anywhere; white-space: pre-wrap; }
    time { color: var(--text-3); }
    .warn { color: var(--warn-text); }
    .error { color: var(--danger-text); }
    .debug { color: var(--text-3); }
    p { color: var(--text-2); }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() extensionId = '';
  @property() name = '';
  @state() private lines: Lines | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  #subscription: Handle | undefined;
  #running: Promise<void> | undefined;
  #isStale = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#subscription = this.view.connect(KernelChannel).on('logged', ({ id }) => {
      if (id === this.extensionId) this.#read();
    });
    this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#subscription?.dispose();
  }

  override render() {
    const text = this.#text;
    const { lines } = this;
    const time = new Intl.DateTimeFormat(text.locale, { timeStyle: 'medium', hourCycle: 'h23' });
    const shown = lines?.slice(-maxLines) ?? [];
    const placeholder = lines === undefined ? text.of('loading') : text.of('logEmpty');
    return html`<ui-sheet open size="large" heading=${text.of('logOf', { name: this.name })} @close=${() => this.dispatchEvent(new Event('done'))}>
      ${shown.length === 0 ? html`<p>${placeholder}</p>` : html`<ol role="log">${shown.map(line => html`<li class=${line.level}><time>${time.format(line.time)}</time><span>${line.level === 'warn' || line.level === 'error' ? `${line.level}: ` : ''}${line.text}</span></li>`)}</ol>`}
    </ui-sheet>`;
  }

  /** One request at a time; lines logged meanwhile are read by a second request. */
  #read(): void {
    this.#isStale = true;
    this.#running ??= this.#readAll().finally(() => {
      this.#running = undefined;
    });
  }

  async #readAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      this.lines = await this.view
        .connect(ExtensionsChannel)
        .call('log', { id: this.extensionId })
        .catch(() => this.lines);
    }
  }
}
