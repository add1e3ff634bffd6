import { Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from './texts.ts';

const tabs = ['checks', 'happened', 'log', 'command', 'extensions', 'report'] as const;
type Tab = (typeof tabs)[number];

/** The section of the settings: the tabs and the selected one. */
export class DiagnosticsSettings extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { --inset: 28px; display: flex; flex-direction: column; height: 100%; min-height: 0; container-type: inline-size; }
    p { margin: 16px var(--inset) 0; max-inline-size: 64ch; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    ui-tabs { flex: none; --tabs-inset: var(--inset); }
    .page { flex: 1; min-height: 0; overflow-y: auto; scrollbar-width: thin; padding: 16px var(--inset) 48px; }
    .page > :not(diagnostics-log) { max-inline-size: 680px; }
    .page[data-whole] { overflow: hidden; padding: 12px var(--inset) 12px; }
    diagnostics-log { height: 100%; }
    @container (max-width: 640px) { p { margin-inline: 16px; } .page, .page[data-whole] { padding-inline: 16px; } ui-tabs { --tabs-inset: 16px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private shown: Tab = 'checks';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  #handledParams: unknown;

  override willUpdate(_changed: PropertyValues): void {
    const params = this.#params.value as { readonly setting?: string } | undefined;
    if (params === this.#handledParams) return;
    this.#handledParams = params;
    const requested = params?.setting?.split('.').at(-1);
    if (requested === undefined) return;
    this.shown = tabs.find(tab => tab === requested) ?? 'checks';
  }

  override render() {
    const text = this.#text;
    const all = tabs.map(id => ({ id, label: text.of(`tab.${id}`) }));
    return html`
      <p>${text.of('about')}</p>
      <ui-tabs bare label=${text.of('tabs')} .tabs=${all} .selected=${this.shown} @change=${this.#choose}></ui-tabs>
      <div class="page" role="tabpanel" aria-label=${text.of(`tab.${this.shown}`)} ?data-whole=${this.shown === 'log'}>${this.#page()}</div>
    `;
  }

  #page() {
    const { view } = this;
    switch (this.shown) {
      case 'checks':
        return html`<div><diagnostics-checks .view=${view}></diagnostics-checks><diagnostics-places .view=${view}></diagnostics-places></div>`;
      case 'happened':
        return html`<diagnostics-happened .view=${view}></diagnostics-happened>`;
      case 'log':
        return html`<diagnostics-log .view=${view}></diagnostics-log>`;
      case 'command':
        return html`<diagnostics-command .view=${view}></diagnostics-command>`;
      case 'extensions':
        return html`<diagnostics-extensions .view=${view}></diagnostics-extensions>`;
      case 'report':
        return html`<diagnostics-report .view=${view}></diagnostics-report>`;
    }
  }

  #choose(event: Event): void {
    this.shown = (event.target as HTMLElement & { selected: Tab }).selected;
  }
}
