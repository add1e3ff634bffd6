import { bytesText, durationText, numberText, type SliceMap } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { chevron, cube, iconStyles, puzzle, stateIcon } from './icons.ts';
import type { ListedCosts, ListedExtension } from './listed.ts';
import { lackingRights, rightsText } from './rights.ts';
import { rowStyles } from './row-styles.ts';
import { isolationName, problemsText, stateName, words } from './text.ts';

/** What a person may ask of one extension. */
export type ExtensionAction = 'enable' | 'disable' | 'retry';

/** One extension: its state at a glance and its switch, and behind them what is wrong, what it costs and what it may. */
export class ExtensionRow extends LitElement {
  static override styles = [iconStyles, rowStyles];

  @property({ attribute: false }) extension!: ListedExtension;
  @property({ attribute: false }) costs: ListedCosts | undefined;
  @property() locale: SliceMap['locale'] = 'fr';

  override render() {
    const { extension, locale } = this;
    const text = words(locale);
    const memory = this.costs?.memoryBytes;
    const { state } = extension;
    const isOn = state !== 'stopped' && state !== 'quarantined';
    return html`
      <details>
        <summary>
          <span class="tile">${extension.bundled ? cube : puzzle}</span>
          <span class="what">
            <div class="name">${extension.displayName}</div>
            <div class="meta">${this.#meta()}</div>
          </span>
          ${memory === undefined || memory === 0 ? nothing : html`<span class="number" title=${text.memoryOf}>${bytesText(locale, memory)}</span>`}
          ${stateIcon(state)}
          <span class="place"></span>
          <span class="chevron">${chevron}</span>
        </summary>
        <div class="body">
          ${this.#problems()} ${this.#costList()} ${this.#facts()}
          ${state === 'failed' ? html`<footer><button class="button" @click=${() => this.#ask('retry')}>${text.retry}</button></footer>` : nothing}
        </div>
      </details>
      ${state === 'refused' ? nothing : html`<button class="switch" role="switch" aria-checked=${isOn} aria-label=${extension.displayName} title=${isOn ? text.disable : text.enable} @click=${() => this.#ask(isOn ? 'disable' : 'enable')}></button>`}
    `;
  }

  /** Its state, and the one thing about it that matters most now. */
  #meta() {
    const { extension, locale } = this;
    const { state, problem, problems, description, bundled } = extension;
    const matters =
      problem?.message ??
      (problems.length > 0 ? problemsText(locale, problems.length) : undefined) ??
      description ??
      (bundled ? words(locale).comesWith : undefined);
    return html`${stateName(locale, state)}${matters === undefined ? nothing : html`<span class="matters"> · ${matters}</span>`}`;
  }

  #problems() {
    const { problem, problems, state } = this.extension;
    const all = problem === undefined ? problems : [problem, ...problems];
    return all.map(
      one => html`<p class="problem ${one === problem && state === 'failed' ? 'failed' : ''}">${one.message} <code>${one.code}</code></p>`,
    );
  }

  #costList() {
    const { costs, extension, locale } = this;
    // Of what never ran there is nothing to count.
    if (costs === undefined || (costs.startMs === 0 && costs.bytes === 0 && costs.calls === 0)) return nothing;
    const text = words(locale);
    const missing = extension.isolation === 'in-process' ? text.withKernel : text.noProcess;
    const measured = (value: string | undefined) =>
      value === undefined ? html`<dd class="quiet">${missing}</dd>` : html`<dd>${value}</dd>`;
    const failed = costs.failedCalls === 0 ? nothing : html` <small>${numberText(locale, costs.failedCalls)} ${text.failed}</small>`;
    return html`
      <dl class="costs">
        <div><dt>${text.startTime}</dt>${costs.startMs === 0 ? html`<dd class="quiet">${text.neverStarted}</dd>` : html`<dd>${durationText(locale, costs.startMs)}</dd>`}</div>
        <div><dt>${text.memory}</dt>${measured(costs.memoryBytes === undefined ? undefined : bytesText(locale, costs.memoryBytes))}</div>
        <div><dt>${text.processor}</dt>${measured(costs.cpuMs === undefined ? undefined : durationText(locale, costs.cpuMs))}</div>
        <div><dt>${text.calls}</dt><dd>${numberText(locale, costs.calls)}${failed}</dd></div>
        <div><dt>${text.traffic}</dt><dd>${bytesText(locale, costs.bytes)}</dd></div>
        <div><dt>${text.crashes}</dt><dd>${numberText(locale, costs.crashes)}</dd></div>
      </dl>
    `;
  }

  #facts() {
    const { extension, locale } = this;
    const { version, id, isolation, state, asks, granted } = extension;
    const text = words(locale);
    // Which walls hold a process is known once it has one.
    const runs = state === 'active' || state === 'waking' || isolation === 'in-process';
    const lacking = rightsText(locale, lackingRights(asks, granted));
    return html`
      <dl class="facts">
        ${version === '' ? nothing : html`<dt>${text.version}</dt><dd>${version}</dd>`}
        <dt>${version === '' ? text.folder : text.package}</dt><dd><code>${id}</code></dd>
        ${version === '' ? nothing : html`<dt>${text.isolation}</dt><dd>${runs ? isolationName(locale, isolation) : text.ownProcess}</dd>`}
        ${version === '' ? nothing : html`<dt>${text.granted}</dt><dd>${rightsText(locale, granted) || text.noRights}</dd>`}
        ${lacking === '' ? nothing : html`<dt>${text.notGranted}</dt><dd>${lacking}</dd>`}
      </dl>
    `;
  }

  #ask(action: ExtensionAction) {
    this.dispatchEvent(new CustomEvent('extension-action', { detail: { id: this.extension.id, action }, bubbles: true, composed: true }));
  }
}
