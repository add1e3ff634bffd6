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

  override render() {
    const text = this.#text;
    const { state } = this.#waiting;
    const createdAt = state.status === 'ready' ? state.value.createdAt : undefined;
    return html`
      <div class="card"><div class="row">
        <div class="words"><div class="title">${text.of('everything')}</div><div class="about">${text.of('everythingAbout')}</div></div>
        <div class="acts">
          <ui-button kind="line" icon="download" @click=${() => this.#open('export')}>${text.of('exportAll')}</ui-button>
          <ui-button kind="line" icon="folder-input" @click=${() => this.#open('import')}>${text.of('importAll')}</ui-button>
        </div>
        ${
          createdAt === undefined
            ? nothing
            : html`<ui-alert>${text.of('importWaits', { date: dateText(text.locale, Date.parse(createdAt)) })}
                <ui-button slot="actions" kind="line" size="24" @click=${this.#forget}>${text.of('forgetImport')}</ui-button></ui-alert>`
        }
      </div></div>
      ${this.mode && html`<settings-archive .view=${this.view} .mode=${this.mode} @done=${this.#done}></settings-archive>`}
    `;
  }

  #open(mode: 'export' | 'import'): void {
    this.mode = mode;
  }

  readonly #done = (): void => {
    this.mode = undefined;
    this.#waiting.refresh();
  };

  readonly #forget = async (): Promise<void> => {
    await this.view.connect(KernelChannel).call('cancelImport', {});
    this.#waiting.refresh();
  };
}
