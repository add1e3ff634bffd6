import { AppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { bytesText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ExtensionsChannel } from '../../contract/index.ts';
import en from '../../text/stored/en.json' with { type: 'json' };
import fr from '../../text/stored/fr.json' with { type: 'json' };

const texts = { en, fr };

/** What npm keeps of downloaded packages, and the button that deletes it. */
export class ExtensionsDownloads extends LitElement {
  static override styles = css`
    :host { display: block; }
    .row { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 10px 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); font: var(--t-13); font-variant-numeric: tabular-nums; }
    p { margin: 0; font: var(--t-12); color: var(--text-2); }
    ui-alert { margin-block-start: 8px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private isBusy = false;
  @state() private problem: string | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #kept = new Query(this, () => this.view, ExtensionsChannel, 'downloads', { params: () => ({}) });

  override render() {
    const { state } = this.#kept;
    const text = this.#text;
    if (state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    if (state.status === 'failed') return html`<ui-alert kind="warn">${state.error.in(text.locale)}</ui-alert>`;
    const { bytes, files } = state.value;
    if (files === 0) return html`<p>${text.of('none')}</p>`;
    return html`<div class="row">
        <span>${bytesText(text.locale, bytes)} · ${text.count('files', files)}</span>
        <ui-button kind="line" ?busy=${this.isBusy} @click=${this.#clear}>${text.of('clear')}</ui-button>
      </div>
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}`;
  }

  readonly #clear = async (): Promise<void> => {
    this.isBusy = true;
    this.problem = undefined;
    try {
      await this.view.connect(ExtensionsChannel).call('clearDownloads', {});
      toast({ text: this.#text.of('cleared') });
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
    } finally {
      this.isBusy = false;
      this.#kept.refresh();
    }
  };
}
