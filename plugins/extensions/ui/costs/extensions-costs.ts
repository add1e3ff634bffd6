import { KernelChannel, type KernelShape } from '@atelier/kernel';
import { bytesText, durationText, numberText, percentText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ListedCosts } from '../listed.ts';
import { type CostsWord, costsTexts } from './costs-texts.ts';

type Sample = KernelShape['calls']['costHistory']['result'][number];
type Cell = readonly [value: string, name: CostsWord, tooltip: string];

const megabyte = 1_048_576;
const [width, height] = [240, 28];

/** The costs of an extension now and in the last minutes, each number with a tooltip, and a button to edit its budget. */
export class ExtensionsCosts extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; }
    .stats { display: grid; grid-template-columns: repeat(3, 1fr); border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: clip; }
    .stats div { min-width: 0; }
    ui-tooltip { display: block; padding: 8px 12px; border-radius: var(--r-8); }
    ui-tooltip:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    .stats div:nth-child(n + 4) { border-block-start: 1px solid var(--line); }
    .stats div:not(:nth-child(3n + 1)) { border-inline-start: 1px solid var(--line); }
    b { display: block; font: 600 13px/20px var(--font); font-variant-numeric: tabular-nums; white-space: nowrap; }
    span { font: var(--t-11); color: var(--text-2); }
    figure { margin: 8px 0 0; }
    svg { display: block; inline-size: 100%; block-size: 28px; overflow: visible; }
    polyline { fill: none; stroke-width: 1.25; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
    .cpu { stroke: var(--accent); }
    .memory { stroke: var(--text-3); stroke-dasharray: 3 2; }
    figcaption { margin-block-start: 4px; font: var(--t-11); color: var(--text-2); text-wrap: pretty; }
    ui-alert { margin-block-end: 8px; }
    .end { display: flex; justify-content: flex-end; margin-block: 4px 0; margin-inline: 0 -8px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) costs: ListedCosts | undefined;
  @property() name = '';
  @state() private editing = false;

  readonly #text = new Texts(this, () => this.view, costsTexts);
  readonly #history = new Query(this, () => this.view, KernelChannel, 'costHistory', {
    params: () => ({ id: this.costs?.id ?? '' }),
    refreshOn: 'costsChanged',
  });

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('costs') && changed.get('costs')?.id !== this.costs?.id) this.editing = false;
  }

  override render() {
    const { costs } = this;
    if (costs === undefined) return nothing;
    const text = this.#text;
    const { slowed, budget, id } = costs;
    const why = slowed?.map(one => text.of(`slowed.${one}`)).join(', ');
    const edit = () => {
      this.editing = true;
    };
    const done = () => {
      this.editing = false;
    };
    return html`
      ${why === undefined ? nothing : html`<ui-alert kind="warn" heading=${text.of('slowed')}>${text.of('slowedText', { why })}</ui-alert>`}
      <div class="stats">${this.#cells(costs).map(([value, name, tooltip]) => html`<div><ui-tooltip text=${tooltip}><b>${value}</b><span>${text.of(name)}</span></ui-tooltip></div>`)}</div>
      ${this.#lines()}
      ${budget === undefined ? nothing : html`<div class="end"><ui-button size="24" icon="gauge" @click=${edit}>${text.of('budget')}</ui-button></div>`}
      ${this.editing && budget !== undefined ? html`<extensions-budget .view=${this.view} extensionId=${id} name=${this.name} .budget=${budget} @done=${done}></extensions-budget>` : nothing}
    `;
  }

  #cells(costs: ListedCosts): readonly Cell[] {
    const text = this.#text;
    const { locale } = text;
    const { budget, cpuMs, cpuPercent = 0, memoryBytes, startMs, calls, failedCalls, slowCalls, crashes, events, fetches } = costs;
    const number = (value: number) => numberText(locale, value);
    const share = (percent: number) => percentText(locale, percent / 100);
    const bytes = (megabytes: number) => bytesText(locale, megabytes * megabyte);
    const bounded = (word: 'network' | 'events' | 'stored', bound: string, params: Record<string, string>) =>
      budget === undefined ? text.of(`told.${word}Here`, params) : text.of(`told.${word}`, { ...params, bound });
    const processor =
      cpuMs === undefined || budget === undefined
        ? text.of('told.processorHere')
        : text.of('told.processor', { share: share(cpuPercent), all: durationText(locale, cpuMs), bound: share(budget.cpuPercent) });
    const memory =
      memoryBytes === undefined || budget === undefined
        ? text.of('told.memoryHere')
        : text.of('told.memory', { bound: bytes(budget.memoryMegabytes) });
    const callsTooltip = text.of('told.calls', { all: number(calls), failed: number(failedCalls), slow: number(slowCalls) });
    return [
      [memoryBytes === undefined ? '–' : bytesText(locale, memoryBytes), 'memory', memory],
      [cpuMs === undefined ? '–' : share(cpuPercent), 'processor', processor],
      [startMs === 0 ? '–' : durationText(locale, startMs), 'start', text.of('told.start')],
      [failedCalls === 0 ? number(calls) : `${number(calls)} / ${number(failedCalls)}`, 'calls', callsTooltip],
      [number(events), 'events', bounded('events', number(budget?.eventsPerSecond ?? 0), {})],
      [number(crashes), 'crashes', text.of('told.crashes')],
      [
        bytesText(locale, costs.networkBytes),
        'network',
        bounded('network', bytes(budget?.networkMegabytesPerMinute ?? 0), { count: number(fetches) }),
      ],
      [
        costs.storedBytes === undefined ? '–' : bytesText(locale, costs.storedBytes),
        'stored',
        bounded('stored', bytes(budget?.storageMegabytes ?? 0), {}),
      ],
      [number(costs.tokens), 'tokens', text.of('told.tokens', { money: numberText(locale, costs.money, { maximumFractionDigits: 4 }) })],
    ];
  }

  #lines() {
    const { state: history } = this.#history;
    const samples = history.status === 'ready' ? history.value : [];
    if (samples.length < 2 || this.costs?.memoryBytes === undefined) return nothing;
    const text = this.#text;
    const { budget } = this.costs;
    const cpu = samples.map(shareOf);
    const memory = samples.map(({ memoryBytes }) => memoryBytes / megabyte);
    const [maxCpu, maxMemory] = [Math.max(...cpu), Math.max(...memory)];
    const line = (values: readonly number[], max: number, kind: string) =>
      svg`<polyline class=${kind} points=${pointsOf(values, max)}></polyline>`;
    const peaks = {
      cpu: percentText(text.locale, maxCpu / 100),
      memory: bytesText(text.locale, maxMemory * megabyte),
    };
    return html`<figure>
      <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
        ${line(memory, Math.max(maxMemory, budget?.memoryMegabytes ?? 1), 'memory')}${line(cpu, Math.max(maxCpu, budget?.cpuPercent ?? 1), 'cpu')}
      </svg>
      <figcaption>${text.of('lastMinutes', peaks)}</figcaption>
    </figure>`;
  }
}

function shareOf({ cpuMs, ms }: Sample): number {
  return (cpuMs / ms) * 100;
}

function pointsOf(values: readonly number[], max: number): string {
  const step = width / Math.max(1, values.length - 1);
  return values.map((value, at) => `${(at * step).toFixed(1)},${(height - (value / max) * height).toFixed(1)}`).join(' ');
}
