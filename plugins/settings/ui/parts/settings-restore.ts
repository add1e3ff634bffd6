import type { AppError } from '@atelier/kernel';
import { KernelChannel } from '@atelier/kernel';
import { bytesText, dateText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';

/** Lets the person choose a backup of one extension, and restores it. */
export class SettingsRestore extends LitElement {
  static override styles = css`p { margin: 0 0 12px; text-wrap: pretty; } ui-alert { margin-block-start: 12px; }`;

  @property({ attribute: false }) view!: ViewHost;
  @property() extensionId = '';
  @property() name = '';
  @state() private chosen = '';
  @state() private busy = false;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #backups = new Query(this, () => this.view, KernelChannel, 'listBackups', { params: () => ({}) });

  override render() {
    const text = this.#text;
    const { state } = this.#backups;
    const own = state.status === 'ready' ? state.value.filter(({ id }) => id === this.extensionId) : [];
    const problem = state.status === 'failed' ? state.error : this.problem;
    const choices = own.map(({ name, at, bytes }) => ({
      value: name,
      label: dateText(text.locale, at, { dateStyle: 'full', timeStyle: 'medium' }),
      hint: bytesText(text.locale, bytes),
    }));
    return html`<ui-dialog open size="small" heading=${text.of('restoreTitle', { name: this.name })} @close=${this.#done}>
      <p>${text.of('restoreText')}</p>
      ${state.status === 'pending' ? html`<ui-skeleton></ui-skeleton>` : nothing}
      <ui-radio-group label=${text.of('storageBackups')} .options=${choices} .value=${this.chosen} @change=${this.#choose}></ui-radio-group>
      ${problem ? html`<ui-alert kind="danger">${problem.in(text.locale)}</ui-alert>` : nothing}
      <ui-button slot="actions" kind="line" @click=${this.#done}>${text.of('cancel')}</ui-button>
      <ui-button slot="actions" kind="danger" ?busy=${this.busy} ?disabled=${this.chosen === ''} @click=${this.#restore}>${text.of('restoreIt')}</ui-button>
    </ui-dialog>`;
  }

  readonly #choose = (event: Event): void => {
    this.chosen = (event.target as HTMLElement & { value: string }).value;
  };

  readonly #done = (): void => {
    this.dispatchEvent(new Event('done'));
  };

  readonly #restore = async (): Promise<void> => {
    this.busy = true;
    this.problem = undefined;
    try {
      await this.view.connect(KernelChannel).call('restoreBackup', { id: this.extensionId, name: this.chosen });
      // What the open views show is of before.
      location.reload();
    } catch (error) {
      this.problem = error as AppError;
    } finally {
      this.busy = false;
    }
  };
}
