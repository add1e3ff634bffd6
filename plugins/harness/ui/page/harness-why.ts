import type { AppError } from '@atelier/kernel';
import { Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { HarnessChannel, type Rating } from '../../contract/index.ts';
import { texts } from '../texts.ts';

/** A word on why an answer was helpful or not. */
export class HarnessWhy extends LitElement {
  static override styles = css`
    form { display: grid; gap: 12px; font: var(--t-13); }
    footer { display: flex; justify-content: flex-end; gap: 8px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private rating: Rating | undefined;
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');

  override firstUpdated(): void {
    void this.#try(async () => {
      const { conversation, entry } = this.#answer;
      this.rating = (await this.#client.call('ratings', { conversation })).find(rating => rating.entry === entry);
    });
  }

  override render() {
    const text = this.#text;
    return html`<form @submit=${this.#save}>
      <ui-field label=${text.of(this.rating?.thumb === 'down' ? 'whyDown' : 'whyUp')} hint=${text.of('whyHint')} optional>
        <ui-input name="word" maxlength="300" .value=${this.rating?.word ?? ''}></ui-input>
      </ui-field>
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      <footer><ui-button kind="accent" type="submit" ?disabled=${this.rating === undefined}>${text.of('saveWord')}</ui-button></footer>
    </form>`;
  }

  get #client() {
    return this.view.connect(HarnessChannel);
  }

  get #answer() {
    return this.#params.value as { readonly conversation: string; readonly entry: string };
  }

  readonly #save = (event: SubmitEvent): void => {
    event.preventDefault();
    const word = String(new FormData(event.currentTarget as HTMLFormElement).get('word') ?? '');
    const { thumb } = this.rating ?? {};
    // The thumb was taken back meanwhile: a word alone rates nothing.
    if (thumb === undefined) return;
    void this.#try(async () => {
      await this.#client.call('rate', { ...this.#answer, thumb, word });
      await this.view.connect(WindowChannel).call('close', { view: 'harness.word' });
    });
  };

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.problem = (error as AppError).in(this.#text.locale);
    }
  }
}
