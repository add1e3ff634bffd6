import { type AppError, KernelChannel } from '@atelier/kernel';
import { bytesText, numberText, Query, Slice, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ExtensionAction } from './extension-row.ts';
import { iconStyles, stateIcon } from './icons.ts';
import type { ListedExtension } from './listed.ts';
import { needText, words } from './text.ts';

const needing: readonly ListedExtension['state'][] = ['quarantined', 'refused', 'failed'];
const calls = { enable: 'enableExtension', disable: 'disableExtension', retry: 'retryExtension' } as const;

/** Which extensions there are, how they are, and what they cost. */
export class ExtensionsList extends LitElement {
  static override styles = [
    iconStyles,
    css`
      * { box-sizing: border-box; }
      :host { display: block; height: 100%; overflow: auto; scrollbar-gutter: stable both-edges; scrollbar-width: thin; }
      .column { max-width: 760px; margin: 0 auto; padding: 8px 12px 48px; }
      h2 { display: flex; align-items: baseline; gap: 6px; margin: 20px 12px 4px; font: 500 11px/16px var(--font); color: var(--text-3); }
      .say { padding: 64px 12px; text-align: center; color: var(--text-2); font: var(--t-14); text-wrap: balance; }
      .alert { margin: 12px 12px 0; padding: 8px 12px; border-radius: var(--r-8); background: var(--danger-soft); color: var(--danger-text); text-wrap: pretty; }
      .sum { display: flex; gap: 16px; padding: 12px 12px 0; font: var(--t-12); }
      .sum span { display: inline-flex; align-items: center; gap: 6px; }
      @media (max-width: 560px) {
        :host { scrollbar-gutter: auto; }
        .column { padding-inline: 4px; }
      }
    `,
  ];

  @property({ attribute: false }) view: ViewHost | undefined;
  @state() private problem: AppError | undefined;

  readonly #locale = new Slice(this, () => this.view, 'locale');
  readonly #extensions = new Query(this, () => this.view, KernelChannel, 'listExtensions', {
    params: () => ({}),
    refreshOn: 'extensionsChanged',
  });
  readonly #costs = new Query(this, () => this.view, KernelChannel, 'costs', { params: () => ({}), refreshOn: 'extensionsChanged' });
  #meter: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // What something costs changes without an event; nobody looks at it while the page is hidden.
    this.#meter = setInterval(() => {
      if (document.visibilityState === 'visible') this.#costs.refresh();
    }, 5000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#meter);
  }

  override render() {
    const text = words(this.#language);
    const { state: extensions } = this.#extensions;
    const all = extensions.status === 'ready' ? extensions.value : [];
    return html`
        <div class="column" @extension-action=${this.#act}>
          ${this.#sum(all)} ${this.#alert(all)}
          ${extensions.status === 'pending' ? html`<p class="say" role="status">${text.loading}</p>` : nothing}
          ${extensions.status === 'failed' ? html`<div class="alert" role="alert">${extensions.message}</div>` : nothing}
          ${extensions.status === 'ready' && all.length === 0 ? html`<p class="say">${text.none}</p>` : this.#groups(all)}
        </div>
    `;
  }

  /** What could not be done; where the extension's own row says it, once is enough. */
  #alert(all: readonly ListedExtension[]) {
    const { problem } = this;
    if (problem === undefined || all.some(extension => extension.problem?.message === problem.message)) return nothing;
    return html`<div class="alert" role="alert">${problem.in(this.#language)}</div>`;
  }

  #groups(all: readonly ListedExtension[]) {
    const text = words(this.#language);
    const needs = all.filter(({ state }) => needing.includes(state));
    const rest = all.filter(extension => !needs.includes(extension));
    const added = rest.filter(({ bundled }) => !bundled);
    const isRunning = ({ state }: ListedExtension) => state === 'active' || state === 'waking';
    return [
      this.#group(text.needsYou, needs),
      this.#group(text.running, added.filter(isRunning)),
      this.#group(
        text.idle,
        added.filter(extension => !isRunning(extension)),
      ),
      this.#group(
        text.builtIn,
        rest.filter(({ bundled }) => bundled),
      ),
    ];
  }

  #group(title: string, extensions: readonly ListedExtension[]) {
    if (extensions.length === 0) return nothing;
    const { state: costs } = this.#costs;
    const costsOf = (id: string) => (costs.status === 'ready' ? costs.value.find(entry => entry.id === id) : undefined);
    return html`
      <section>
        <h2>${title} <span class="count">${numberText(this.#language, extensions.length)}</span></h2>
        ${extensions.map(extension => html`<extensions-row data-id=${extension.id} .extension=${extension} .costs=${costsOf(extension.id)} .locale=${this.#language}></extensions-row>`)}
      </section>
    `;
  }

  /** What all of them ask of the person and cost, in a line. */
  #sum(all: readonly ListedExtension[]) {
    const { state: costs } = this.#costs;
    const needs = all.filter(({ state }) => needing.includes(state)).length;
    const memory = costs.status === 'ready' ? costs.value.reduce((sum, entry) => sum + (entry.memoryBytes ?? 0), 0) : 0;
    if (needs === 0 && memory === 0) return nothing;
    return html`
      <div class="sum">
        ${needs === 0 ? nothing : html`<span>${stateIcon('quarantined')} ${needText(this.#language, needs)}</span>`}
        ${memory === 0 ? nothing : html`<span title=${words(this.#language).memoryOfAll}>${bytesText(this.#language, memory)}</span>`}
      </div>
    `;
  }

  get #language() {
    return this.#locale.value ?? 'fr';
  }

  async #act(event: CustomEvent<{ id: string; action: ExtensionAction }>) {
    const { id, action } = event.detail;
    try {
      await this.view?.connect(KernelChannel).call(calls[action], { id });
      this.problem = undefined;
    } catch (error) {
      this.problem = error as AppError;
    }
  }
}
