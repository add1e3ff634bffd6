import { AppError, type Handle } from '@atelier/kernel';
import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ExchangeChannel, type FoundRow, type Place, type Preview, type Report } from '../../contract/index.ts';
import { dialogStyles } from '../dialog-styles.ts';
import { textsFor } from '../texts.ts';
import { chooseStep } from './choose-step.ts';
import { canImport, previewStep } from './preview-step.ts';
import { reportStep } from './report-step.ts';

type Stage =
  | { readonly at: 'choose'; readonly problem: string }
  | { readonly at: 'reading'; readonly name: string; readonly isSending: boolean }
  | { readonly at: 'preview'; readonly preview: Preview; readonly rows: readonly FoundRow[] }
  | { readonly at: 'carrying'; readonly count: number }
  | { readonly at: 'report'; readonly report: Report };

const begin: Stage = { at: 'choose', problem: '' };

/** The import dialog: chooses a source, shows a preview, imports, and shows a report. */
export class ExchangeImport extends LitElement {
  static override styles = [
    dialogStyles,
    css`
      .place { display: flex; align-items: center; gap: var(--s-12); min-block-size: 44px; }
      .place ui-icon, .drop ui-icon { color: var(--text-3); }
      .drop { display: grid; justify-items: center; gap: var(--s-8); padding: var(--s-16); border: 1px dashed var(--line-strong); border-radius: var(--r-8); text-align: center; color: var(--text-2); text-wrap: balance; }
      .drop[data-over] { border-color: var(--focus); background: var(--accent-soft); }
      .file { position: relative; }
      .file span { display: inline-flex; align-items: center; block-size: var(--h-28); padding-inline: 10px; border-radius: var(--r-6); background: var(--raised); box-shadow: inset 0 0 0 1px var(--line-strong); color: var(--text); font: 500 13px/20px var(--font); }
      .file:hover span { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
      .file input:focus-visible + span { outline: 2px solid var(--focus); outline-offset: 1px; }
      .path { display: flex; gap: var(--s-8); }
      .path ui-input { flex: 1; }
      .going { display: grid; gap: var(--s-8); padding-block: var(--s-24) var(--s-12); }
      .came { display: flex; align-items: center; gap: var(--s-8); font: var(--t-14); }
      .came ui-icon { color: var(--ok); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private stage: Stage = begin;
  @state() private places: readonly Place[] | undefined;
  @state() private isOver = false;
  @state() private filter = '';
  @state() private chosen: ReadonlySet<number> = new Set();
  @state() private done: number | undefined;
  @state() private soFar = 0;

  readonly #text = textsFor(this, () => this.view);
  #ticket = '';
  #request = new AbortController();
  #subscription: Handle | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const client = this.view.connect(ExchangeChannel);
    this.#subscription = client.on('progress', ({ ticket, done, conversations }) => {
      if (ticket !== this.#ticket) return;
      this.done = done;
      this.soFar = conversations;
    });
    client.call('places', {}).then(
      places => {
        this.places = places;
      },
      () => {
        this.places = [];
      },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#subscription?.dispose();
    this.#discard();
  }

  override render() {
    const { stage } = this;
    const text = this.#text;
    switch (stage.at) {
      case 'choose':
        return chooseStep({
          text,
          places: this.places,
          problem: stage.problem,
          isOver: this.isOver,
          look: path => void this.#look(path, path),
          send: file => void this.#look(file.name, file),
          over: isOver => {
            this.isOver = isOver;
          },
        });
      case 'reading':
        return this.#progressTemplate(
          text.of(stage.isSending ? 'sending' : 'reading', { name: stage.name }),
          stage.isSending || this.soFar === 0 ? '' : text.count('soFar', this.soFar),
          text.of('cancel'),
          () => this.#back(),
        );
      case 'preview':
        return previewStep({
          text,
          preview: stage.preview,
          rows: stage.rows,
          shown: this.#shown(stage.rows),
          chosen: this.chosen,
          filter: this.filter,
          toggle: row => this.#toggle([row]),
          toggleAll: () => this.#toggle(this.#shown(stage.rows)),
          find: filter => {
            this.filter = filter;
          },
          back: () => this.#back(),
          carry: () => void this.#carry(),
        });
      case 'carrying':
        return this.#progressTemplate(text.count('importing', stage.count), text.of('importingHint'), text.of('stop'), () => {
          void this.view.connect(ExchangeChannel).call('stop', { ticket: this.#ticket });
        });
      case 'report':
        return reportStep({
          text,
          report: stage.report,
          open: conversation => void this.#open(conversation),
          again: () => this.#back(),
          close: () => void this.#close(),
        });
    }
  }

  #progressTemplate(what: string, hint: string, end: string, stop: () => void) {
    return html`
      <div class="going">
        <p role="status">${what}</p>
        <ui-progress .value=${this.done} label=${what}></ui-progress>
        <p class="quiet">${hint}</p>
      </div>
      <footer><ui-button kind="line" @click=${stop}>${end}</ui-button></footer>
    `;
  }

  #shown(rows: readonly FoundRow[]): readonly FoundRow[] {
    const wanted = this.filter.trim().toLocaleLowerCase();
    if (wanted === '') return rows;
    return rows.filter(({ title, folder = '' }) => `${title}\n${folder}`.toLocaleLowerCase().includes(wanted));
  }

  /** Selects all rows, or deselects them if all are selected. */
  #toggle(rows: readonly FoundRow[]) {
    const can = rows.filter(canImport);
    const isAll = can.every(({ row }) => this.chosen.has(row));
    const chosen = new Set(this.chosen);
    for (const { row } of can)
      if (isAll) chosen.delete(row);
      else chosen.add(row);
    this.chosen = chosen;
  }

  async #look(name: string, from: string | File) {
    this.#discard();
    const ticket = crypto.randomUUID();
    const { signal } = this.#request;
    const client = this.view.connect(ExchangeChannel);
    this.#ticket = ticket;
    this.done = undefined;
    this.soFar = 0;
    const isSending = typeof from !== 'string';
    this.stage = { at: 'reading', name, isSending };
    try {
      const place = isSending ? { upload: await sendFile(this.view, from, signal, done => this.#sent(done)) } : { path: from };
      if (isSending) this.stage = { at: 'reading', name, isSending: false };
      this.done = undefined;
      const preview = await client.call('preview', { ticket, locale: this.#text.locale, ...place }, signal);
      const rows: FoundRow[] = [];
      while (rows.length < preview.rows) rows.push(...(await client.call('listFound', { ticket, from: rows.length }, signal)));
      this.chosen = new Set(rows.filter(canImport).map(({ row }) => row));
      this.filter = '';
      this.stage = { at: 'preview', preview, rows };
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  #sent(done: number) {
    this.done = done;
  }

  async #carry() {
    const chosen = [...this.chosen];
    const ticket = this.#ticket;
    this.done = 0;
    this.stage = { at: 'carrying', count: chosen.length };
    try {
      const report = await this.view.connect(ExchangeChannel).call('carry', { ticket, locale: this.#text.locale, chosen });
      this.stage = { at: 'report', report };
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown) {
    this.stage = { at: 'choose', problem: error instanceof AppError ? error.in(this.#text.locale) : String(error) };
  }

  #back() {
    this.#discard();
    this.stage = begin;
  }

  /** Cancels the current request and discards the preview on the main side. A running import continues. */
  #discard() {
    this.#request.abort();
    this.#request = new AbortController();
    const ticket = this.#ticket;
    this.#ticket = '';
    if (ticket === '' || this.stage.at === 'carrying') return;
    void this.view
      .connect(ExchangeChannel)
      .call('forget', { ticket })
      .catch(() => undefined);
  }

  async #open(conversation: string) {
    await this.view.run('conversations.open', { conversation });
    await this.#close();
  }

  async #close() {
    await this.view.connect(WindowChannel).call('close', { view: 'exchange.import' });
  }
}

/** Far below the maximum size of a message. */
const pieceLength = 3 * 1024 * 1024;

/** Uploads a file in pieces, with one in memory at a time; rejects when `signal` aborts. */
async function sendFile(view: ViewHost, file: File, signal: AbortSignal, progress: (done: number) => void): Promise<string> {
  const client = view.connect(ExchangeChannel);
  const { upload } = await client.call('beginUpload', { name: file.name, size: file.size });
  for (let from = 0; from < file.size; from += pieceLength) {
    signal.throwIfAborted();
    const piece = new Uint8Array(await file.slice(from, from + pieceLength).arrayBuffer());
    await client.call('sendPiece', { upload, data: piece.toBase64() }, signal);
    progress(Math.min(1, (from + piece.length) / file.size));
  }
  return upload;
}
