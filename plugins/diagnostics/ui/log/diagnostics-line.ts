import { dateText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { Line } from '../../contract/index.ts';
import { partStyles } from '../part-styles.ts';
import { texts } from '../texts.ts';

/** One line of the log in full, with its fields. */
export class DiagnosticsLine extends LitElement {
  static override styles = [
    partStyles,
    css`
      :host { flex: none; }
      .card { overflow: hidden; }
      .bar { display: flex; align-items: center; gap: 2px; min-height: 36px; padding-block: 4px; padding-inline: 12px 4px; font: var(--t-12); color: var(--text-2); }
      .bar span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
      pre { max-height: 220px; border-block-start: 1px solid var(--line); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) line!: Line;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const { at, level, source, text: message, detail } = this.line;
    const when = dateText(text.locale, at, { dateStyle: 'medium', timeStyle: 'medium' });
    const whole = detail === undefined ? message : `${message}\n${indented(detail)}`;
    return html`<section class="card" aria-label=${text.of('lineChosen')}>
      <div class="bar">
        <span>${when} · ${text.of(`lineLevel.${level}`)} · ${source}</span>
        <ui-icon-button icon="copy" label=${text.of('copyLine')} @click=${() => navigator.clipboard.writeText(`${new Date(at).toISOString()} ${level} ${source} ${whole}`)}></ui-icon-button>
        <ui-icon-button icon="x" label=${text.of('closeLine')} @click=${() => this.dispatchEvent(new Event('close'))}></ui-icon-button>
      </div>
      <pre tabindex="0">${whole}</pre>
    </section>`;
  }
}

function indented(detail: string): string {
  try {
    return JSON.stringify(JSON.parse(detail), undefined, 2);
  } catch {
    // Truncated JSON.
    return detail;
  }
}
