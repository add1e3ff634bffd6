import { KernelChannel } from '@atelier/kernel';
import { dateText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

/** The ways out of this machine and into it: the export of everything, and its import. */
export class SettingsEverything extends LitElement {
  static override styles = [partStyles, css`:host { margin-block-start: 16px; } ui-alert { flex: 1 1 100%; }`];

  @property({ attribute: false }) view!: ViewHost;
  @state() private mode: 'export' | 'import' | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #waiting = new Query(this, () => this.view, KernelChannel, 'waitingImport', { params: () => ({}) });
  readonly #kept = new Query(this, () => this.view, KernelChannel, 'keptContents', { params: () => ({}) });

  override render() {
    const text = this.#text;
    return html`
      <div class="card"><div class="row">
        <div class="words"><div class="title">${text.of('everything')}</div><div class="about">${text.of('everythingAbout')}</div></div>
        <div class="acts">
          <ui-button kind="line" icon="download" @click=${() => this.#open('export')}>${text.of('exportAll')}</ui-button>
          <ui-button kind="line" icon="folder-input" @click=${() => this.#open('import')}>${text.of('importAll')}</ui-button>
        </div>
        ${this.#imports()}
      </div></div>
      ${this.mode && html`<settings-archive .view=${this.view} .mode=${this.mode} @done=${this.#done}></settings-archive>`}
    `;
  }

  /** The import that waits, or else what earlier ones replaced, which can come back. */
  #imports() {
    const [waiting, kept] = [this.#waiting.state, this.#kept.state];
    if (waiting.status !== 'ready') return nothing;
    const { createdAt, back } = waiting.value;
    if (createdAt !== undefined) return this.#line(back ? 'backWaits' : 'importWaits', createdAt, 'forgetImport', this.#forget);
    const contents = kept.status === 'ready' ? kept.value : [];
    return contents.map(({ stamp, until }) => this.#line('kept', until, 'bringBack', () => this.#bringBack(stamp)));
  }

  #line(words: 'importWaits' | 'backWaits' | 'kept', at: string, label: 'forgetImport' | 'bringBack', press: () => void) {
    const text = this.#text;
    return html`<ui-alert>${text.of(words, { date: dateText(text.locale, Date.parse(at), { dateStyle: 'medium', timeStyle: 'short' }) })}
      <ui-button slot="actions" kind="line" size="24" @click=${press}>${text.of(label)}</ui-button></ui-alert>`;
  }

  #open(mode: 'export' | 'import'): void {
    this.mode = mode;
  }

  readonly #done = (): void => {
    this.mode = undefined;
    this.#waiting.refresh();
  };

  async #bringBack(stamp: string): Promise<void> {
    await this.view.connect(KernelChannel).call('bringBack', { stamp });
    this.#waiting.refresh();
  }

  readonly #forget = async (): Promise<void> => {
    await this.view.connect(KernelChannel).call('cancelImport', {});
    this.#waiting.refresh();
  };
}
