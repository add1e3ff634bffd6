import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MemoryRecord } from '../../contract/index.ts';
import { RecordData } from '../records/record-data.ts';
import { texts } from '../texts.ts';
import { dayOf, dayText, kindIcons, momentOf, type ProjectNames, validText } from '../words.ts';

const width = 300;

/** What was true when: each memory with its interval on one axis, and what of it held on a day. Fires `show` with an id. */
export class MemoryTimeline extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); color: var(--text); container-type: inline-size; }
    .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding: 12px 20px; }
    .tools label { display: flex; align-items: center; gap: 8px; color: var(--text-2); }
    .tools ui-input { width: 150px; }
    .count { color: var(--text-2); font-variant-numeric: tabular-nums; }
    .axis { display: grid; grid-template-columns: 96px minmax(0, 1fr) ${width}px; gap: 0 16px; padding: 0 24px 4px; font: var(--t-11); color: var(--text-2); }
    .axis .ends { grid-column: 3; display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }
    .rows { flex: 1; min-height: 0; padding: 0 12px 12px; }
    .row { display: grid; grid-template-columns: 96px minmax(0, 1fr) ${width}px; align-items: center; gap: 0 16px; height: 100%; padding: 0 12px; border-radius: var(--r-6); cursor: default; }
    .row:hover { background: var(--hover); }
    .row.off { color: var(--text-2); }
    time { font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .what { display: flex; align-items: center; gap: 10px; min-width: 0; }
    .what ui-icon { flex: none; color: var(--text-3); }
    .what b { min-width: 0; font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .off .what b { font-weight: 400; }
    .what small { flex: none; font: var(--t-12); color: var(--text-2); }
    svg { display: block; width: ${width}px; height: 20px; }
    .nothing { display: grid; place-items: center; flex: 1; }
    @container (max-width: 760px) {
      .row { grid-template-columns: 76px minmax(0, 1fr); padding: 0 4px; }
      .axis, .row svg, .what small { display: none; }
    }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) names: ProjectNames = new Map();
  @state() private day = dayOf(Date.now());

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #data = new RecordData(this, () => this.view);

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('view')) this.#data.filter({ status: 'any' });
  }

  override render() {
    const text = this.#text;
    const { state } = this.#data;
    if (state.status === 'pending') return html`<div class="nothing"><ui-progress label=${text.of('loading')}></ui-progress></div>`;
    if (state.status === 'failed')
      return html`<div class="tools"><ui-alert kind="danger">${state.problem.in(text.locale)}</ui-alert></div>`;
    // To its end, so that today is all that has become true so far.
    const at = Math.min((momentOf(this.day) ?? Date.now()) + 86_399_999, Math.max(Date.now(), momentOf(this.day) ?? 0));
    const all = state.found.map(({ memory }) => memory).toSorted((a, b) => b.from - a.from);
    const held = all.filter(memory => holds(memory, at));
    const start = Math.min(at, ...all.slice(-1).map(({ from }) => from));
    const end = Math.max(Date.now(), at);
    return html`
      <div class="tools">
        <label><span>${text.of('trueOn')}</span><ui-input type="date" label=${text.of('trueOn')} .value=${this.day} @change=${this.#choose} @input=${this.#choose}></ui-input></label>
        <span class="count" role="status">${text.count('held', held.length)}${state.more ? html` · ${text.of('scrollForMore')}` : nothing}</span>
      </div>
      <div class="axis" aria-hidden="true"><span class="ends"><span>${dayText(text.locale, start)}</span><span>${dayText(text.locale, end)}</span></span></div>
      <div class="rows"><ui-list label=${text.of('timeline')} row-height="36" .items=${all} .keyOf=${(one: MemoryRecord) => one.id} .textOf=${(one: MemoryRecord) => one.title}
        .renderItem=${(one: MemoryRecord) => this.#row(one, at, start, end)} @ui-select=${(event: CustomEvent<{ item: MemoryRecord }>) => this.dispatchEvent(new CustomEvent('show', { detail: event.detail.item.id }))}
        @scroll=${this.#scrolled}></ui-list></div>
    `;
  }

  #row(memory: MemoryRecord, at: number, start: number, end: number) {
    const text = this.#text;
    const { kind, title, from, until } = memory;
    const isHeld = holds(memory, at);
    const x = (moment: number) =>
      Math.round(((Math.min(Math.max(moment, start), end) - start) / Math.max(1, end - start)) * (width - 8)) + 4;
    const colour = isHeld ? 'var(--text)' : 'var(--line-strong)';
    return html`<div class="row ${isHeld ? '' : 'off'}">
      <time>${dayText(text.locale, from)}</time>
      <span class="what"><ui-icon name=${kindIcons[kind]}></ui-icon><b dir="auto" title=${title}>${title}</b><small>${until === undefined ? nothing : validText(text, memory)}</small></span>
      <svg viewBox="0 0 ${width} 20" aria-hidden="true">
        ${svg`<path d="M0 10H${width}" stroke="var(--line)"></path><path d="M${x(from)} 10H${Math.max(x(until ?? end), x(from) + 1)}" stroke=${colour} stroke-width="5" stroke-linecap="round"></path><path d="M${x(at)} 2V18" stroke="var(--text-3)" stroke-dasharray="2 2"></path>`}
      </svg>
    </div>`;
  }

  readonly #choose = (event: Event): void => {
    const { value } = event.currentTarget as HTMLInputElement;
    if (momentOf(value) !== undefined) this.day = value;
  };

  readonly #scrolled = (event: Event): void => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget as HTMLElement;
    if (scrollHeight - scrollTop - clientHeight < 3600) this.#data.more();
  };
}

function holds({ from, until }: MemoryRecord, at: number): boolean {
  return from <= at && (until === undefined || until > at);
}
