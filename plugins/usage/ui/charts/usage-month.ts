import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import type { Bucket } from '../../contract/index.ts';
import { daysOfMonth, roundUp } from '../buckets.ts';
import { texts } from '../texts.ts';
import { amountText, axisText, momentText } from '../words.ts';
import { chartStyles } from './chart-styles.ts';
import { ElementWidth } from './element-width.ts';

const [top, bottom] = [20, 150];
const height = 172;
const start = 44;
/** What the words of two days need between their middle and the edge, so that they do not touch. */
const room = 96;

/** What this calendar month has cost so far, day after day, against the amount at which the person is told. */
export class UsageMonth extends LitElement {
  static override styles = [
    chartStyles,
    css`
      .area { fill: var(--hover); }
      .line { fill: none; stroke: var(--text); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round; }
      .pace { fill: none; stroke: var(--text-2); stroke-width: 1.5; stroke-dasharray: 1.5 4; stroke-linecap: round; }
      .dot { fill: var(--text); stroke: var(--raised); stroke-width: 2; }
      p { margin: auto 0 2px; padding-block-start: 6px; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) days: readonly Bucket[] = [];
  @property() today = '';
  @property({ type: Number }) limit: number | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #width = new ElementWidth(this, 320);

  override render() {
    const text = this.#text;
    const all = daysOfMonth(this.today);
    const past = all.filter(day => day <= this.today);
    const costs = new Map(this.days.map(({ at, cost }) => [at, cost]));
    let sum = 0;
    const sums = past.map(day => {
      sum += costs.get(day) ?? 0;
      return sum;
    });
    // An unknown price is no price of nothing.
    const isUnknown = sum === 0 && this.days.some(({ unknown }) => unknown > 0);
    const pace = past.length === 0 ? 0 : (sum / past.length) * all.length;
    const { limit } = this;
    return html`
      <div class="head">
        <h2>${text.of('thisMonth')}</h2>
        <ui-button size="24" @click=${() => this.dispatchEvent(new Event('limits'))}>${text.of('limits')}</ui-button>
      </div>
      ${this.#drawing(all, sums, pace, isUnknown)}
      <p>
        ${limit === undefined ? text.of('noLimit') : `${text.of('limitLine', { amount: amountText(text, limit) })}.`}
        ${pace > 0 ? text.of('atPace', { amount: amountText(text, pace) }) : nothing}
      </p>
    `;
  }

  #drawing(all: readonly string[], sums: readonly number[], pace: number, isUnknown: boolean) {
    const { limit } = this;
    const width = this.#width.value;
    const text = this.#text;
    const sum = sums.at(-1) ?? 0;
    const said = isUnknown ? text.of('priceUnknown') : sum > 0 ? amountText(text, sum) : '';
    const isLimitShown = limit !== undefined && limit <= Math.max(sum, pace, 0.01) * 4;
    const most = roundUp(Math.max(sum, pace, isLimitShown ? limit : 0));
    const x = (index: number) => start + (index / Math.max(all.length - 1, 1)) * (width - start - 4);
    const y = (amount: number) => bottom - (amount / most) * (bottom - top);
    const points = sums.map((value, index) => `${x(index)} ${y(value)}`).join('L');
    const now = Math.max(sums.length - 1, 0);
    const anchor = x(now) > width - 60 ? 'end' : x(now) < start + 60 ? 'start' : 'middle';
    return html`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label="${text.of('thisMonth')}${said === '' ? '' : `: ${said}`}">
      ${[0, most / 2, most].map(
        amount =>
          svg`<path class="grid" d="M${start} ${y(amount)}H${width}"></path><text x=${start - 6} y=${y(amount) + 4} text-anchor="end">${axisText(text, amount)}</text>`,
      )}
      ${isUnknown ? nothing : svg`<path class="area" d="M${x(0)} ${bottom}L${points}L${x(now)} ${bottom}Z"></path><path class="line" d="M${points}"></path>`}
      ${pace > 0 ? svg`<path class="pace" d="M${x(now)} ${y(sum)}L${x(all.length - 1)} ${y(pace)}"></path>` : nothing}
      ${isLimitShown ? svg`<path class="limit" d="M${start} ${y(limit)}H${width}"></path>` : nothing}
      ${isUnknown ? nothing : svg`<circle class="dot" cx=${x(now)} cy=${y(sum)} r="4"></circle>`}
      ${said === '' ? nothing : svg`<text class="now" x=${x(now)} y=${Math.max(y(sum) - 9, 12)} text-anchor=${anchor}>${said}</text>`}
      ${x(now) - start > room ? svg`<text x=${start} y="168">${momentText(text, all[0] ?? '', true)}</text>` : nothing}
      <text class="now" x=${x(now)} y="168" text-anchor=${anchor}>${text.of('today')}</text>
      ${width - x(now) > room ? svg`<text x=${width} y="168" text-anchor="end">${momentText(text, all.at(-1) ?? '', true)}</text>` : nothing}
    </svg>`;
  }
}
