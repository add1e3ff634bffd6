import { KernelChannel, type KernelShape } from '@atelier/kernel';
import { dateText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

type Waiting = KernelShape['calls']['waitingImport']['result'];
type Kept = KernelShape['calls']['keptByImport']['result'];

const ready = <T>(state: { readonly status: 'pending' | 'failed' } | { readonly status: 'ready'; readonly value: T }): T | undefined =>
  state.status === 'ready' ? state.value : undefined;

/** The ways out of this machine and into it: the export of everything, and its import. */
export class SettingsEverything extends LitElement {
  static override styles = [partStyles, css`:host { margin-block-start: 16px; } ui-alert { flex: 1 1 100%; }`];

  @property({ attribute: false }) view!: ViewHost;
  @state() private mode: 'export' | 'import' | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #waiting = new Query(this, () => this.view, KernelChannel, 'waitingImport', { params: () => ({}) });
  readonly #kept = new Query(this, () => this.view, KernelChannel, 'keptByImport', { params: () => ({}) });

  override render() {
    const text = this.#text;
    return html`
      <div class="card"><div class="row">
        <div class="words"><div class="title">${text.of('everything')}</div><div class="about">${text.of('everythingAbout')}</div></div>
        <div class="acts">
          <ui-button kind="line" icon="download" @click=${() => this.#open('export')}>${text.of('exportAll')}</ui-button>
          <ui-button kind="line" icon="folder-input" @click=${() => this.#open('import')}>${text.of('importAll')}</ui-button>
        </div>
        ${this.#import(ready(this.#waiting.state), ready(this.#kept.state))}
      </div></div>
      ${this.mode && html`<settings-archive .view=${this.view} .mode=${this.mode} @done=${this.#done}></settings-archive>`}
    `;
  }

  /** The import that waits, or else the last one, which can be undone or done again. */
  #import(waiting: Waiting | undefined, kept: Kept | undefined) {
    if (waiting?.createdAt !== undefined)
      return this.#line(waiting.undoes ? 'undoWaits' : 'importWaits', waiting.createdAt, 'forgetImport', this.#forget);
    if (waiting === undefined || kept?.createdAt === undefined) return nothing;
    return this.#line(kept.undone ? 'undone' : 'imported', kept.createdAt, kept.undone ? 'redoImport' : 'undoImport', this.#undo);
  }

  #line(
    words: 'importWaits' | 'undoWaits' | 'imported' | 'undone',
    createdAt: string,
    label: 'forgetImport' | 'undoImport' | 'redoImport',
    press: () => void,
  ) {
    const text = this.#text;
    return html`<ui-alert>${text.of(words, { date: dateText(text.locale, Date.parse(createdAt)) })}
      <ui-button slot="actions" kind="line" size="24" @click=${press}>${text.of(label)}</ui-button></ui-alert>`;
  }

  #open(mode: 'export' | 'import'): void {
    this.mode = mode;
  }

  readonly #done = (): void => {
    this.mode = undefined;
    this.#waiting.refresh();
  };

  readonly #undo = async (): Promise<void> => {
    await this.view.connect(KernelChannel).call('undoImport', {});
    this.#waiting.refresh();
  };

  readonly #forget = async (): Promise<void> => {
    await this.view.connect(KernelChannel).call('cancelImport', {});
    this.#waiting.refresh();
  };
}
