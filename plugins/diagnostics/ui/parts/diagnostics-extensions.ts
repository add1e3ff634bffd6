import { type ExtensionCosts, type ExtensionStatus, KernelChannel } from '@atelier/kernel';
import type { UiStateName } from '@atelier/kernel/kit';
import { bytesText, durationText, moneyText, numberText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { partStyles } from '../part-styles.ts';
import { texts } from '../texts.ts';

const marks: Readonly<Record<ExtensionStatus['state'], UiStateName>> = {
  active: 'done',
  waking: 'running',
  dormant: 'skipped',
  stopped: 'off',
  failed: 'failed',
  refused: 'failed',
  quarantined: 'failed',
};

/** The effects and the costs of each extension. */
export class DiagnosticsExtensions extends LitElement {
  static override styles = [
    partStyles,
    css`
      p { margin-block-end: 12px; }
      details + details { border-block-start: 1px solid var(--line); }
      summary { display: grid; grid-template-columns: 16px minmax(120px, 1fr) repeat(3, minmax(64px, 92px)) 16px; align-items: center; gap: 12px; min-height: 36px; padding: 4px 12px; list-style: none; cursor: default; border-radius: 7px; }
      summary:hover { background: var(--hover); }
      summary:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
      summary ui-icon { color: var(--text-3); --icon-size: 14px; transition: rotate var(--fast); }
      details[open] summary ui-icon { rotate: 90deg; }
      .name { min-width: 0; overflow-wrap: anywhere; }
      .name small { display: block; font: var(--t-11); color: var(--text-3); }
      .figure { font: var(--t-12); color: var(--text-2); text-align: end; font-variant-numeric: tabular-nums; }
      .columns { display: grid; grid-template-columns: 16px minmax(120px, 1fr) repeat(3, minmax(64px, 92px)) 16px; gap: 12px; padding: 4px 13px; font: var(--t-11); color: var(--text-3); }
      .columns span:nth-child(n + 3) { text-align: end; }
      .more { padding-block: 0 10px; padding-inline: 40px 12px; }
      dl { display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 0 0 6px; font: var(--t-12); }
      dl div { display: flex; gap: 6px; }
      dt { color: var(--text-3); }
      dd { margin: 0; font-variant-numeric: tabular-nums; }
      ol { margin: 0; padding: 6px 0 0; list-style: none; }
      li { font: var(--c-11); color: var(--text-2); overflow-wrap: anywhere; }
      @media (max-width: 640px) { .columns { display: none; } summary { grid-template-columns: 16px minmax(0, 1fr) auto 16px; } summary .figure:nth-of-type(n + 3) { display: none; } .more { padding-inline-start: 12px; } }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private effects: ReadonlyMap<string, readonly string[]> = new Map();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #extensions = new Query(this, () => this.view, KernelChannel, 'listExtensions', {
    params: () => ({}),
    refreshOn: 'extensionsChanged',
  });
  readonly #costs = new Query(this, () => this.view, KernelChannel, 'costs', { params: () => ({}), refreshOn: 'extensionsChanged' });

  override render() {
    const text = this.#text;
    const { state } = this.#extensions;
    if (state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.error.in(text.locale)}</ui-alert>`;
    const costs = this.#costs.state.status === 'ready' ? new Map(this.#costs.state.value.map(one => [one.id, one])) : new Map();
    return html`
      <p>${text.of('extensionsAbout')}</p>
      <div class="columns" aria-hidden="true"><span></span><span>${text.of('extension')}</span><span>${text.of('cost.start')}</span><span>${text.of('cost.calls')}</span><span>${text.of('cost.bytes')}</span><span></span></div>
      <div class="card">${state.value.map(one => this.#extension(one, costs.get(one.id)))}</div>
    `;
  }

  #extension({ id, displayName, state }: ExtensionStatus, cost: ExtensionCosts | undefined) {
    const text = this.#text;
    const { locale } = text;
    const figure = (label: string, value: string) => html`<span class="figure" aria-label=${`${label} ${value}`}>${value}</span>`;
    return html`<details @toggle=${(event: Event) => this.#toggle(id, (event.target as HTMLDetailsElement).open)}>
      <summary>
        <ui-state state=${marks[state]} label=${text.of(`extensionState.${state}`)}></ui-state>
        <span class="name">${displayName}<small>${id} · ${text.of(`extensionState.${state}`)}</small></span>
        ${figure(text.of('cost.start'), cost === undefined || cost.startMs === 0 ? '–' : durationText(locale, Math.round(cost.startMs)))}
        ${figure(text.of('cost.calls'), numberText(locale, cost?.calls ?? 0))}
        ${figure(text.of('cost.bytes'), cost === undefined || cost.bytes === 0 ? '–' : bytesText(locale, cost.bytes))}
        <ui-icon name="chevron-right"></ui-icon>
      </summary>
      <div class="more">${cost === undefined ? nothing : this.#cost(cost)}${this.#effects(id)}</div>
    </details>`;
  }

  #cost({ cpuMs, memoryBytes, failedCalls, tokens, money, crashes }: ExtensionCosts) {
    const text = this.#text;
    const { locale } = text;
    const cell = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
    const shared = text.of('shared');
    return html`<dl>
      ${cell(text.of('cost.cpu'), cpuMs === undefined ? shared : durationText(locale, Math.round(cpuMs)))}
      ${memoryBytes === undefined ? nothing : cell(text.of('cost.memory'), bytesText(locale, memoryBytes))}
      ${failedCalls === 0 ? nothing : cell(text.of('cost.calls'), text.of('failedCalls', { count: failedCalls }))}
      ${tokens === 0 && money === 0 ? nothing : cell(text.of('cost.spent'), `${text.of('tokens', { count: tokens })} · ${moneyText(locale, money)}`)}
      ${crashes === 0 ? nothing : html`<div><dd>${text.count('crashes', crashes)}</dd></div>`}
    </dl>`;
  }

  #effects(id: string) {
    const labels = this.effects.get(id);
    if (labels === undefined) return nothing;
    if (labels.length === 0) return html`<span class="figure">${this.#text.of('noEffects')}</span>`;
    return html`<span class="figure">${this.#text.count('effects', labels.length)}</span><ol>${labels.map(label => html`<li>${label}</li>`)}</ol>`;
  }

  async #toggle(id: string, isOpen: boolean): Promise<void> {
    if (!isOpen) return;
    const labels = await this.view.connect(KernelChannel).call('effects', { id });
    this.effects = new Map([...this.effects, [id, labels]]);
  }
}
