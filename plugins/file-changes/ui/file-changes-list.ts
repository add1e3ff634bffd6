import type { FileAction } from '@atelier/conversations/contract';
import { AppError, visibleText } from '@atelier/kernel';
import type { UiDialog, UiList, UiListChoice } from '@atelier/kernel/kit';
import { Contributed, numberText, Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type ChangeAction, ChangeActions, type FileChange, FileChangesChannel, type Reverted, type Summary } from '../contract/index.ts';
import type { FileChangesDiff, RevertRequest } from './file-changes-diff.ts';
import { listStyles } from './list-styles.ts';
import { pathParts } from './path-name.ts';
import { texts } from './texts.ts';

/** With more files or larger changes, diffs are folded at first. */
const maxOpen = 6;
const largestOpen = 300;

/** The files that a conversation has changed, with their diffs and revert actions. */
export class FileChangesList extends LitElement {
  static override styles = listStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) conversation = '';
  @state() private layout: 'unified' | 'split' = 'unified';
  @state() private problem: AppError | undefined;
  @state() private toggled: ReadonlyMap<string, boolean> = new Map();
  @state() private isBusy = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #summary = new Query(this, () => this.view, FileChangesChannel, 'summary', {
    params: () => ({ conversation: this.conversation }),
    refreshOn: 'changed',
  });
  readonly #actions = new Contributed<ChangeAction>(this, () => this.view, ChangeActions.key);
  readonly #onFiles = new Contributed<FileAction>(this, () => this.view, '@atelier/conversations:fileActions@1');
  readonly #disconnected = new AbortController();
  #at: { file: number; hunk: number } = { file: -1, hunk: 0 };

  override connectedCallback(): void {
    super.connectedCallback();
    const kept = this.view.state.get() as { layout?: unknown } | undefined;
    if (kept?.layout === 'split') this.layout = 'split';
    // The person may have edited files in another program.
    addEventListener('focus', () => this.#summary.refresh(), { signal: this.#disconnected.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#disconnected.abort();
  }

  override render() {
    const { state } = this.#summary;
    const summary = state.status === 'ready' ? state.value : undefined;
    return html`
      ${this.#header(summary)} ${summary?.redo === undefined ? nothing : this.#redoBar(summary.redo)}
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(this.#text.locale)}</ui-alert>`}
      ${state.status === 'pending' ? html`<ui-progress label=${this.#text.of('loading')}></ui-progress>` : nothing}
      ${state.status === 'failed' ? html`<ui-alert kind="danger">${state.message}</ui-alert>` : nothing}
      ${summary === undefined ? html`<div class="grow"></div>` : html`${this.#notes(summary)}${this.#files(summary)}${this.#footer(summary)}`}
      ${summary === undefined ? nothing : this.#confirm(summary)}
    `;
  }

  #header(summary: Summary | undefined) {
    const files = summary?.files ?? [];
    const count = files.length + (summary?.more ?? 0);
    const isSplit = this.layout === 'split';
    // Without files it would only say again what the panel is called.
    if (count === 0) return nothing;
    return html`<header>
      <h2>${this.#text.of('changes')}</h2><span class="quiet">${this.#text.count('files', count)}</span>${this.#counts(summary!)}<span class="grow"></span>
      <ui-icon-button icon="columns-2" label=${this.#text.of(isSplit ? 'unified' : 'split')} ?pressed=${isSplit} @click=${this.#toggleLayout}></ui-icon-button>
      <ui-icon-button icon="undo-2" label=${this.#text.of('revertAll')} ?busy=${this.isBusy} @click=${this.#askAll}></ui-icon-button>
    </header>`;
  }

  #redoBar({ files }: NonNullable<Summary['redo']>) {
    return html`<div class="redo" role="status">
      <ui-icon name="history"></ui-icon>
      <p><b>${this.#text.of('rewound')}</b> ${this.#text.count('rewoundFiles', files)}</p>
      <ui-button kind="line" icon="redo-2" ?busy=${this.isBusy} @click=${this.#redo}>${this.#text.of('redo')}</ui-button>
    </div>`;
  }

  #notes({ gone, unfollowed }: Summary) {
    const keys = { wide: 'unfollowedWide', large: 'unfollowedLarge', watches: 'unfollowedWatches', burst: 'unfollowedBurst' } as const;
    const note = gone ? 'gone' : unfollowed === undefined ? undefined : keys[unfollowed];
    return note === undefined ? nothing : html`<p class="note" role="note"><ui-icon name="info"></ui-icon>${this.#text.of(note)}</p>`;
  }

  #files({ files, more }: Summary) {
    if (files.length === 0) return html`<ui-empty icon="file-diff" text=${this.#text.of('noChanges')}></ui-empty>`;
    return html`<ui-list
        grid measured row-height="33" label=${this.#text.of('changes')}
        .items=${files} .keyOf=${keyOf} .textOf=${nameOf} .renderItem=${(file: FileChange) => this.#file(file)}
        @ui-select=${this.#select} @keydown=${{ handleEvent: this.#key, capture: true }} @file-changes-revert=${this.#revertRequested}
      ></ui-list>${more > 0 ? html`<p class="note">${this.#text.count('moreFiles', more)}</p>` : nothing}`;
  }

  #file(file: FileChange) {
    const isOpen = this.#isOpen(file);
    const { folder, base } = pathParts(file.name);
    return html`<div class="file">
      <div class="head ${isOpen ? 'open' : ''}" title=${folder + base}>
        <ui-icon-button class="chevron" size="24" icon="chevron-right" label=${this.#text.of(isOpen ? 'fold' : 'expand', { name: base })} @click=${() => this.#toggle(file, !isOpen)}></ui-icon-button>
        <span class="name"><span class="folder">${folder}</span><span class="base">${base}</span></span>
        <span class="acts">${this.#fileActions(file)}
          <ui-icon-button size="24" icon="copy" label=${this.#text.of('copyPath')} @click=${() => this.#copy(file)}></ui-icon-button>
          ${file.unkept === undefined && !file.conflict ? html`<ui-icon-button size="24" icon="undo-2" label=${this.#text.of('revertFile')} @click=${() => this.#revertFile(file)}></ui-icon-button>` : nothing}
        </span>
        ${this.#badge(file)} ${file.added + file.removed === 0 ? nothing : this.#counts(file)}
      </div>
      ${isOpen ? html`<div class="body"><file-changes-diff .view=${this.view} .conversation=${this.conversation} .file=${file} .actions=${(line: number) => this.#fileActions(file, line)} layout=${this.layout}></file-changes-diff></div>` : nothing}
    </div>`;
  }

  /** What other plugins do with a file, at a line of it. */
  #fileActions({ path, kind }: FileChange, line?: number) {
    if (kind === 'removed') return nothing;
    const args = { conversation: this.conversation, path, line };
    return this.#onFiles.items.map(
      ({ value: { command, title, icon } }) =>
        html`<ui-icon-button size="24" icon=${icon} label=${visibleText(title, 'name')} @click=${() => void this.view.run(command, args)}></ui-icon-button>`,
    );
  }

  #badge({ conflict, kind, binary }: FileChange) {
    if (conflict) return html`<span class="word edited" title=${this.#text.of('editedTip')}>${this.#text.of('edited')}</span>`;
    const key = kind === 'added' ? 'new' : kind === 'removed' ? 'deleted' : binary ? 'binary' : undefined;
    return key === undefined ? nothing : html`<span class="word">${this.#text.of(key)}</span>`;
  }

  #counts({ added, removed }: { readonly added: number; readonly removed: number }) {
    const { locale } = this.#text;
    const [plus, minus] = [`+${numberText(locale, added)}`, `−${numberText(locale, removed)}`];
    return html`<span class="count" role="img" aria-label=${this.#text.of('counts', { added, removed })}>${added > 0 ? html`<span class="plus">${plus}</span>` : nothing}${removed > 0 ? html`<span class="minus">${minus}</span>` : nothing}</span>`;
  }

  #footer({ files, repository }: Summary) {
    if (files.length === 0) return nothing;
    const actions = this.#actions.items
      .map(({ value }) => value)
      .filter(action => action.repository !== true || repository === true)
      .sort((a, b) => (a.order ?? 100) - (b.order ?? 100));
    return html`<div class="foot">
      <span class="since"><span class="quiet">${this.#text.of('sinceStart')}</span><span class="quiet">${this.#text.of('keys')}</span></span>
      ${actions.map(({ command, title, icon }) => html`<ui-button kind="line" icon=${icon} @click=${() => void this.view.run(command, { conversation: this.conversation })}>${visibleText(title, 'name')}</ui-button>`)}
    </div>`;
  }

  #confirm({ files }: Summary) {
    const left = files.filter(({ conflict, unkept }) => conflict || unkept !== undefined).length;
    return html`<ui-dialog size="small" heading=${this.#text.count('confirmAll', files.length - left)}>
      <p style="margin:0">${this.#text.of('confirmText')}</p>
      ${left > 0 ? html`<p style="margin:8px 0 0;color:var(--text-2)">${this.#text.count('confirmLeft', left)}</p>` : nothing}
      <ui-button slot="actions" size="32" kind="line" @click=${() => this.#dialog?.close()}>${this.#text.of('cancel')}</ui-button>
      <ui-button slot="actions" size="32" kind="danger" autofocus ?disabled=${left === files.length} @click=${this.#revertAll}>${this.#text.of('revert')}</ui-button>
    </ui-dialog>`;
  }

  get #dialog(): UiDialog | null {
    return this.renderRoot.querySelector('ui-dialog');
  }

  get #all(): readonly FileChange[] {
    const { state } = this.#summary;
    return state.status === 'ready' ? state.value.files : [];
  }

  #isOpen(file: FileChange): boolean {
    const isSmall = this.#all.length <= maxOpen && file.added + file.removed <= largestOpen;
    return this.toggled.get(file.path) ?? isSmall;
  }

  #toggle(file: FileChange, open: boolean): void {
    this.toggled = new Map([...this.toggled, [file.path, open]]);
    this.renderRoot.querySelector('ui-list')?.requestUpdate();
  }

  #select(event: CustomEvent<UiListChoice<FileChange>>): void {
    const { item } = event.detail;
    this.#toggle(item, !this.#isOpen(item));
  }

  /** N and P go through all hunks of all files; arrow keys through files, as in every list. */
  readonly #key = (event: KeyboardEvent): void => {
    const step = { n: 1, p: -1 }[event.key.toLowerCase()];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#go(step);
  };

  async #go(step: number): Promise<void> {
    const list = this.renderRoot.querySelector('ui-list');
    const files = this.#all;
    if (list === null || files.length === 0) return;
    const here = this.#at.file < 0 ? undefined : await this.#diffAt(list, this.#at.file);
    const hunk = this.#at.hunk + step;
    if (here !== undefined && hunk >= 0 && hunk < here.hunkCount) this.#at = { file: this.#at.file, hunk };
    else {
      const file = (Math.max(this.#at.file, step > 0 ? this.#at.file : 0) + step + files.length) % files.length;
      const next = await this.#diffAt(list, file);
      this.#at = { file, hunk: step > 0 ? 0 : Math.max(0, (next?.hunkCount ?? 1) - 1) };
    }
    await (await this.#diffAt(list, this.#at.file))?.showHunk(this.#at.hunk);
  }

  /** The diff of a file, opened and scrolled into view. */
  async #diffAt(list: UiList, index: number): Promise<FileChangesDiff | undefined> {
    const file = this.#all[index];
    if (file === undefined) return undefined;
    if (!this.#isOpen(file)) this.#toggle(file, true);
    list.reveal(index);
    await list.updateComplete;
    await this.updateComplete;
    const diff = list.querySelector<FileChangesDiff>(`[data-row="${index}"] file-changes-diff`) ?? undefined;
    await diff?.ready();
    return diff;
  }

  #toggleLayout(): void {
    this.layout = this.layout === 'split' ? 'unified' : 'split';
    this.view.state.set({ layout: this.layout });
    this.renderRoot.querySelector('ui-list')?.requestUpdate();
  }

  async #copy({ path }: FileChange): Promise<void> {
    await navigator.clipboard.writeText(path);
    await this.#say(this.#text.of('copied'));
  }

  #askAll(): void {
    this.#dialog?.show();
  }

  #revertFile({ path, name }: FileChange): Promise<void> {
    return this.#revert(
      client => client.call('revertFile', { conversation: this.conversation, path }),
      () => this.#text.of('revertedFile', { name }),
    );
  }

  #revertRequested(event: CustomEvent<RevertRequest>): Promise<void> {
    const { path, hunk, standing } = event.detail;
    const { conversation } = this;
    const name = this.#all.find(file => file.path === path)?.name ?? path;
    const message = () => this.#text.of('revertedPart', { name });
    if (hunk !== undefined) return this.#revert(client => client.call('revertHunk', { conversation, path, hunk }), message);
    return this.#revert(client => client.call('revertFile', { conversation, path, ...(standing && { standing }) }), message);
  }

  async #revertAll(): Promise<void> {
    this.#dialog?.close();
    await this.#revert(
      client => client.call('revertAll', { conversation: this.conversation }),
      ({ files, left }) =>
        [this.#text.count('reverted', files), ...(left.length > 0 ? [this.#text.count('someLeft', left.length)] : [])].join(' '),
    );
  }

  async #revert(ask: (client: Client) => Promise<Reverted>, message: (result: Reverted) => string): Promise<void> {
    const { conversation } = this;
    await this.#try(async () => {
      const result = await ask(this.view.connect(FileChangesChannel));
      const args = { conversation, undo: result.undo };
      const action = result.undo === undefined ? undefined : { title: this.#text.of('undo'), command: 'file-changes.undoRevert', args };
      await this.#say(message(result), action);
    });
  }

  async #redo(): Promise<void> {
    await this.#try(async () => {
      const { left } = await this.view.connect(FileChangesChannel).call('redo', { conversation: this.conversation });
      await this.#say([this.#text.of('redone'), ...(left.length > 0 ? [this.#text.count('someLeft', left.length)] : [])].join(' '));
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.problem = undefined;
    try {
      await work();
    } catch (error) {
      this.problem = error instanceof AppError ? error : AppError.fromRecord({ code: 'view/failed', message: this.#text.of('failed') });
    } finally {
      this.isBusy = false;
    }
  }

  async #say(text: string, action?: { title: string; command: string; args: Record<string, unknown> }): Promise<void> {
    const kind = 'done' as const;
    await this.view.connect(WindowChannel).call('toast', { text: text.slice(0, 500), kind, ...(action !== undefined && { action }) });
  }
}

type Client = ReturnType<typeof clientOf>;
const clientOf = (view: ViewHost) => view.connect(FileChangesChannel);
const keyOf = ({ path }: FileChange) => path;
const nameOf = ({ name }: FileChange) => name.slice(name.lastIndexOf('/') + 1);
