import type { AppError } from '@atelier/kernel';
import { bytesText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ExtensionsChannel, type Packed } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** Publishes a folder to a registry with its stored token, after a preview of the packed files. */
export class ExtensionsPublish extends LitElement {
  static override styles = css`
    .fields { display: grid; gap: 12px; }
    .folder { display: flex; align-items: flex-start; gap: 8px; }
    .folder ui-button { margin-block-start: 24px; }
    .folder ui-field { flex: 1; min-width: 0; }
    ul { margin: 4px 0 0; padding: 8px 12px; max-height: 180px; overflow: auto; border-radius: var(--r-6); background: var(--sunken); font: var(--c-12); font-variant-ligatures: none; list-style: none; overflow-wrap: anywhere; }
    b { font-weight: 600; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private folder = '';
  @state() private registry = '';
  @state() private packed: Packed | undefined;
  @state() private result = '';
  @state() private busy = false;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #registries = new Query(this, () => this.view, ExtensionsChannel, 'listRegistries', {
    params: () => ({}),
    refreshOn: 'changed',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#registries;
    const registries = state.status === 'ready' ? state.value : [];
    const chosen = registries.find(({ id }) => id === this.registry) ?? registries.find(({ hasToken }) => hasToken) ?? registries[0];
    const { packed, busy } = this;
    return html`<ui-dialog open heading=${text.of('publishTitle')} @close=${() => this.dispatchEvent(new Event('done'))}>
      <div class="fields">
        <div class="folder">
          <ui-field label=${text.of('folder')} hint=${text.of('folderHint')}><ui-input .value=${this.folder} maxlength="4000" @input=${this.#type}></ui-input></ui-field>
          <ui-button kind="line" @click=${this.#pick}>${text.of('pick')}</ui-button>
        </div>
        <ui-field label=${text.of('publishTo')} hint=${chosen?.hasToken === true || state.status !== 'ready' ? '' : text.of(chosen === undefined ? 'noRegistry' : 'tokenMissing')}><ui-select .options=${registries.map(({ id, name }) => ({ value: id, label: name }))} .value=${chosen?.id ?? ''} @change=${this.#chooseRegistry}></ui-select></ui-field>
        ${packed ? html`<div><b>${text.count('packedOf', packed.files.length, { id: packed.id, version: packed.version, size: bytesText(text.locale, packed.bytes) })}</b><ul>${packed.files.map(file => html`<li>${file}</li>`)}</ul></div>` : nothing}
        ${this.problem ? html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>` : nothing}
        ${this.result === '' ? nothing : html`<ui-alert>${this.result}</ui-alert>`}
      </div>
      ${chosen?.hasToken === true ? nothing : html`<ui-button slot="footer" @click=${() => this.dispatchEvent(new Event('registries'))}>${text.of('registries')}</ui-button>`}
      <ui-button slot="actions" kind="line" ?busy=${busy} ?disabled=${this.folder === ''} @click=${this.#look}>${text.of('look')}</ui-button>
      <ui-button slot="actions" kind="solid" ?busy=${busy} ?disabled=${packed === undefined || chosen?.hasToken !== true} @click=${() => this.#publish(chosen?.id ?? '')}>${text.of('publish')}</ui-button>
    </ui-dialog>`;
  }

  readonly #type = (event: Event): void => {
    this.folder = (event.target as HTMLInputElement).value.trim();
    this.packed = undefined;
  };

  readonly #chooseRegistry = (event: Event): void => {
    this.registry = (event.target as HTMLSelectElement).value;
  };

  readonly #pick = () =>
    this.#work(async () => {
      const folder = await this.view.connect(ExtensionsChannel).call('chooseFolder', {});
      if (folder === null) return;
      this.folder = folder;
      this.packed = await this.view.connect(ExtensionsChannel).call('pack', { folder });
    });

  readonly #look = () =>
    this.#work(async () => {
      this.packed = undefined;
      this.packed = await this.view.connect(ExtensionsChannel).call('pack', { folder: this.folder });
    });

  #publish(registry: string) {
    return this.#work(async () => {
      const done = await this.view.connect(ExtensionsChannel).call('publish', { folder: this.folder, registry });
      this.result = this.#text.of('published2', done);
      this.packed = undefined;
    });
  }

  async #work(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = undefined;
    this.result = '';
    try {
      await work();
    } catch (error) {
      this.problem = error as AppError;
    } finally {
      this.busy = false;
    }
  }
}
