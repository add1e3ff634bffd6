import { bytesText, percentText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { ListedCosts } from '../listed.ts';
import { costsTexts } from './costs-texts.ts';

const megabyte = 1_048_576;

/** A compact meter of how much of its budget an extension uses, for a row of a list. */
export class ExtensionsMeter extends LitElement {
  static override styles = css`
    :host { display: inline-flex; align-items: center; gap: 6px; }
    .bar { inline-size: 28px; block-size: 4px; border-radius: 2px; background: var(--line); overflow: hidden; }
    .bar i { display: block; block-size: 100%; background: var(--text-2); }
    .bar.much i { background: var(--warn-text); }
    @media (forced-colors: active) { .bar { border: 1px solid; } .bar i { background: CanvasText; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) costs: ListedCosts | undefined;

  readonly #text = new Texts(this, () => this.view, costsTexts);

  override render() {
    const { cpuPercent = 0, memoryBytes, budget, slowed } = this.costs ?? {};
    if (memoryBytes === undefined || budget === undefined) return nothing;
    const text = this.#text;
    const share = Math.min(1, Math.max(cpuPercent / budget.cpuPercent, memoryBytes / megabyte / budget.memoryMegabytes));
    const label = text.of('meterOf', {
      cpu: percentText(text.locale, cpuPercent / 100),
      memory: bytesText(text.locale, memoryBytes),
      share: percentText(text.locale, share),
    });
    return html`
      ${slowed === undefined ? nothing : html`<ui-state state="needs" label=${text.of('slowed')}></ui-state>`}
      <span class="bar ${share > 0.8 ? 'much' : ''}" role="meter" aria-label=${label} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(share * 100)} title=${label}><i style="inline-size: ${share * 100}%"></i></span>
    `;
  }
}
