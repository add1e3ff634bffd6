import { AppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { bytesText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type StoredSize, type StoredWorktree, WorktreeChannel } from '../../contract/index.ts';
import en from '../../text/stored/en.json' with { type: 'json' };
import fr from '../../text/stored/fr.json' with { type: 'json' };
import { shown } from '../shown.ts';

const texts = { en, fr };

/** The worktrees on this machine: whose each is, what it takes, and the way to remove it without losing anything. */
export class StoredWorktrees extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: block; }
    ul { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
    li { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 10px 12px; }
    li + li { border-block-start: 1px solid var(--line); }
    .words { flex: 1 1 280px; min-width: 0; }
    .title { font: 600 13px/20px var(--font); overflow-wrap: anywhere; }
    .about { font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
    .path { font: var(--c-12); user-select: all; }
    .size { flex: none; font: var(--t-13); font-variant-numeric: tabular-nums; }
    .ask { flex-basis: 100%; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; margin-block-start: 4px; }
    .ask p { flex: 1 1 260px; }
    p { margin: 0; font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
    ui-alert { flex-basis: 100%; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  /** By their folders; null: it could not be read. */
  @state() private sizes: ReadonlyMap<string, StoredSize | null> = new Map();
  /** The folder whose removal is asked about. */
  @state() private asked: string | undefined;
  @state() private isRemoving = false;
  @state() private problem: { readonly folder: string; readonly said: string } | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #stored = new Query(this, () => this.view, WorktreeChannel, 'stored', { params: () => ({}), refreshOn: 'storedChanged' });
  #isSizing = false;

  override render() {
    const { state } = this.#stored;
    const text = this.#text;
    if (state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    if (state.status === 'failed') return html`<ui-alert kind="warn">${state.error.in(text.locale)}</ui-alert>`;
    const { worktrees } = state.value;
    if (worktrees.length === 0) return html`<p>${text.of('none')}</p>`;
    return html`<ul aria-label=${text.of('worktrees')}>${worktrees.map(one => this.#row(one))}</ul>`;
  }

  override updated(): void {
    if (!this.#isSizing) void this.#countSizes();
  }

  /** One after another, from the first on the page. */
  async #countSizes(): Promise<void> {
    this.#isSizing = true;
    try {
      for (;;) {
        const { state } = this.#stored;
        const next = state.status === 'ready' ? state.value.worktrees.find(({ folder }) => !this.sizes.has(folder)) : undefined;
        if (next === undefined || !this.isConnected) return;
        const size = await this.view
          .connect(WorktreeChannel)
          .call('storedSize', { folder: next.folder })
          .catch(() => null);
        this.sizes = new Map([...this.sizes, [next.folder, size]]);
      }
    } finally {
      this.#isSizing = false;
    }
  }

  #row(one: StoredWorktree) {
    const text = this.#text;
    const { folder, conversation, branch, project, isRemoved = false, place, reason } = one;
    const left = place ? text.of('aside', { place: shown(place) }) : reason ? text.of('stays', { reason: shown(reason) }) : text.of('goes');
    const title = isRemoved
      ? text.of(place ? 'notRemoved' : 'removed')
      : conversation === undefined
        ? text.of('noConversation')
        : shown(conversation.title);
    const where = [project, branch].filter(part => part !== undefined).map(shown);
    const problem = this.problem?.folder === folder ? this.problem.said : undefined;
    return html`<li>
      <div class="words">
        <div class="title" dir="auto">${title}</div>
        <div class="about">${isRemoved ? left : [...where, this.#state(one)].join(' · ')}</div>
        ${conversation?.isDeleted === true ? html`<div class="about">${text.of('deleted')}</div>` : nothing}
        <div class="about path" dir="ltr">${shown(folder)}</div>
      </div>
      <div class="size">${this.#size(folder)}</div>
      ${conversation === undefined || conversation.isDeleted ? nothing : html`<ui-icon-button icon="message-square" label=${text.of('open')} @click=${() => this.#open(conversation.id)}></ui-icon-button>`}
      ${isRemoved || conversation?.isDeleted === true ? nothing : html`<ui-button kind="line" ?disabled=${this.isRemoving} @click=${() => this.#ask(folder)}>${text.of('remove')}</ui-button>`}
      ${this.asked === folder ? this.#question(one) : nothing}
      ${problem === undefined ? nothing : html`<ui-alert kind="danger">${problem}</ui-alert>`}
    </li>`;
  }

  #state({ differing }: StoredWorktree): string {
    const text = this.#text;
    if (differing === undefined) return text.of('unknownState');
    return differing === 0 ? text.of('committed') : text.count('differing', differing);
  }

  #size(folder: string): string {
    const text = this.#text;
    const size = this.sizes.get(folder);
    if (size === undefined) return text.of('sizing');
    if (size === null) return text.of('unsized');
    const all = bytesText(text.locale, size.bytes);
    return size.isMore ? text.of('atLeast', { size: all }) : `${all} · ${text.count('files', size.files)}`;
  }

  #question(one: StoredWorktree) {
    const text = this.#text;
    const { conversation, differing = 0 } = one;
    const isLost = conversation === undefined && differing > 0;
    const said = [
      isLost ? text.of('unusedChanged') : text.of(conversation === undefined ? 'askUnused' : 'ask'),
      ...(conversation !== undefined && differing > 0 ? [text.count('kept', differing)] : []),
    ];
    return html`<div class="ask">
      <p>${said.join(' ')}</p>
      <ui-button kind="line" ?disabled=${this.isRemoving} @click=${() => this.#ask(one.folder)}>${text.of('cancel')}</ui-button>
      ${isLost ? nothing : html`<ui-button kind="danger" ?busy=${this.isRemoving} @click=${() => this.#remove(one)}>${text.of('removeNow')}</ui-button>`}
    </div>`;
  }

  #ask(folder: string): void {
    this.problem = undefined;
    this.asked = this.asked === folder ? undefined : folder;
  }

  #open(conversation: string): void {
    void this.view.run('conversations.open', { conversation });
  }

  async #remove({ folder, conversation, differing = 0 }: StoredWorktree): Promise<void> {
    this.isRemoving = true;
    this.problem = undefined;
    const client = this.view.connect(WorktreeChannel);
    try {
      if (conversation === undefined) await client.call('removeStored', { folder });
      else await client.call(differing > 0 ? 'putAway' : 'leave', { conversation: conversation.id });
      this.asked = undefined;
      toast({ text: this.#text.of('removed') });
    } catch (error) {
      this.problem = { folder, said: error instanceof AppError ? error.in(this.#text.locale) : String(error) };
    } finally {
      this.isRemoving = false;
      this.#stored.refresh();
    }
  }
}

if (customElements.get('stored-worktrees') === undefined) customElements.define('stored-worktrees', StoredWorktrees);
