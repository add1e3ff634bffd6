import { AppError } from '@atelier/kernel';
import { bytesText, dateText, Query, relativeTimeText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Offer, type Status, UpdatesChannel } from '../../contract/index.ts';
import { texts } from './texts.ts';

const pageStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: block; }
  .card { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); overflow: hidden; }
  .card + .card { margin-block-start: 16px; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; padding: 12px; }
  .row + .row, .row + .notes { border-block-start: 1px solid var(--line); }
  .words { flex: 1 1 220px; min-width: 0; }
  .title { display: flex; align-items: center; gap: 8px; font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
  .about { font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
  .whole { flex: 1 0 100%; }
  .acts { display: flex; flex-wrap: wrap; gap: 6px; }
  .bar { flex: 1 0 100%; }
  .way { flex: 1 0 100%; margin: 0; padding: 8px 10px; border-radius: var(--r-6); background: var(--sunken, var(--hover)); font: var(--c-12); white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
  .notes { padding: 8px 12px 12px; }
  h2 { margin: 24px 0 4px; font: 500 12px/24px var(--font); color: var(--text-2); }
  .notes p { margin: 8px 0 0; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
  .notes h2 { margin-block-start: 8px; }
  .notes ui-markdown { margin-inline: -12px; }
  ui-alert { margin-block-end: 16px; }
`;

const updateCommand = 'git pull && npm start';

/** The running version, the offered version with its notes, the actions to install it, and the changelog. */
export class UpdatesPage extends LitElement {
  static override styles = pageStyles;

  @property({ attribute: false }) view!: ViewHost;
  /** The error of the last action. */
  @state() private failure = '';
  /** The name of the installer whose folder was opened. */
  @state() private shownInstaller = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #status = new Query(this, () => this.view, UpdatesChannel, 'read', { params: () => ({}), refreshOn: 'statusChanged' });
  readonly #changelog = new Query(this, () => this.view, UpdatesChannel, 'changelog', { params: () => ({ locale: this.#text.locale }) });

  override render() {
    const { state: read } = this.#status;
    if (read.status === 'pending') return html`<ui-progress label=${this.#text.of('loading')}></ui-progress>`;
    if (read.status === 'failed') return html`<ui-alert kind="danger">${read.message}</ui-alert>`;
    const status = read.value;
    return html`
      ${this.#problem(status)}
      <div class="card">
        <div class="row">
          <div class="words">
            <div class="title">${this.#text.of('title', { version: status.version })}<ui-badge>${this.#text.of(`installed.${status.installed}`)}</ui-badge></div>
            <div class="about" role="status">${this.#stateText(status)}</div>
          </div>
          <div class="acts">${this.#acts(status)}</div>
          ${this.#bar(status)} ${this.#command(status)}
        </div>
        ${status.offer === undefined ? nothing : this.#offer(status.offer)}
      </div>
      ${this.#changes()}
    `;
  }

  #problem({ problem }: Status) {
    const words = this.failure || (problem !== undefined && problem.code !== 'updates/no-feed' ? problem.words[this.#text.locale] : '');
    return words === '' ? nothing : html`<ui-alert kind="warn">${words}</ui-alert>`;
  }

  #stateText({ state: now, offer, checkedAt, received }: Status): string {
    const { locale } = this.#text;
    if (this.shownInstaller !== '' && now === 'ready') return this.#text.of('shown', { name: this.shownInstaller });
    return this.#text.of(`state.${now}`, {
      version: offer?.version ?? '',
      date: offer === undefined ? '' : dateText(locale, new Date(`${offer.date}T12:00:00`)),
      when: checkedAt === undefined ? '' : relativeTimeText(locale, checkedAt),
      received: bytesText(locale, received),
      size: bytesText(locale, offer?.size ?? 0),
    });
  }

  #acts({ state: now, installed, offer }: Status) {
    const text = this.#text;
    const check = html`<ui-button kind="line" icon="refresh-cw" ?disabled=${now === 'checking'} @click=${() => this.#call('check')}>${text.of('check')}</ui-button>`;
    if (now === 'downloading') return html`<ui-button kind="line" @click=${() => this.#call('pause')}>${text.of('pause')}</ui-button>`;
    if (now === 'swapped') return html`<ui-button kind="accent" @click=${() => this.#apply()}>${text.of('restartNow')}</ui-button>`;
    if (now === 'ready') {
      return html`${check}<ui-button kind="accent" @click=${() => this.#apply()}>${text.of(installed === 'appimage' ? 'restart' : 'showInstaller')}</ui-button>`;
    }
    const canDownload = (now === 'available' || now === 'paused') && offer?.size !== undefined && installed !== 'source';
    if (!canDownload) return check;
    return html`${check}<ui-button kind="accent" icon="download" @click=${() => this.#call('download')}>${text.of(now === 'paused' ? 'resume' : 'download')}</ui-button>`;
  }

  #bar({ state: now, received, offer }: Status) {
    if (now !== 'downloading' && now !== 'paused') return nothing;
    const share = offer?.size === undefined ? 0 : received / offer.size;
    return html`<ui-progress class="bar" tone="accent" label=${this.#text.of('download')} .value=${share}></ui-progress>`;
  }

  /** The command to update from the sources, if there is no installer. */
  #command({ installed, offer }: Status) {
    const isSource = installed === 'source';
    if (!isSource && (offer === undefined || offer.size !== undefined)) return nothing;
    return html`<div class="about whole">${this.#text.of(isSource ? 'fromSource' : 'noInstaller')}</div><pre class="way">${updateCommand}</pre>`;
  }

  #offer({ version, channel, date, notes }: Offer) {
    return html`
      <section class="notes" aria-label=${this.#text.of('willChange')}>
        <h2>${this.#text.of('willChange')}</h2>
        <div class="title">${version}${channel === 'beta' ? html`<ui-badge>${this.#text.of('betaMark')}</ui-badge>` : nothing}<span class="about">${dateText(this.#text.locale, new Date(`${date}T12:00:00`))}</span></div>
        <ui-markdown headinglevel="3" .text=${notes[this.#text.locale]} closed></ui-markdown>
        <p>${this.#text.of('before')}</p>
      </section>
    `;
  }

  #changes() {
    const { state: read } = this.#changelog;
    if (read.status !== 'ready') return nothing;
    return html`
      <section aria-label=${this.#text.of('changes')}>
        <h2>${this.#text.of('changes')}</h2>
        <div class="card"><div class="notes"><ui-markdown headinglevel="3" .text=${read.value.text} closed></ui-markdown></div></div>
      </section>
    `;
  }

  async #call(call: 'check' | 'download' | 'pause'): Promise<void> {
    await this.#orFailure(this.view.connect(UpdatesChannel).call(call, {}));
  }

  async #apply(): Promise<void> {
    const applied = await this.#orFailure(this.view.connect(UpdatesChannel).call('apply', {}));
    const { state: read } = this.#status;
    this.shownInstaller = applied?.done === 'shown' && read.status === 'ready' ? (read.value.offer?.name ?? '') : '';
  }

  async #orFailure<T>(work: Promise<T>): Promise<T | undefined> {
    this.failure = '';
    try {
      return await work;
    } catch (error) {
      this.failure = error instanceof AppError ? error.in(this.#text.locale) : String(error);
      return undefined;
    }
  }
}
