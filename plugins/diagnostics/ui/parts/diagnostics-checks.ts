import type { UiStateName } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Check, DiagnosticsChannel } from '../../contract/index.ts';
import { partStyles } from '../part-styles.ts';
import { texts } from '../texts.ts';

const marks: Readonly<Record<Check['state'], UiStateName>> = { ok: 'done', warn: 'needs', failed: 'failed' };
const weight: Readonly<Record<Check['state'], number>> = { failed: 0, warn: 1, ok: 2 };

/** The results of the checks: failures first, with their remedies. */
export class DiagnosticsChecks extends LitElement {
  static override styles = [
    partStyles,
    css`
      .summary { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; min-height: 28px; margin-block-end: 8px; }
      .summary b { flex: 1; font: 600 13px/20px var(--font); }
      ul { margin: 0; padding: 0; list-style: none; }
      li { display: grid; grid-template-columns: 16px minmax(0, 1fr) auto; gap: 0 12px; padding: 8px 12px; }
      li + li { border-block-start: 1px solid var(--line); }
      li ui-state { margin-block-start: 2px; }
      .found { font: var(--t-12); line-height: 20px; color: var(--text-2); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; text-align: end; }
      .why { grid-column: 2 / -1; font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; user-select: text; }
      .fine { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 0 24px; padding-block: 4px; }
      .fine li { padding-block: 4px; border: 0; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #checks = new Query(this, () => this.view, DiagnosticsChannel, 'check', { params: () => ({}) });
  #isRerunning = false;
  #lastState: unknown;

  override render() {
    const text = this.#text;
    const { state } = this.#checks;
    if (state !== this.#lastState) this.#isRerunning = false;
    this.#lastState = state;
    const isRunning = state.status === 'pending' || this.#isRerunning;
    return html`
      <div class="summary" aria-live="polite">
        <b>${isRunning ? text.of('running') : state.status === 'ready' ? this.#summary(state.value) : nothing}</b>
        <ui-button kind="line" icon="refresh-cw" ?busy=${isRunning} ?disabled=${isRunning} @click=${this.#run}>${text.of('again')}</ui-button>
      </div>
      ${state.status === 'failed' ? html`<ui-alert kind="danger">${state.error.in(text.locale)}</ui-alert>` : nothing}
      ${state.status === 'pending' ? html`<ui-skeleton></ui-skeleton>` : nothing}
      ${state.status === 'ready' ? this.#list(state.value) : nothing}
    `;
  }

  #summary(checks: readonly Check[]): string {
    const bad = checks.filter(({ state }) => state !== 'ok').length;
    return bad === 0 ? this.#text.of('allFine') : this.#text.count('attention', bad);
  }

  #list(checks: readonly Check[]) {
    const bad = checks.filter(({ state }) => state !== 'ok').toSorted((a, b) => weight[a.state] - weight[b.state]);
    const fine = checks.filter(({ state }) => state === 'ok');
    return html`
      ${bad.length === 0 ? nothing : html`<ul class="card">${bad.map(check => this.#check(check))}</ul>`}
      <ul class="card fine" aria-label=${this.#text.of('inOrder')}>${fine.map(check => this.#check(check))}</ul>
    `;
  }

  #check({ name, title, state, found, why }: Check) {
    const text = this.#text;
    const shown = name === 'databases' && found !== undefined ? text.count('databasesFound', Number(found)) : found;
    return html`<li data-check=${name} data-state=${state}>
      <ui-state state=${marks[state]} label=${text.of(`state.${state}`)}></ui-state>
      <span>${title}</span>
      <span class="found">${shown ?? nothing}</span>
      ${why === undefined ? nothing : html`<span class="why">${why}</span>`}
    </li>`;
  }

  readonly #run = (): void => {
    this.#isRerunning = true;
    this.requestUpdate();
    this.#checks.refresh();
  };
}
