import type { AppError } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ExtensionsChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** Removes an extension, with its data if the person chooses so. */
export class ExtensionsRemove extends LitElement {
  static override styles = css`p { margin: 0 0 12px; text-wrap: pretty; } ui-alert { margin-block-start: 12px; }`;

  @property({ attribute: false }) view!: ViewHost;
  @property() extensionId = '';
  @property() name = '';
  @state() private withData = false;
  @state() private busy = false;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    return html`<ui-dialog open size="small" heading=${text.of('removeTitle', { name: this.name })} @close=${this.#done}>
      <p>${text.of('removeText')}</p>
      <ui-checkbox .checked=${this.withData} @change=${this.#turn}>${text.of('alsoData')}</ui-checkbox>
      ${this.problem ? html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>` : nothing}
      <ui-button slot="actions" kind="line" @click=${this.#done}>${text.of('cancel')}</ui-button>
      <ui-button slot="actions" kind="danger" ?busy=${this.busy} @click=${this.#remove}>${text.of('removeIt')}</ui-button>
    </ui-dialog>`;
  }

  readonly #turn = (): void => {
    this.withData = !this.withData;
  };

  readonly #done = (): void => {
    this.dispatchEvent(new Event('done'));
  };

  readonly #remove = async (): Promise<void> => {
    this.busy = true;
    try {
      await this.view.connect(ExtensionsChannel).call('remove', { id: this.extensionId, data: this.withData ? 'delete' : 'keep' });
      this.#done();
    } catch (error) {
      this.problem = error as AppError;
    } finally {
      this.busy = false;
    }
  };
}
