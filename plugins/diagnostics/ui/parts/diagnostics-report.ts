import type { AppError } from '@atelier/kernel';
import { bytesText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { DiagnosticsChannel } from '../../contract/index.ts';
import { partStyles } from '../part-styles.ts';
import { texts } from '../texts.ts';
import { failureOf } from '../words.ts';

/** Makes the report, shows its exact text, and saves it. */
export class DiagnosticsReport extends LitElement {
  static override styles = [
    partStyles,
    css`
      .acts { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-block: 12px; min-height: 28px; }
      .saved { font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
      .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding-block: 4px; padding-inline: 12px 6px; font: var(--t-12); color: var(--text-2); border-block-end: 1px solid var(--line); }
      .bar code { flex: 1; min-width: 0; overflow-wrap: anywhere; color: var(--text); }
      pre { max-height: 60vh; border-end-start-radius: 7px; border-end-end-radius: 7px; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private report: { readonly name: string; readonly text: string } | undefined;
  @state() private making = false;
  @state() private saved = '';
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const { report, making } = this;
    const label = making ? 'makingReport' : report === undefined ? 'makeReport' : 'remake';
    return html`
      <p>${text.of('reportAbout')}</p>
      <div class="acts">
        <ui-button kind=${report === undefined ? 'accent' : 'line'} ?busy=${making} ?disabled=${making} @click=${this.#make}>${text.of(label)}</ui-button>
        ${
          report === undefined
            ? nothing
            : html`
                <ui-button kind="accent" icon="download" ?disabled=${making} @click=${() => this.#save(report)}>${text.of('saveReport')}</ui-button>
                <span class="saved" role="status">${this.saved === '' ? nothing : text.of('reportSaved', { name: this.saved })}</span>
              `
        }
      </div>
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      ${
        report === undefined
          ? nothing
          : html`<div class="card">
              <div class="bar">
                <code>${report.name}</code>${bytesText(text.locale, new Blob([report.text]).size)}
                <ui-icon-button icon="copy" label=${text.of('copyReport')} @click=${() => navigator.clipboard.writeText(report.text)}></ui-icon-button>
              </div>
              <pre tabindex="0" role="region" aria-label=${text.of('reportText')}>${report.text}</pre>
            </div>`
      }
    `;
  }

  readonly #make = async (): Promise<void> => {
    this.making = true;
    this.problem = undefined;
    this.saved = '';
    try {
      this.report = await this.view.connect(DiagnosticsChannel).call('report', {});
    } catch (error) {
      this.problem = failureOf(error);
    }
    this.making = false;
  };

  #save({ name, text }: { readonly name: string; readonly text: string }): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = this.ownerDocument.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // By then the browser has started the download.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    this.saved = name;
  }
}
