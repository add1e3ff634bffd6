import type { FileAction } from '@atelier/conversations/contract';
import { type Handle, isAppError, visibleText } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Contributed, reopened, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Brought, type Status, WorktreeChannel } from '../contract/index.ts';
import { shown } from './shown.ts';
import { texts } from './texts.ts';
import { workedOn } from './worked-on.ts';

const moves = {
  create: { icon: 'git-branch-plus', name: 'ownWorktree', about: 'ownWorktreeAbout', doing: 'creating' },
  leave: { icon: 'undo-2', name: 'leave', about: 'leaveAbout', doing: 'leaving' },
  putAway: { icon: 'undo-2', name: 'putAway', about: 'putAwayAbout', doing: 'leaving' },
  bringBack: { icon: 'git-branch-plus', name: 'bringBack', about: 'bringBackAbout', doing: 'bringing' },
} as const;
type Move = keyof typeof moves;

/** The branch that the conversation on screen works on, and how many files differ; what lies behind it opens beside it. */
export class WorktreeChip extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; min-width: 0; height: 100%; font: var(--t-12); color: var(--text); }
    ui-popover { min-width: 0; }
    .chip { display: flex; align-items: center; gap: 6px; min-width: 0; max-width: 160px; height: 24px; padding: 0 8px; border: 1px solid var(--line); border-radius: var(--r-4); background: none; color: var(--text); font: var(--t-12); cursor: pointer; --icon-size: 14px; }
    .chip:hover { background: var(--hover); }
    .chip:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
    .chip .name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 500; }
    .chip .count { color: var(--text-2); font-variant-numeric: tabular-nums; }
    .chip .wrong { color: var(--danger); }
    .about { display: grid; gap: 8px; width: 280px; max-width: calc(100vw - 140px); }
    .about h2 { margin: 0; font: 600 14px/20px var(--font); overflow-wrap: anywhere; }
    .about p { margin: 0; color: var(--text-2); overflow-wrap: anywhere; }
    dl { display: grid; grid-template-columns: 1fr auto; gap: 4px 12px; margin: 0; }
    dt { color: var(--text-2); }
    dd { margin: 0; font-variant-numeric: tabular-nums; }
    .acts { display: flex; flex-wrap: wrap; gap: 4px; }
    .move { display: grid; gap: 4px; justify-items: start; padding-block-start: 8px; border-block-start: 1px solid var(--line); }
    code { font: var(--t-mono-11, 11px/16px var(--mono)); }
    @media (max-width: 719px) { .chip .name { display: none; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private status: Status | undefined;
  @state() private moving: Move | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #onFolder = new Contributed<FileAction>(this, () => this.view, '@atelier/conversations:fileActions@1');
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #project = new Slice(this, () => this.view, 'project');
  #of: string | undefined;
  #reading = 0;
  #handles: Handle[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    // What an editor changes in the folder meanwhile is not told of.
    addEventListener('focus', this.#read);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('focus', this.#read);
    for (const handle of this.#handles.splice(0)) void handle.dispose();
    this.#of = undefined;
  }

  override willUpdate(): void {
    if (!this.isConnected || this.view === undefined) return;
    if (this.#handles.length === 0) {
      const client = this.view.connect(WorktreeChannel);
      this.#handles = [
        client.on('changed', ({ conversation }) => conversation === this.#of && this.#read()),
        client.on(reopened as 'changed', () => this.#read()),
      ];
    }
    const id = workedOn(this.#conversation.value?.id, this.#project.value?.id);
    if (id === this.#of) return;
    this.#of = id;
    this.status = undefined;
    this.#read();
  }

  override render() {
    const { status } = this;
    if (status === undefined) return nothing;
    const text = this.#text;
    const { differing } = status;
    const changes = differing === 0 ? text.of('clean') : text.count('differing', differing);
    const unborn = status.commit === undefined ? `, ${text.of('unborn')}` : '';
    const about = `${text.of('branchOf', { branch: this.#name(status), changes })}${unborn}`;
    return html`<ui-popover label=${about}>
      <button slot="trigger" class="chip" aria-label=${about}>
        <ui-icon name="git-branch"></ui-icon><bdi class="name">${status.branch === undefined ? status.commit?.slice(0, 8) : shown(status.branch)}</bdi>
        ${differing === 0 ? nothing : html`<span class="count ${status.conflicts > 0 ? 'wrong' : ''}">${differing}</span>`}
      </button>
      ${this.#about(status, differing)}
    </ui-popover>`;
  }

  #about(status: Status, differing: number) {
    const text = this.#text;
    const row = (name: 'staged' | 'changed' | 'untracked' | 'conflicts') =>
      status[name] === 0 ? nothing : html`<dt>${text.of(name)}</dt><dd>${status[name]}</dd>`;
    return html`<div class="about">
      <h2><bdi>${this.#name(status)}</bdi></h2>
      <p>${text.of(status.isOwn ? 'worktree' : status.isWorktree ? 'otherWorktree' : 'checkout')} <code>${shown(status.folder)}</code></p>
      ${status.commit === undefined ? html`<p>${text.of('unborn')}</p>` : nothing}
      ${differing === 0 ? html`<p>${text.of('clean')}</p>` : html`<dl>${row('conflicts')}${row('staged')}${row('changed')}${row('untracked')}</dl>`}
      <p>${this.#server(status)}</p>
      ${status.setup === undefined ? nothing : html`<p role="status"><ui-state state=${status.setup} silent></ui-state> ${text.of(`setup.${status.setup}`)}</p>`}
      <div class="acts">
        ${status.commit === undefined && differing === 0 ? nothing : html`<ui-button kind="line" icon="git-commit-horizontal" @click=${() => void this.view.run('worktree.commit')}>${text.of('commit')}</ui-button>`}
        ${status.commit === undefined ? nothing : html`<ui-button kind="line" icon="git-branch-plus" @click=${() => void this.view.run('worktree.tries', {})}>${text.of('tries')}</ui-button>`}
        ${this.#conversation.value?.id === undefined || status.commit === undefined ? nothing : html`<ui-button kind="line" icon="wrench" @click=${this.#setUp}>${text.of('setup')}</ui-button>`}
        ${this.#conversation.value?.id === undefined ? nothing : this.#onFolder.items.map(({ value: { command, title, icon } }) => html`<ui-button kind="line" icon=${icon} @click=${() => void this.view.run(command, { conversation: this.#of })}>${visibleText(title, 'name')}</ui-button>`)}
      </div>
      ${this.#conversation.value?.id === undefined ? nothing : this.#move(status)}
    </div>`;
  }

  /** The ways into a worktree of its own, or back. */
  #move({ isWorktree, isOwn, isAway, commit, differing }: Status) {
    const text = this.#text;
    if (this.moving !== undefined)
      return html`<p role="status"><ui-state state="running" silent></ui-state> ${text.of(moves[this.moving].doing)}</p>`;
    // One that the person made themselves is not ours to remove.
    if ((isWorktree && !isOwn) || (!isWorktree && commit === undefined)) return nothing;
    const ways: readonly Move[] = isWorktree ? [differing > 0 ? 'putAway' : 'leave'] : isAway ? ['bringBack', 'create'] : ['create'];
    return html`<div class="move">${ways.map(
      way => html`<ui-button kind="line" icon=${moves[way].icon} @click=${() => void this.#act(way)}>${text.of(moves[way].name)}</ui-button>
      <p>${text.of(moves[way].about)}</p>`,
    )}</div>`;
  }

  async #act(way: Move): Promise<void> {
    const conversation = this.#of;
    if (conversation === undefined) return;
    this.moving = way;
    try {
      const client = this.view.connect(WorktreeChannel);
      if (way === 'create') {
        const { brought, status } = await client.call('create', { conversation });
        this.#tell(brought);
        if (status.setup !== undefined) this.#setUp();
      } else await client.call(way, { conversation });
    } catch (error) {
      const message = isAppError(error) ? error.in(this.#text.locale) : String(error);
      toast({ text: message, kind: 'failed' });
    } finally {
      this.moving = undefined;
      this.#read();
    }
  }

  readonly #setUp = (): void => void this.view.run('worktree.setup');

  /** What was copied into the worktree, and what not, or that it was too much. */
  #tell({ paths, count, left, moreLeft = 0, isTooMuch, isUnread }: Brought): void {
    const text = this.#text;
    if (left.length > 0)
      toast({
        text: text.of('notBrought', { files: [...left.map(shown), ...(moreLeft > 0 ? [`+${moreLeft}`] : [])].join(', ') }),
        kind: 'failed',
      });
    if (isUnread) toast({ text: text.of('rulesUnread'), kind: 'failed' });
    if (isTooMuch) toast({ text: text.of('tooMuch'), kind: 'failed' });
    if (isTooMuch || count === 0) return;
    const more = count > 3 ? [`+${count - 3}`] : [];
    toast({ text: text.of('brought', { files: [...paths.slice(0, 3).map(shown), ...more].join(', ') }), kind: 'done' });
  }

  #name({ branch, commit }: Status): string {
    if (branch === undefined) return this.#text.of('detached', { commit: commit?.slice(0, 8) ?? '' });
    return shown(branch);
  }

  #server({ upstream }: Status): string {
    const text = this.#text;
    if (upstream === undefined) return text.of('followsNone');
    const { name, ahead, behind } = upstream;
    const parts = [...(ahead > 0 ? [text.count('ahead', ahead)] : []), ...(behind > 0 ? [text.count('behind', behind)] : [])];
    return text.of('follows', { name: shown(name), what: parts.length === 0 ? text.of('even') : parts.join(', ') });
  }

  readonly #read = (): void => {
    const conversation = this.#of;
    this.#reading += 1;
    const reading = this.#reading;
    if (conversation === undefined) return;
    const isNewest = () => reading === this.#reading && conversation === this.#of;
    this.view
      .connect(WorktreeChannel)
      .call('status', { conversation })
      .then(status => {
        if (isNewest()) this.status = status ?? undefined;
      })
      .catch(() => {
        // Rather nothing than a state that may not be so.
        if (isNewest()) this.status = undefined;
      });
  };
}

if (customElements.get('worktree-chip') === undefined) customElements.define('worktree-chip', WorktreeChip);
