import { AppError, KernelChannel } from '@atelier/kernel';
import { bytesText, dateText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { SettingsChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';

type Told = { readonly lines: readonly string[] } | { readonly problem: string } | undefined;

/** Exports everything into one archive, or checks an archive that the next start takes over. */
export class SettingsArchive extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
    p { margin: 0; text-wrap: pretty; }
    .place { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
    .place ui-input { flex: 1 1 200px; min-width: 0; }
    ui-alert p { overflow-wrap: anywhere; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() mode: 'export' | 'import' = 'export';
  @state() private folder = '';
  @state() private keys = false;
  @state() private busy = false;
  @state() private told: Told;

  readonly #text = new Texts(this, () => this.view, texts);
  #working = new AbortController();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#working.abort();
  }

  override render() {
    const text = this.#text;
    const isExport = this.mode === 'export';
    const isDone = this.told !== undefined && 'lines' in this.told;
    return html`<ui-dialog open size="small" heading=${text.of(isExport ? 'exportTitle' : 'importTitle')} @close=${this.#done}>
      <form id="archive" @submit=${this.#start}>
        <p>${text.of(isExport ? 'exportText' : 'importText')}</p>
        ${isExport ? this.#exportFields() : this.#importFields()}
        ${this.#result()}
      </form>
      <ui-button slot="actions" kind="line" @click=${this.#done}>${text.of(isDone ? 'close' : 'cancel')}</ui-button>
      ${isDone ? nothing : html`<ui-button slot="actions" kind="accent" ?busy=${this.busy} @click=${this.#press}>${text.of(isExport ? 'exportIt' : 'importIt')}</ui-button>`}
    </ui-dialog>`;
  }

  #exportFields() {
    const text = this.#text;
    return html`
      <ui-field label=${text.of('exportFolder')}>
        <div class="place">
          <ui-input name="folder" mono required icon="folder" maxlength="4096" label=${text.of('exportFolder')} .value=${this.folder} @input=${this.#typed}></ui-input>
          <ui-button kind="line" @click=${this.#choose}>${text.of('chooseFolder')}</ui-button>
        </div>
      </ui-field>
      <ui-checkbox ?checked=${this.keys} hint=${text.of('withKeysHint')} @change=${this.#toggleKeys}>${text.of('withKeys')}</ui-checkbox>
      ${
        this.keys
          ? html`<ui-field label=${text.of('passphrase')} hint=${text.of('passphraseHint')}><ui-input name="passphrase" type="password" required autocomplete="new-password" maxlength="1000"></ui-input></ui-field>
            <ui-field label=${text.of('passphraseAgain')}><ui-input name="again" type="password" required autocomplete="new-password" maxlength="1000"></ui-input></ui-field>`
          : nothing
      }
    `;
  }

  #importFields() {
    const text = this.#text;
    return html`
      <ui-field label=${text.of('importFile')} hint=${text.of('importFileHint')}><ui-input name="file" mono required icon="file" maxlength="4096"></ui-input></ui-field>
      <ui-field label=${text.of('passphrase')} hint=${text.of('importKeysHint')} optional><ui-input name="passphrase" type="password" autocomplete="off" maxlength="1000"></ui-input></ui-field>
    `;
  }

  #result() {
    const { told } = this;
    if (told === undefined) return nothing;
    if ('problem' in told) return html`<ui-alert kind="danger">${told.problem}</ui-alert>`;
    return html`<ui-alert>${told.lines.map(line => html`<p>${line}</p>`)}</ui-alert>`;
  }

  readonly #done = (): void => {
    this.dispatchEvent(new Event('done'));
  };

  readonly #typed = (event: Event): void => {
    this.folder = (event.target as HTMLInputElement).value;
  };

  readonly #toggleKeys = (event: Event): void => {
    this.keys = (event.target as HTMLInputElement).checked;
  };

  readonly #choose = async (): Promise<void> => {
    const folder = await this.view.connect(SettingsChannel).call('chooseFolder', {});
    if (folder !== null) this.folder = folder;
  };

  readonly #press = (): void => {
    this.renderRoot.querySelector('form')?.requestSubmit();
  };

  readonly #start = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.busy) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const of = (name: string) => String(form.get(name) ?? '');
    this.told = undefined;
    if (this.keys && of('passphrase') !== of('again')) {
      this.told = { problem: this.#text.of('passphraseDiffers') };
      return;
    }
    this.busy = true;
    this.#working = new AbortController();
    try {
      const passphrase = of('passphrase') === '' ? {} : { passphrase: of('passphrase') };
      const lines = this.mode === 'export' ? await this.#export(of('folder'), passphrase) : await this.#import(of('file'), passphrase);
      this.told = { lines };
      this.dispatchEvent(new Event('changed'));
    } catch (error) {
      this.told = { problem: error instanceof AppError ? error.in(this.#text.locale) : String(error) };
    } finally {
      this.busy = false;
    }
  };

  async #export(folder: string, keys: { readonly passphrase?: string }): Promise<readonly string[]> {
    const text = this.#text;
    const { signal } = this.#working;
    const report = await this.view.connect(KernelChannel).call('exportProfile', { folder, ...keys }, signal);
    const { file, bytes, leftOut, leftOutCount } = report;
    const named = leftOut.map(({ path }) => path).join(', ');
    return [
      text.of('exported', { file, size: bytesText(text.locale, bytes) }),
      text.of(report.keys ? 'exportedKeys' : 'exportedNoKeys'),
      ...(leftOutCount === 0 ? [] : [text.count('leftOut', leftOutCount, { named })]),
    ];
  }

  async #import(file: string, keys: { readonly passphrase?: string }): Promise<readonly string[]> {
    const text = this.#text;
    const { signal } = this.#working;
    const report = await this.view.connect(KernelChannel).call('importProfile', { file, ...keys }, signal);
    const ids = report.without.map(({ id }) => id).join(', ');
    return [
      text.count('imported', report.files, { date: dateText(text.locale, Date.parse(report.createdAt)) }),
      ...(report.keys === 'left' ? [text.of('keysLeft')] : []),
      ...(ids === '' ? [] : [text.of('importWithout', { ids })]),
    ];
  }
}
