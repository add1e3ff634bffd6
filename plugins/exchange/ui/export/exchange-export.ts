import { ConversationsChannel, type Row } from '@atelier/conversations/contract';
import { AppError } from '@atelier/kernel';
import { bytesText, dateText, Slice, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ExchangeChannel, type Order } from '../../contract/index.ts';
import { dialogStyles } from '../dialog-styles.ts';
import { textsFor } from '../texts.ts';

type Choice = Pick<Order, 'format' | 'thinking' | 'tools' | 'images'>;
type Outcome = { readonly saved: string } | { readonly problem: string } | undefined;

const formats = ['markdown', 'html', 'jsonl'] as const;
const places = ['inside', 'beside', 'none'] as const;
const pageLength = 200;

/** The export dialog: chooses conversations, a format and a folder. */
export class ExchangeExport extends LitElement {
  static override styles = [
    dialogStyles,
    css`
      .list { block-size: min(var(--rows), 224px, 28vh); }
      .options { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-8) var(--s-20); }
      .images { display: flex; align-items: center; gap: var(--s-8); margin-inline-start: auto; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private rows: readonly Row[] | undefined;
  @state() private chosen: ReadonlySet<string> = new Set();
  @state() private filter = '';
  @state() private choice: Choice = { format: 'markdown', thinking: true, tools: true, images: 'inside' };
  @state() private size: { readonly bytes: number; readonly files: number } | undefined;
  @state() private isSaving = false;
  @state() private outcome: Outcome;

  readonly #text = textsFor(this, () => this.view);
  readonly #params = new Slice(this, () => this.view, 'params');
  #measuring = new AbortController();
  #measured = '';

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#measuring.abort();
  }

  override updated(): void {
    void this.#measure();
  }

  override render() {
    const text = this.#text;
    const { format } = this.choice;
    return html`
      ${this.#conversations()}
      <ui-field label=${text.of('format')} hint=${text.of(`hint.${format}`)}>
        <ui-segmented wide label=${text.of('format')} .value=${format} .options=${formats.map(value => ({ value, label: text.of(`format.${value}`) }))}
          @change=${(event: Event) => this.#choose({ format: (event.target as HTMLInputElement).value as Choice['format'] })}></ui-segmented>
      </ui-field>
      ${format === 'jsonl' ? nothing : this.#options()}
      <form @submit=${this.#save}>
        <ui-field label=${text.of('folder')} hint=${text.of('folderHint')}>
          <ui-input name="folder" mono icon="folder" maxlength="4096" label=${text.of('folder')} placeholder=${text.of('folderPlaceholder')}></ui-input>
        </ui-field>
        <footer>
          <span class="start quiet" aria-live="polite">${this.#sizeText()}</span>
          <ui-button type="submit" kind="accent" size="32" icon="download" ?disabled=${this.chosen.size === 0 || this.isSaving}>${text.of(this.isSaving ? 'saving' : 'save')}</ui-button>
        </footer>
      </form>
      ${this.#result()}
    `;
  }

  #conversations() {
    const text = this.#text;
    const rows = this.rows;
    if (rows === undefined) return html`<ui-progress label=${text.of('which')}></ui-progress>`;
    if (rows.length === 0) return html`<p class="empty">${text.of('empty')}</p>`;
    const wanted = this.filter.trim().toLocaleLowerCase();
    const shown = wanted === '' ? rows : rows.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
    return html`
      <div class="bar">
        <span class="quiet" aria-live="polite">${this.chosen.size === 0 ? text.of('noConversation') : text.of('selected', { selected: this.chosen.size, total: rows.length })}</span>
        <ui-search placeholder=${text.of('filter')} label=${text.of('filter')} .value=${this.filter} @input=${(event: Event) => {
          this.filter = (event.target as HTMLInputElement).value;
        }}></ui-search>
      </div>
      ${
        shown.length === 0
          ? html`<p class="empty">${text.of('noMatch')}</p>`
          : html`<ui-list class="list" grid row-height="36" style=${`--rows: ${shown.length * 36 + 2}px`} label=${text.of('which')} .items=${shown}
              .keyOf=${(row: Row) => row.id} .textOf=${(row: Row) => row.title} .renderItem=${(row: Row) => this.#row(row)}
              @ui-select=${(event: CustomEvent<{ item: Row }>) => this.#toggle(event.detail.item)}></ui-list>`
      }
    `;
  }

  #row(row: Row) {
    return html`<div class="row">
      <ui-checkbox label=${row.title} ?checked=${this.chosen.has(row.id)} @change=${() => this.#toggle(row)}></ui-checkbox>
      <div class="what title">${row.title}</div>
      <span class="quiet">${dateText(this.#text.locale, row.updatedAt)}</span>
    </div>`;
  }

  #options() {
    const text = this.#text;
    const { thinking, tools, images } = this.choice;
    return html`<div class="options" role="group" aria-label=${text.of('contents')}>
      <ui-checkbox ?checked=${thinking} @change=${() => this.#choose({ thinking: !thinking })}>${text.of('thinking')}</ui-checkbox>
      <ui-checkbox ?checked=${tools} @change=${() => this.#choose({ tools: !tools })}>${text.of('tools')}</ui-checkbox>
      <span class="images"><span class="quiet">${text.of('images')}</span>
        <ui-segmented label=${text.of('images')} .value=${images} .options=${places.map(value => ({ value, label: text.of(`images.${value}`) }))}
          @change=${(event: Event) => this.#choose({ images: (event.target as HTMLInputElement).value as Choice['images'] })}></ui-segmented></span>
    </div>`;
  }

  #sizeText(): string {
    const { size } = this;
    const text = this.#text;
    if (this.chosen.size === 0) return '';
    return size === undefined ? text.of('measuring') : text.count('size', size.files, { size: bytesText(text.locale, size.bytes) });
  }

  #result() {
    const { outcome } = this;
    if (outcome === undefined) return nothing;
    if ('problem' in outcome) return html`<ui-alert kind="danger">${outcome.problem}</ui-alert>`;
    return html`<ui-alert>${outcome.saved}</ui-alert>`;
  }

  /** Loads the conversations. The one that the dialog was opened for is first and selected. */
  async #read() {
    const conversations = this.view.connect(ConversationsChannel);
    const wanted = (this.#params.value as { conversation?: string } | null | undefined)?.conversation;
    const rows: Row[] = [];
    try {
      if (wanted !== undefined) {
        rows.push((await conversations.call('conversation', { conversation: wanted })).row);
        this.chosen = new Set([wanted]);
      }
      this.rows = [...rows];
      for (let after: string | undefined; ; ) {
        const page = await conversations.call('list', {
          sort: 'updated',
          show: 'all',
          limit: pageLength,
          ...(after !== undefined && { after }),
        });
        rows.push(...page.rows.filter(({ id }) => id !== wanted));
        this.rows = [...rows];
        if (page.next === undefined) return;
        after = page.next;
      }
    } catch (error) {
      this.rows = rows;
      this.outcome = { problem: this.#sentence(error) };
    }
  }

  #choose(change: Partial<Choice>) {
    this.choice = { ...this.choice, ...change };
    this.outcome = undefined;
  }

  #toggle({ id }: Row) {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(id)) chosen.add(id);
    this.chosen = chosen;
    this.outcome = undefined;
  }

  #order(): Order {
    return { ...this.choice, locale: this.#text.locale, conversations: [...this.chosen] };
  }

  async #measure() {
    const order = this.#order();
    const asked = JSON.stringify(order);
    if (asked === this.#measured) return;
    this.#measured = asked;
    this.#measuring.abort();
    this.#measuring = new AbortController();
    this.size = undefined;
    if (order.conversations.length === 0) return;
    const { signal } = this.#measuring;
    try {
      const size = await this.view.connect(ExchangeChannel).call('measure', order, signal);
      if (!signal.aborted) this.size = size;
    } catch (error) {
      if (!signal.aborted) this.outcome = { problem: this.#sentence(error) };
    }
  }

  async #save(event: SubmitEvent) {
    event.preventDefault();
    const folder = new FormData(event.currentTarget as HTMLFormElement).get('folder');
    const client = this.view.connect(ExchangeChannel);
    const isFolder = typeof folder === 'string' && folder.trim() !== '';
    this.isSaving = true;
    this.outcome = undefined;
    try {
      const { name, path, download } = await client.call('save', { order: this.#order(), ...(isFolder && { folder }) });
      if (download !== undefined) await downloadInto(this.ownerDocument, this.view, download, name);
      this.outcome = { saved: path === undefined ? this.#text.of('downloaded', { name }) : this.#text.of('savedTo', { path }) };
    } catch (error) {
      this.outcome = { problem: this.#sentence(error) };
    } finally {
      this.isSaving = false;
    }
  }

  #sentence(error: unknown): string {
    return error instanceof AppError ? error.in(this.#text.locale) : String(error);
  }
}

const types: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  jsonl: 'application/jsonl',
  zip: 'application/zip',
};

/** Reads an export from the main side and downloads it in the browser. */
async function downloadInto(page: Document, view: ViewHost, download: string, name: string): Promise<void> {
  const client = view.connect(ExchangeChannel);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; ; ) {
    const piece = Uint8Array.fromBase64((await client.call('readPiece', { download, from })).data);
    if (piece.length === 0) break;
    pieces.push(piece);
    from += piece.length;
  }
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const address = URL.createObjectURL(new Blob(pieces, { type }));
  const link = page.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the URL only until the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
