import type { AppError } from '@atelier/kernel';
import type { UiDiff, UiDiffHunk } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type DiffHunk, type FileChange, FileChangesChannel, type FileDiff } from '../contract/index.ts';
import { languageOf } from './path-name.ts';
import { texts } from './texts.ts';

const foldedTo = 8;

/** A request to revert one hunk, or the unedited hunks of a file. */
export interface RevertRequest {
  readonly path: string;
  readonly hunk?: string;
  readonly standing?: boolean;
}

/** The changes of one file. Dispatches `file-changes-revert` with a `RevertRequest`. */
export class FileChangesDiff extends LitElement {
  static override styles = css`
    :host { display: block; min-width: 0; }
    ui-diff::part(heading) { font: var(--t-11); padding-inline-start: 46px; }
    p { margin: 0; padding-block: 8px 10px; padding-inline: 32px 12px; font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
    .conflict { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; padding-block: 8px; padding-inline: 12px 8px; border-block-end: 1px solid var(--line); font: var(--t-12); color: var(--text-2); }
    .conflict ui-icon { --icon-size: 14px; flex: none; color: var(--warn); }
    .conflict span { flex: 1 1 180px; text-wrap: pretty; }
    ui-skeleton { display: block; padding: 8px 12px; }
    ui-alert { margin: 8px 12px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) conversation = '';
  @property({ attribute: false }) file!: FileChange;
  /** What stands beside each part, before its own action. */
  @property({ attribute: false }) actions: (line: number) => unknown = () => nothing;
  @property() layout: 'unified' | 'split' = 'unified';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #diff = new Query(this, () => this.view, FileChangesChannel, 'diff', {
    params: () => ({ conversation: this.conversation, path: this.file.path }),
    refreshOn: 'changed',
  });
  readonly #waiting: (() => void)[] = [];
  #shown: { readonly of: FileDiff; readonly locale: string; readonly hunks: readonly UiDiffHunk[] } | undefined;

  /** The number of hunks; 0 before they are loaded. */
  get hunkCount(): number {
    return this.#value?.hunks.length ?? 0;
  }

  /** Scrolls to a hunk. */
  async showHunk(index: number): Promise<void> {
    await this.updateComplete;
    await this.renderRoot.querySelector<UiDiff>('ui-diff')?.showHunk(index);
  }

  /** Resolves when the hunks, or the message instead of them, are loaded. */
  async ready(): Promise<void> {
    await this.updateComplete;
    if (this.#value === undefined && this.#diff.state.status !== 'failed') await new Promise<void>(resolve => this.#waiting.push(resolve));
  }

  override updated(): void {
    if (this.#value !== undefined || this.#diff.state.status === 'failed') for (const resolve of this.#waiting.splice(0)) resolve();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  override render() {
    const { state } = this.#diff;
    if (state.status === 'failed') return this.#failure(state.error);
    const diff = this.#value;
    if (diff === undefined) return html`<ui-skeleton></ui-skeleton>`;
    return html`${diff.conflict ? this.#conflict(diff) : nothing}${this.#body(diff)}`;
  }

  /** The loaded diff; undefined if it belongs to the previous file. */
  get #value(): FileDiff | undefined {
    const { state } = this.#diff;
    return state.status === 'ready' && state.value.path === this.file.path ? state.value : undefined;
  }

  #body(diff: FileDiff) {
    const { link, unkept, hunks, binary, more } = diff;
    const { name } = this.file;
    if (link !== undefined) return html`<p>${this.#link(link)}</p>`;
    if (binary) return html`<p>${this.#text.of('binaryText')}</p>`;
    if (unkept !== undefined && hunks.length === 0) return html`<p>${this.#unkept(unkept)}</p>`;
    return html`<ui-diff
        small fold=${foldedTo} layout=${this.layout} language=${languageOf(name)} label=${name}
        .hunks=${this.#hunks(diff)} .hunkActions=${(_hunk: UiDiffHunk, index: number) => this.#action(diff.hunks[index])}
      ></ui-diff>${more > 0 ? html`<p>${this.#text.count('moreHunks', more)}</p>` : nothing}`;
  }

  #link([from = '', to = '']: readonly string[]): string {
    if (from === '') return this.#text.of('linkNew', { to });
    return to === '' ? this.#text.of('linkGone', { from }) : this.#text.of('linkText', { from, to });
  }

  #unkept(why: NonNullable<FileDiff['unkept']>): string {
    const keys = { large: 'unkeptLarge', full: 'unkeptFull', unknown: 'unkeptUnknown', unreadable: 'unkeptUnreadable' } as const;
    return this.#text.of(keys[why]);
  }

  /** The same objects while nothing has changed, so that nothing is highlighted or measured again. */
  #hunks(diff: FileDiff): readonly UiDiffHunk[] {
    const { locale } = this.#text;
    if (this.#shown?.of === diff && this.#shown.locale === locale) return this.#shown.hunks;
    // The schema cannot express that a mark is a pair.
    const hunks = diff.hunks.map(hunk => ({ heading: this.#heading(hunk), lines: hunk.lines as UiDiffHunk['lines'] }));
    this.#shown = { of: diff, locale, hunks };
    return hunks;
  }

  #heading({ from, to, inside, edited }: DiffHunk): string {
    const isOne = from === to;
    const where =
      inside === undefined
        ? this.#text.of(isOne ? 'line' : 'lines', { from, to })
        : this.#text.of(isOne ? 'lineIn' : 'linesIn', { from, to, inside });
    return edited ? this.#text.of('hunkEdited', { where }) : where;
  }

  #action(hunk: DiffHunk | undefined) {
    if (hunk === undefined) return nothing;
    const others = this.actions(hunk.lines.find(({ kind }) => kind !== 'same')?.new ?? hunk.from);
    if (hunk.edited || this.file.unkept !== undefined) return others;
    const revert = () => this.#ask({ path: this.file.path, hunk: hunk.id });
    return html`${others}<ui-icon-button size="24" icon="undo-2" label=${this.#text.of('revertHunk')} @click=${revert}></ui-icon-button>`;
  }

  #conflict({ hunks }: FileDiff) {
    const isAny = hunks.some(({ edited }) => !edited);
    const revert = () => this.#ask({ path: this.file.path, standing: true });
    return html`<div class="conflict" role="note">
      <ui-icon name="triangle-alert"></ui-icon>
      <span>${this.#text.of(isAny ? 'conflictFile' : 'noConflictLeft')}</span>
      ${isAny ? html`<ui-button size="24" kind="line" @click=${revert}>${this.#text.of('revertStanding')}</ui-button>` : nothing}
    </div>`;
  }

  #failure(error: AppError) {
    // The file was just reverted; the list will be updated.
    if (error.code === 'file-changes/not-changed') return nothing;
    return html`<ui-alert kind="danger">${error.in(this.#text.locale)}</ui-alert>`;
  }

  #ask(request: RevertRequest): void {
    this.dispatchEvent(new CustomEvent('file-changes-revert', { detail: request, bubbles: true, composed: true }));
  }
}
