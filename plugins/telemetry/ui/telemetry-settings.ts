import { AppError, type Client } from '@atelier/kernel';
import { dateText, Query, relativeTimeText, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Report, type Telemetry, TelemetryChannel, type TelemetryShape } from '../contract/index.ts';
import { texts } from './texts.ts';

/** The consent, the address, and the pending reports with their exact text. */
export class TelemetrySettings extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: block; margin-block-start: 8px; }
    .card { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
    .card > * + * { border-block-start: 1px solid var(--line); }
    .row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 10px 12px; }
    .row[data-hit] { background: var(--accent-soft); box-shadow: inset 3px 0 0 var(--accent); }
    .words { flex: 1 1 240px; min-width: 0; }
    .title { font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
    .about { font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
    form, .acts { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; }
    form { flex: 1 1 260px; max-inline-size: 360px; }
    form ui-input { flex: 1; }
    .message { font: var(--c-12); overflow-wrap: anywhere; }
    .wide { flex-basis: 100%; }
    pre { flex-basis: 100%; margin: 4px 0 0; padding: 10px 12px; max-height: 320px; overflow: auto; border-radius: var(--r-6); background: var(--sunken); font: var(--c-11); white-space: pre-wrap; overflow-wrap: anywhere; scrollbar-width: thin; }
    pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private dsn = '';
  @state() private shown: { readonly id: string; readonly text: string } | undefined;
  @state() private sent: number | undefined;
  @state() private problem: AppError | undefined;
  @state() private working = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #telemetry = new Query(this, () => this.view, TelemetryChannel, 'read', { params: () => ({}), refreshOn: 'changed' });
  readonly #pending = new Query(this, () => this.view, TelemetryChannel, 'pending', { params: () => ({}), refreshOn: 'changed' });

  override render() {
    const { state } = this.#telemetry;
    if (state.status === 'pending') return nothing;
    const { locale } = this.#text;
    if (state.status === 'failed') return html`<ui-alert kind="warn">${state.error.in(locale)}</ui-alert>`;
    const reports = this.#pending.state.status === 'ready' ? this.#pending.state.value : [];
    return html`
      <div class="card">
        ${this.#consent(state.value)} ${this.#address(state.value)} ${this.#waiting(state.value, reports)}
        ${reports.map(report => this.#report(report, state.value))}
      </div>
    `;
  }

  #consent({ consent, development, dsn }: Telemetry) {
    const text = this.#text;
    const about = consent === 'unasked' && dsn === undefined ? 'noAddress' : consent;
    return html`<div class="row" ?data-hit=${this.#isRequested('consent')}>
      <div class="words">
        <div class="title">${text.of('allow')}</div>
        <div class="about">${text.of(`allowAbout.${about}`)}</div>
        ${development ? html`<div class="about">${text.of('development')}</div>` : nothing}
      </div>
      <ui-switch label=${text.of('allow')} ?checked=${consent === 'yes'} @change=${this.#decide}></ui-switch>
    </div>`;
  }

  #address({ dsn }: Telemetry) {
    const text = this.#text;
    return html`<div class="row" ?data-hit=${this.#isRequested('dsn')}>
      <div class="words">
        <div class="title">${text.of('dsn')}</div>
        <div class="about">${dsn === undefined ? text.of('dsnNone') : text.of('dsnKept', { host: dsn })} ${text.of('dsnAbout')}</div>
      </div>
      <form @submit=${this.#setAddress}>
        <ui-input label=${text.of('dsn')} placeholder=${text.of('dsnExample')} maxlength="500" .value=${this.dsn} @input=${this.#onInput}></ui-input>
        <ui-button kind="line" type="submit" ?disabled=${this.dsn.trim() === ''}>${text.of('dsnKeep')}</ui-button>
        ${dsn === undefined ? nothing : html`<ui-icon-button icon="x" label=${text.of('dsnRemove')} @click=${() => this.#do(client => client.call('setAddress', { dsn: '' }))}></ui-icon-button>`}
      </form>
    </div>`;
  }

  #waiting({ available, consent, notBefore }: Telemetry, reports: readonly Report[]) {
    const text = this.#text;
    const isSample = this.shown?.id === '';
    return html`<div class="row" ?data-hit=${this.#isRequested('pending')}>
      <div class="words">
        <div class="title">${text.of('pendingTitle')}</div>
        <div class="about" role="status">
          ${reports.length === 0 ? text.of('nothingWaits') : text.count('waiting', reports.length)}
          ${this.sent === undefined ? nothing : text.count('sent', this.sent)}
          ${notBefore === undefined ? nothing : text.of('restUntil', { time: dateText(text.locale, notBefore, { timeStyle: 'short' }) })}
        </div>
      </div>
      <div class="acts">
        ${
          reports.length === 0
            ? html`<ui-button kind="line" icon="eye" @click=${() => this.#show('')}>${text.of(isSample ? 'hide' : 'sample')}</ui-button>`
            : html`
                <ui-button kind="line" icon="trash-2" ?disabled=${this.working} @click=${() => this.#do(client => client.call('discard', {}))}>${text.of('discardAll')}</ui-button>
                <ui-button kind="line" icon="send" ?busy=${this.working} ?disabled=${this.working || !available || consent !== 'yes'} @click=${() => this.#send(reports)}>${text.of('sendAll')}</ui-button>
              `
        }
      </div>
      ${this.problem === undefined ? nothing : html`<ui-alert class="wide" kind="warn">${this.problem.in(text.locale)}</ui-alert>`}
      ${isSample ? this.#exact() : nothing}
    </div>`;
  }

  #report(report: Report, { available, consent }: Telemetry) {
    const text = this.#text;
    const isShown = this.shown?.id === report.id;
    return html`<div class="row">
      <div class="words">
        <div class="message">${report.message}</div>
        <div class="about">${report.source} · ${relativeTimeText(text.locale, report.at)} · ${text.count('times', report.count)}</div>
      </div>
      <div class="acts">
        <ui-button size="24" icon="eye" aria-expanded=${isShown ? 'true' : 'false'} @click=${() => this.#show(report.id)}>${text.of(isShown ? 'hide' : 'show')}</ui-button>
        <ui-icon-button icon="trash-2" label=${text.of('discard')} @click=${() => this.#do(client => client.call('discard', { ids: [report.id] }))}></ui-icon-button>
        <ui-button size="24" kind="line" ?disabled=${this.working || !available || consent !== 'yes'} @click=${() => this.#send([report])}>${text.of('send')}</ui-button>
      </div>
      ${isShown ? this.#exact() : nothing}
    </div>`;
  }

  #exact() {
    return html`<pre tabindex="0" role="region" aria-label=${this.#text.of('exact')}>${this.shown?.text}</pre>`;
  }

  #isRequested(setting: string): boolean {
    const { setting: requested } = (this.#params.value ?? {}) as { readonly setting?: string };
    return requested === setting || requested === `telemetry.${setting}`;
  }

  #onInput(event: Event): void {
    this.dsn = (event.target as HTMLElement & { value: string }).value;
  }

  #decide(event: Event): void {
    const { checked } = event.target as HTMLElement & { checked: boolean };
    this.shown = undefined;
    void this.#do(client => client.call('decide', { consent: checked ? 'yes' : 'no' }));
  }

  readonly #setAddress = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await this.#do(client => client.call('setAddress', { dsn: this.dsn }))) this.dsn = '';
  };

  async #show(id: string): Promise<void> {
    if (this.shown?.id === id) {
      this.shown = undefined;
      return;
    }
    await this.#do(async client => {
      const { text } = await client.call('preview', id === '' ? {} : { id });
      this.shown = { id, text };
    });
  }

  #send(reports: readonly Report[]): Promise<boolean> {
    this.working = true;
    return this.#do(async client => {
      this.sent = (await client.call('send', { ids: reports.map(({ id }) => id) })).sent;
    }).finally(() => {
      this.working = false;
    });
  }

  async #do(work: (client: Client<TelemetryShape>) => Promise<unknown>): Promise<boolean> {
    this.problem = undefined;
    this.sent = undefined;
    try {
      await work(this.view.connect(TelemetryChannel));
      return true;
    } catch (error) {
      this.problem = error instanceof AppError ? error : AppError.fromRecord({ code: 'telemetry/failed', message: String(error) });
      return false;
    }
  }
}
