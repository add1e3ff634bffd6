import type { SliceMap } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { chevron, cube, iconStyles, puzzle, stateIcon } from './icons.ts';
import type { ListedCosts, ListedExtension } from './listed.ts';
import { bytesText, isolationName, numberText, stateName, timeText, words } from './text.ts';

/** What a person may ask of one extension. */
export type ExtensionAction = 'enable' | 'disable' | 'retry';

/** One extension: its state at a glance, and behind it what it costs and what it may. */
export class ExtensionRow extends LitElement {
  static override styles = [
    iconStyles,
    css`
      * { box-sizing: border-box; }
      :host { display: block; }
      details { border-radius: var(--r-8); }
      details[open] { background: var(--raised); box-shadow: 0 0 0 1px var(--line); margin: 4px 0 8px; }
      summary { display: flex; align-items: center; gap: 12px; min-height: 48px; padding: 6px 12px; border-radius: var(--r-8); cursor: default; list-style: none; transition: background var(--fast); }
      summary:hover { background: var(--hover); }
      summary:focus-visible, button:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
      .tile { display: grid; place-items: center; width: 32px; height: 32px; flex: none; border-radius: var(--r-6); background: var(--hover); color: var(--text-2); }
      .what { flex: 1; min-width: 0; }
      .name { font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .meta { font: var(--t-12); color: var(--text-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .meta.problem { white-space: normal; }
      .number { font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
      .chevron { color: var(--text-3); transition: transform var(--fast); }
      .chevron svg { width: 14px; height: 14px; }
      details[open] .chevron { transform: rotate(90deg); }
      .body { padding: 4px 12px 12px 56px; }
      .problem-text { margin: 0 0 12px; padding: 8px 12px; border-radius: var(--r-6); background: var(--warn-soft); color: var(--warn-text); text-wrap: pretty; }
      .problem-text.failed { background: var(--danger-soft); color: var(--danger-text); }
      code { font: var(--c-11); color: var(--text-3); font-variant-ligatures: none; overflow-wrap: anywhere; }
      dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1px; margin: 0; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--line); overflow: hidden; }
      dl > div { padding: 8px 12px; background: var(--raised); }
      dt { font: var(--t-11); color: var(--text-2); }
      dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
      dd.quiet { font-weight: 400; color: var(--text-2); }
      dd small { font: var(--t-11); white-space: nowrap; color: var(--danger-text); }
      .facts { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 12px 0 0; border: 0; background: none; font: var(--t-12); }
      .facts dt { font: var(--t-12); }
      .facts dd { font-weight: 400; }
      footer { display: flex; justify-content: flex-end; gap: 8px; margin-top: 12px; }
      button { height: 28px; padding: 0 10px; border: 0; border-radius: var(--r-6); background: var(--raised); box-shadow: inset 0 0 0 1px var(--line-strong); color: var(--text); font: 500 13px/20px var(--font); transition: background var(--fast); }
      button:hover { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
      @media (max-width: 560px) {
        .body { padding-left: 12px; }
        .meta { white-space: normal; text-wrap: pretty; }
        dl { grid-template-columns: repeat(2, 1fr); }
        .facts { grid-template-columns: 1fr; gap: 0; }
        .facts dd { margin-bottom: 8px; }
      }
    `,
  ];

  @property({ attribute: false }) extension!: ListedExtension;
  @property({ attribute: false }) costs: ListedCosts | undefined;
  @property() locale: SliceMap['locale'] = 'fr';

  override render() {
    const { extension, locale } = this;
    const memory = this.costs?.memoryBytes;
    return html`
      <details>
        <summary>
          <span class="tile">${extension.bundled ? cube : puzzle}</span>
          <span class="what">
            <div class="name">${extension.displayName}</div>
            <div class="meta">${stateName(locale, extension.state)} · ${isolationName(locale, extension.isolation)}</div>
          </span>
          ${memory === undefined || memory === 0 ? nothing : html`<span class="number">${bytesText(locale, memory)}</span>`}
          ${stateIcon(extension.state)}
          <span class="chevron">${chevron}</span>
        </summary>
        <div class="body">
          ${this.#problem()} ${this.#costList()} ${this.#facts()} ${this.#actions()}
        </div>
      </details>
    `;
  }

  #problem() {
    const { problem, state } = this.extension;
    if (problem === undefined) return nothing;
    return html`<p class="problem-text ${state === 'failed' ? 'failed' : ''}">${problem.message} <code>${problem.code}</code></p>`;
  }

  #costList() {
    const { costs, locale } = this;
    if (costs === undefined) return nothing;
    const text = words(locale);
    const measured = (value: string | undefined) =>
      value === undefined ? html`<dd class="quiet">${text.notMeasured}</dd>` : html`<dd>${value}</dd>`;
    const failed = costs.failedCalls === 0 ? nothing : html` <small>${numberText(locale, costs.failedCalls)} ${text.failed}</small>`;
    return html`
      <dl>
        <div><dt>${text.startTime}</dt><dd>${timeText(locale, costs.startMs)}</dd></div>
        <div><dt>${text.memory}</dt>${measured(costs.memoryBytes === undefined ? undefined : bytesText(locale, costs.memoryBytes))}</div>
        <div><dt>${text.processor}</dt>${measured(costs.cpuMs === undefined ? undefined : timeText(locale, costs.cpuMs))}</div>
        <div><dt>${text.calls}</dt><dd>${numberText(locale, costs.calls)}${failed}</dd></div>
        <div><dt>${text.traffic}</dt><dd>${bytesText(locale, costs.bytes)}</dd></div>
        <div><dt>${text.crashes}</dt><dd>${numberText(locale, costs.crashes)}</dd></div>
      </dl>
    `;
  }

  #facts() {
    const { extension, locale } = this;
    const text = words(locale);
    const rights = Object.entries(extension.granted).filter(([, value]) => value !== false && value !== undefined);
    const named = rights.map(([name, value]) =>
      Array.isArray(value) ? `${name}: ${value.map(item => (typeof item === 'string' ? item : item.glob)).join(', ')}` : name,
    );
    return html`
      <dl class="facts">
        <dt>${text.version}</dt><dd>${extension.version} · <code>${extension.id}</code></dd>
        <dt>${text.asks}</dt><dd>${named.length === 0 ? text.noRights : named.join(' · ')}</dd>
      </dl>
    `;
  }

  #actions() {
    const { extension, locale } = this;
    const text = words(locale);
    if (extension.state === 'refused') return nothing;
    const stopped = extension.state === 'stopped' || extension.state === 'quarantined';
    return html`
      <footer>
        ${extension.state === 'failed' ? html`<button @click=${() => this.#ask('retry')}>${text.retry}</button>` : nothing}
        <button @click=${() => this.#ask(stopped ? 'enable' : 'disable')}>${stopped ? text.enable : text.disable}</button>
      </footer>
    `;
  }

  #ask(action: ExtensionAction) {
    this.dispatchEvent(new CustomEvent('extension-action', { detail: { id: this.extension.id, action }, bubbles: true, composed: true }));
  }
}
