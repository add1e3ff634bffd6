import { AppError, KernelChannel } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { SettingsChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** Exports everything into one archive, or checks an archive that the next start takes over. */
export class SettingsArchive extends LitElement {
  static override styles = css`form { display: grid; gap: 12px; } p { margin: 0; }`;

  @property({ attribute: false }) view!: ViewHost;
  @property() mode: 'export' | 'import' = 'export';
  @state() private folder = '';
  @state() private keys = false;
  @state() private busy = false;
  @state() private told: readonly string[] = [];
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #working = new AbortController();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#working.abort();
  }

  override render() {
    const text = this.#text;
    const { told, problem } = this;
    const isExport = this.mode === 'export';
    const title = text.of(isExport ? 'exportAll' : 'importAll');
    return html`<ui-dialog open size="small" heading=${title} @close=${this.#done}>
      <form @submit=${this.#start}>
        <p>${text.of(isExport ? 'exportText' : 'importText')}</p>
        ${told.length > 0 ? told.map(line => html`<ui-alert>${line}</ui-alert>`) : this.#fields()}
        ${problem && html`<ui-alert kind="danger">${problem}</ui-alert>`}
      </form>
      <ui-button slot="actions" kind="accent" ?busy=${this.busy} @click=${told.length > 0 ? this.#done : this.#press}>${told.length > 0 ? text.of('back') : title}</ui-button>
    </ui-dialog>`;
  }

  #fields() {
    const text = this.#text;
    const isExport = this.mode === 'export';
    return html`
      <ui-field label=${text.of(isExport ? 'folder' : 'archive')}>
        <ui-input name="place" mono required maxlength="4096" .value=${this.folder} placeholder=${isExport ? nothing : '~/atelier.zip'}>
          ${isExport ? html`<ui-button slot="end" kind="quiet" size="24" @click=${this.#choose}>${text.of('chooseFolder')}</ui-button>` : nothing}
        </ui-input>
      </ui-field>
      ${isExport ? html`<ui-checkbox ?checked=${this.keys} hint=${text.of('withKeysHint')} @change=${this.#toggle}>${text.of('withKeys')}</ui-checkbox>` : nothing}
      ${
        this.keys || !isExport
          ? html`<ui-field label=${text.of('passphrase')} hint=${text.of(isExport ? 'passphraseHint' : 'importKeysHint')}><ui-input name="passphrase" type=${isExport ? 'text' : 'password'} ?required=${isExport} maxlength="1000"></ui-input></ui-field>`
          : nothing
      }`;
  }

  readonly #done = (): void => {
    this.dispatchEvent(new Event('done'));
  };

  readonly #toggle = (event: Event): void => {
    this.keys = (event.target as HTMLInputElement).checked;
  };

  readonly #choose = async (): Promise<void> => {
    this.folder = (await this.view.connect(SettingsChannel).call('chooseFolder', {})) ?? this.folder;
  };

  readonly #press = (): void => {
    this.renderRoot.querySelector('form')?.requestSubmit();
  };

  readonly #start = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { place = '', passphrase } = Object.fromEntries(new FormData(event.target as HTMLFormElement)) as Record<string, string>;
    const keys = passphrase ? { passphrase } : {};
    const kernel = this.view.connect(KernelChannel);
    const { signal } = this.#working;
    this.problem = '';
    this.busy = true;
    try {
      const report =
        this.mode === 'export'
          ? await kernel.call('exportProfile', { folder: place, ...keys }, signal)
          : await kernel.call('importProfile', { file: place, ...keys }, signal);
      this.told = report.told;
      // What had the focus is gone.
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('ui-button')?.focus();
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
    } finally {
      this.busy = false;
    }
  };
}
