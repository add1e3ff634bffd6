import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Bucket } from '../../contract/index.ts';
import { roundUp } from '../buckets.ts';
import { texts } from '../texts.ts';
import { amountText, axisText, costText, countText, momentText } from '../words.ts';
import { chartStyles } from './chart-styles.ts';
import { ElementWidth } from './element-width.ts';

const [top, bottom] = [14, 150];
const [tokensTop, tokensBottom] = [170, 214];
const height = 232;
const start = 44;

/** Money above, tokens below, one bar for each moment. The arrow keys and the pointer show what a bar says; a table says all of it. */
export class UsageChart extends LitElement {
  static override styles = [
    chartStyles,
    css`
      .key { display: flex; flex-wrap: wrap; gap: 0 14px; font: var(--t-12); color: var(--text-2); }
      .key span { display: flex; align-items: center; gap: 6px; }
      .key i { width: 10px; height: 10px; border-radius: 2px; background: var(--text-2); }
      .key .tokens { background: var(--line-strong); opacity: 0.6; }
      .key .hatched { background: repeating-linear-gradient(135deg, var(--text-3) 0 1.2px, transparent 1.2px 3.6px); box-shadow: inset 0 0 0 1px var(--text-3); }
      .money { fill: var(--text-2); }
      .count { fill: var(--line-strong); opacity: 0.6; }
      .over { stroke: var(--warn); stroke-width: 2; stroke-linecap: round; }
      .at { fill: var(--hover); }
      .stripe { stroke: var(--text-3); stroke-width: 1.6; }
      .hatch { stroke: var(--text-3); }
      .tip { position: absolute; z-index: 1; width: 208px; max-width: calc(100% - 16px); padding: 8px 10px; border-radius: var(--r-8); background: var(--raised); box-shadow: var(--shadow-2); font: 12px/18px var(--font); font-variant-numeric: tabular-nums; pointer-events: none; }
      .tip div { display: flex; justify-content: space-between; gap: 8px; color: var(--text-2); }
      .tip .first { font-weight: 600; color: var(--text); }
      .tip .warn { color: var(--warn-text); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) buckets: readonly Bucket[] = [];
  @property() unit: 'hour' | 'day' | 'month' = 'day';
  /** The moment that is now. */
  @property() now = '';
  /** The amount at which the person is told, for a chart of days. */
  @property({ type: Number }) limit: number | undefined;
  @state() private at: number | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #width = new ElementWidth(this, 640);

  override render() {
    const text = this.#text;
    const title = text.of(this.unit === 'hour' ? 'byHour' : this.unit === 'day' ? 'byDay' : 'byMonth');
    const isHatched = this.buckets.some(({ unknown, included }) => unknown + included > 0);
    return html`
      <div class="head">
        <h2>${title}</h2>
        <div class="key" aria-hidden="true">
          <span><i></i>${text.of('money')}</span><span><i class="tokens"></i>${text.of('legendTokens')}</span>
          ${isHatched ? html`<span><i class="hatched"></i>${text.of('legendUnknown')}</span>` : nothing}
        </div>
      </div>
      ${this.#drawing(title)} ${this.#tip()} ${this.#table(title)}
    `;
  }

  #drawing(title: string) {
    const { buckets, limit, at } = this;
    const width = this.#width.value;
    const text = this.#text;
    const [mostMoney, mostTokens] = [Math.max(...buckets.map(({ cost }) => cost), 0), Math.max(...buckets.map(({ tokens }) => tokens), 0)];
    const isLimitShown = limit !== undefined && this.unit === 'day' && limit <= Math.max(mostMoney, 0.01) * 2;
    const [money, count] = [roundUp(Math.max(mostMoney, isLimitShown ? limit : 0)), roundUp(mostTokens)];
    const step = (width - start) / Math.max(buckets.length, 1);
    const y = (amount: number) => bottom - (amount / money) * (bottom - top);
    const line = (amount: number) => svg`
      <path class="grid" d="M${start} ${y(amount)}H${width}"></path>
      <text x=${start - 6} y=${y(amount) + 4} text-anchor="end">${axisText(text, amount)}</text>`;
    return html`<svg
      width=${width} height=${height} viewBox="0 0 ${width} ${height}" tabindex="0" role="img"
      aria-label="${title}. ${text.of('chartLabel')}"
      @keydown=${this.#move} @blur=${this.#leave} @pointerleave=${this.#leave}
      @pointermove=${(event: PointerEvent) => this.#point(event.offsetX, step)}
      @pointerdown=${(event: PointerEvent) => this.#point(event.offsetX, step)}
    >
      <defs><pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="stripe" d="M0 0v4"></path></pattern></defs>
      ${[0, money / 2, money].map(line)}
      <path class="grid" d="M${start} ${tokensBottom + 0.5}H${width}"></path>
      <text x=${start - 6} y=${tokensTop + 4} text-anchor="end">${countText(text, count)}</text>
      <text x=${start - 6} y=${tokensBottom + 4} text-anchor="end">0</text>
      ${at === undefined ? nothing : svg`<rect class="at" x=${start + at * step} y="6" width=${step} height=${tokensBottom - 6}></rect>`}
      ${buckets.map((bucket, index) => this.#bar(bucket, start + index * step, step, y, count))}
      ${this.#labels(step)}
      ${
        isLimitShown
          ? svg`<path class="limit" d="M${start} ${y(limit)}H${width}"></path>
              <text class="warned" x=${width} y=${y(limit) - 5} text-anchor="end">${text.of('perDay', { amount: amountText(text, limit) })}</text>`
          : nothing
      }
    </svg>`;
  }

  #bar({ cost, tokens, unknown, included }: Bucket, left: number, step: number, y: (amount: number) => number, count: number) {
    const thick = Math.max(Math.min(step * 0.62, 28), 1);
    const x = left + (step - thick) / 2;
    const high = (value: number) => (value / count) * (tokensBottom - tokensTop);
    const [all, hatched] = [high(tokens), high(unknown + included)];
    const shown = Math.max(all - hatched, 0);
    const isOver = this.limit !== undefined && this.unit === 'day' && cost > this.limit;
    return svg`
      ${cost > 0 ? svg`<rect class="money" x=${x} y=${Math.min(y(cost), bottom - 1)} width=${thick} height=${Math.max(bottom - y(cost), 1)} rx="1.5"></rect>` : nothing}
      ${isOver ? svg`<path class="over" d="M${x} ${y(cost) - 3.5}h${thick}"></path>` : nothing}
      ${shown > 0 ? svg`<rect class="count" x=${x} y=${tokensBottom - shown} width=${thick} height=${shown} rx="1"></rect>` : nothing}
      ${hatched > 0 ? svg`<rect class="hatch" x=${x + 0.5} y=${tokensBottom - Math.max(all, 1)} width=${Math.max(thick - 1, 0.5)} height=${Math.max(hatched, 1)} fill="url(#hatch)"></rect>` : nothing}`;
  }

  /** As many as fit; now is always one of them. */
  #labels(step: number) {
    const every = Math.max(Math.ceil(64 / step), 1);
    const now = this.buckets.findIndex(({ at }) => at === this.now);
    return this.buckets.map(({ at }, index) => {
      const isNow = index === now;
      if (!isNow && (index % every !== 0 || (now !== -1 && Math.abs(index - now) * step < 56))) return nothing;
      const x = start + (index + 0.5) * step;
      const [anchor, edge] = x > this.#width.value - 24 ? ['end', this.#width.value] : ['middle', x];
      const words = isNow && this.unit === 'day' ? this.#text.of('today') : momentText(this.#text, at, true);
      return svg`<text class=${isNow ? 'now' : ''} x=${edge} y="229" text-anchor=${anchor}>${words}</text>`;
    });
  }

  #tip() {
    const bucket = this.at === undefined ? undefined : this.buckets[this.at];
    const step = (this.#width.value - start) / Math.max(this.buckets.length, 1);
    const middle = 12 + start + ((this.at ?? 0) + 0.5) * step;
    const side =
      middle > this.#width.value / 2
        ? `inset-inline-end:${this.#width.value + 24 - middle + step / 2 + 6}px`
        : `inset-inline-start:${middle + step / 2 + 6}px`;
    return html`<div role="status" class=${bucket === undefined ? 'unseen' : 'tip'} style=${bucket === undefined ? '' : `top:56px;${side}`}>${
      bucket === undefined ? nothing : this.#facts(bucket)
    }</div>`;
  }

  #facts(bucket: Bucket) {
    const text = this.#text;
    const row = (name: string, value: string, kind = '') => html`<div class=${kind}><span>${name}</span><span>${value}</span></div>`;
    const over = this.unit === 'day' && this.limit !== undefined ? bucket.cost - this.limit : 0;
    return [
      row(momentText(text, bucket.at, false), costText(text, { ...bucket, unreported: 0 }, bucket.tokens), 'first'),
      row(text.of('tokens'), countText(text, bucket.tokens)),
      bucket.unknown > 0 ? row(text.of('ofThem'), countText(text, bucket.unknown)) : nothing,
      bucket.included > 0 ? row(text.of('ofThemIncluded'), countText(text, bucket.included)) : nothing,
      over > 0 ? row(text.of('overLine', { amount: amountText(text, over) }), '', 'warn') : nothing,
    ];
  }

  #table(title: string) {
    const text = this.#text;
    return html`<table class="unseen" aria-label=${title}>
      <thead><tr><th>${text.of('moment')}</th><th>${text.of('cost')}</th><th>${text.of('tokens')}</th></tr></thead>
      <tbody>${this.buckets
        .filter(({ tokens }) => tokens > 0)
        .map(
          bucket =>
            html`<tr><th scope="row">${momentText(text, bucket.at, false)}</th><td>${costText(text, { ...bucket, unreported: 0 }, bucket.tokens)}</td><td>${countText(text, bucket.tokens)}</td></tr>`,
        )}</tbody>
    </table>`;
  }

  #point(x: number, step: number): void {
    const at = Math.floor((x - start) / step);
    this.at = at >= 0 && at < this.buckets.length ? at : undefined;
  }

  readonly #leave = (): void => {
    this.at = undefined;
  };

  readonly #move = (event: KeyboardEvent): void => {
    const last = this.buckets.length - 1;
    const to = { ArrowLeft: (this.at ?? last + 1) - 1, ArrowRight: (this.at ?? -1) + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape' && this.at !== undefined) {
      event.stopPropagation();
      this.at = undefined;
    }
    if (to === undefined) return;
    event.preventDefault();
    this.at = Math.min(Math.max(to, 0), last);
  };
}
