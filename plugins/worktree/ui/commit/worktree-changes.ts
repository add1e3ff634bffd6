import type { FileAction } from '@atelier/conversations/contract';
import { AppError, visibleText } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Contributed, dateText, Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type ChangedFile, type Changes, type Hooks, WorktreeChannel } from '../../contract/index.ts';
import en from '../../text/commit/en.json' with { type: 'json' };
import fr from '../../text/commit/fr.json' with { type: 'json' };
import { shown } from '../shown.ts';
import { workedOn } from '../worked-on.ts';
import type { StagedPart } from './changed-file.ts';
import { changesStyles, stepStyles } from './changes-styles.ts';
import { Drafts } from './drafts.ts';
import { requestPage } from './request-page.ts';
import './changed-file.ts';

const texts = { en, fr };
/** A first line that is longer is cut by many programs. */
const longestTitle = 72;

const connect = (view: ViewHost) => view.connect(WorktreeChannel);
type Client = ReturnType<typeof connect>;

interface Chosen {
  readonly path: string;
  readonly staged: boolean;
}

/** The changes of a conversation's folder: staged by file and by hunk, committed, merged and pushed. */
export class WorktreeChanges extends LitElement {
  static override styles = [stepStyles, changesStyles];

  @property({ attribute: false }) view!: ViewHost;
  @state() private chosen: Chosen | undefined;
  @state() private problem = '';
  @state() private message = '';
  /** What stood there before a model wrote. */
  @state() private replaced: string | undefined;
  /** What was discarded last, and can be put back. */
  @state() private discarded: { readonly path: string; readonly name: string } | undefined;
  /** The hooks that were not run because nobody has trusted them yet, and what they were in the way of. */
  @state() private asked: { readonly hooks: Hooks; readonly act: 'commit' | 'push'; readonly again: () => void } | undefined;
  @state() private isInConflict = false;
  @state() private isAmend = false;
  @state() private doing: 'asking' | 'acting' | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #onFolder = new Contributed<FileAction>(this, () => this.view, '@atelier/conversations:fileActions@1');
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #project = new Slice(this, () => this.view, 'project');
  readonly #changes = new Query(this, () => this.view, WorktreeChannel, 'changes', {
    params: () => ({ conversation: this.#id }),
    refreshOn: 'changed',
  });
  readonly #drafts = new Drafts(() => this.view);
  /** The work tree that the message is for. */
  #folder = '';
  #asking = new AbortController();
  /** Of the last thing that failed. */
  #code = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asking.abort();
  }

  override willUpdate(): void {
    const { state } = this.#changes;
    const folder = state.status === 'ready' ? (state.value?.status.folder ?? '') : this.#folder;
    if (folder === this.#folder) return;
    this.#folder = folder;
    this.message = this.#drafts.of(folder);
    this.replaced = undefined;
    this.discarded = undefined;
    this.isAmend = false;
    this.isInConflict = false;
    this.asked = undefined;
  }

  override render() {
    const text = this.#text;
    const { state } = this.#changes;
    if (state.status === 'pending') return html`<ui-progress class="above" label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert class="above" kind="danger">${state.message}</ui-alert>`;
    const changes = state.value;
    if (changes === null) return html`<p class="none above">${text.of('noGit')}</p>`;
    const staged = changes.files.filter(file => file.staged !== undefined);
    const unstaged = changes.files.filter(file => file.unstaged !== undefined);
    return html`
      <div class="above">${this.#alerts(changes)}</div>
      <div class="left">
        ${this.#where(changes)}
        <div class="files">
          ${changes.files.length === 0 ? html`<p class="none">${text.of('clean')}</p>` : nothing}
          ${this.#list('staged', staged, changes.staged)} ${this.#list('notStaged', unstaged, changes.unstaged)}
          ${changes.count > changes.files.length ? html`<p class="none">${text.of('notAll', { count: changes.files.length, all: changes.count })}</p>` : nothing}
        </div>
        ${this.#then(changes)}
      </div>
      <div class="right">
        ${this.isInConflict ? html`<merge-conflicts .view=${this.view} conversation=${this.#id}></merge-conflicts>` : html`<div class="diff">${this.#shown(changes)}</div>${this.#form(changes)}`}
      </div>
    `;
  }

  get #id(): string {
    return workedOn(this.#conversation.value?.id, this.#project.value?.id) ?? 'none';
  }

  #alerts({ operation, lock, files, resolving }: Changes) {
    const text = this.#text;
    const conflicts = files.filter(({ conflict }) => conflict).map(({ path }) => shown(path));
    return html`
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      ${this.asked === undefined ? nothing : html`<ui-alert kind="warn">${text.of(`hooks.${this.asked.hooks.accessMode}`, { names: this.asked.hooks.names.map(shown).join(', '), place: shown(this.asked.hooks.place) })}<ui-button slot="actions" size="24" @click=${this.#trust}>${text.of(`trust.${this.asked.act}`)}</ui-button></ui-alert>`}
      ${this.discarded === undefined ? nothing : html`<ui-alert kind="info">${text.of('discarded', { path: shown(this.discarded.path) })}<ui-button slot="actions" size="24" icon="undo-2" @click=${this.#putBack}>${text.of('takeBack')}</ui-button></ui-alert>`}
      ${operation === undefined ? nothing : html`<ui-alert kind="warn">${text.of('operation', { operation: text.of(`operation.${operation}`) })}</ui-alert>`}
      ${conflicts.length === 0 ? nothing : html`<ui-alert kind="warn">${text.of('inConflict', { files: conflicts.join(', ') })}</ui-alert>`}
      ${resolving === true || this.isInConflict ? html`<ui-alert kind="warn">${text.of('mergeInConflict')}<ui-button slot="actions" size="24" @click=${this.#showConflicts}>${text.of(this.isInConflict ? 'backToChanges' : 'showConflicts')}</ui-button></ui-alert>` : nothing}
      ${lock === undefined ? nothing : this.#locked(lock)}
    `;
  }

  /** One that a killed git has left is removed once the person says so. */
  #locked({ path, since, fingerprint, heldBy = '', canTell }: NonNullable<Changes['lock']>) {
    const text = this.#text;
    const about = { path: shown(path), since: dateText(text.locale, since, { dateStyle: 'medium', timeStyle: 'short' }) };
    if (heldBy !== '' || !canTell) return html`<ui-alert kind="warn">${text.of('locked', about)} ${shown(heldBy)}</ui-alert>`;
    const remove = () => this.#act(client => client.call('removeLock', { conversation: this.#id, fingerprint }));
    return html`<ui-alert kind="warn">${text.of('lockLeft', about)}<ui-button slot="actions" size="24" @click=${remove}>${text.of('lockRemove')}</ui-button></ui-alert>`;
  }

  #where({ status, base, fromBase, pushes }: Changes) {
    const text = this.#text;
    const { branch, commit, upstream, isWorktree, isOwn } = status;
    const server = upstream ?? (pushes?.apart && { ...pushes.apart, name: `${pushes.remote}/${pushes.branch}` });
    const pushed = server === undefined ? text.of('neverPushed') : text.of('toPush', { ...server, name: shown(server.name) });
    return html`<div class="where">
      <b>${branch === undefined ? text.of('detached', { commit: commit?.slice(0, 8) ?? '' }) : html`<bdi>${shown(branch)}</bdi>`}</b>
      <div>${text.of(isOwn ? 'worktree' : isWorktree ? 'otherWorktree' : 'checkout')}</div>
      ${fromBase === undefined || base === undefined ? nothing : html`<div>${text.of('ofBase', { ...fromBase, base: shown(base) })}</div>`}
      <div>${pushed}</div>
      ${this.#conversation.value?.id === undefined ? nothing : this.#onFolder.items.map(({ value: { command, title, icon } }) => html`<ui-button size="24" kind="line" icon=${icon} @click=${() => void this.view.run(command, { conversation: this.#id })}>${visibleText(title, 'name')}</ui-button>`)}
    </div>`;
  }

  #list(title: 'staged' | 'notStaged', files: readonly ChangedFile[], count: number) {
    if (files.length === 0) return nothing;
    const text = this.#text;
    const isStaged = title === 'staged';
    return html`<h3>
        ${text.of(title, { count })}
        <ui-button size="24" ?disabled=${this.doing === 'acting'} @click=${() => this.#stage(!isStaged)}>${text.of(isStaged ? 'unstageAll' : 'stageAll')}</ui-button>
      </h3>
      ${files.map(({ path, staged, unstaged, conflict }) => {
        const isOn = this.chosen?.path === path && this.chosen.staged === isStaged;
        const choose = () => {
          this.chosen = { path, staged: isStaged };
        };
        const name = shown(path);
        const at = name.lastIndexOf('/') + 1;
        return html`<div class=${isOn ? 'file on' : 'file'}>
          <button type="button" title=${name} aria-pressed=${isOn} @click=${choose}>
            <span class="name"><span class="folder">${name.slice(0, at)}</span><span class="base">${name.slice(at)}</span></span><small>${text.of(`is.${(isStaged ? staged : unstaged) ?? 'changed'}`)}</small>
          </button>
          ${isStaged || conflict ? nothing : html`<ui-icon-button size="24" icon="undo-2" label=${text.of('discard', { path: name })} @click=${() => this.#discard(path)}></ui-icon-button>`}
          <ui-icon-button size="24" icon=${isStaged ? 'minus' : 'plus'} label=${text.of(isStaged ? 'unstage' : 'stage', { path: name })} @click=${() => this.#stage(!isStaged, [path])}></ui-icon-button>
        </div>`;
      })}`;
  }

  #shown({ files }: Changes) {
    const { chosen } = this;
    const isThere = files.some(file => file.path === chosen?.path && (chosen.staged ? file.staged : file.unstaged) !== undefined);
    if (chosen === undefined || !isThere) return html`<p class="none">${this.#text.of('choose')}</p>`;
    return html`<changed-file .view=${this.view} conversation=${this.#id} .path=${chosen.path} .staged=${chosen.staged} @stage-part=${this.#stagePart}></changed-file>`;
  }

  readonly #stagePart = ({ detail }: CustomEvent<StagedPart>): void => {
    void this.#act(client => client.call('stagePart', { conversation: this.#id, ...detail }));
  };

  #form({ files, lastMessage, staged }: Changes) {
    const text = this.#text;
    const isAsking = this.doing === 'asking';
    const length = this.message.split('\n', 1)[0]?.length ?? 0;
    const write = (event: Event) => {
      this.#say((event.currentTarget as unknown as { value: string }).value);
    };
    return html`<form @submit=${this.#commit} @keydown=${this.#onKey}>
      <div class="head">
        ${isAsking ? html`<span role="status"><ui-state state="running" silent></ui-state> ${text.of('asking')}</span>` : text.of('message')}
        <i></i>
        ${this.replaced === undefined || isAsking ? nothing : html`<ui-icon-button size="24" icon="undo-2" label=${text.of('takeBack')} @click=${this.#takeBack}></ui-icon-button>`}
        ${
          isAsking
            ? html`<ui-button size="24" kind="line" icon="square" @click=${() => this.#asking.abort()}>${text.of('stop')}</ui-button>`
            : html`<ui-button size="24" icon="sparkles" ?disabled=${files.length === 0 || this.doing !== undefined} @click=${this.#suggest}>${text.of('suggest')}</ui-button>`
        }
      </div>
      <ui-textarea rows="3" max-rows="8" maxlength="20000" label=${text.of('message')} placeholder=${text.of('messageHint')} .value=${this.message} @input=${write}></ui-textarea>
      <div class="acts">
        <ui-checkbox .checked=${this.isAmend} ?disabled=${lastMessage === undefined} @change=${() => this.#amend(lastMessage ?? '')}>${text.of('amend')}</ui-checkbox>
        <span class="count ${length > longestTitle ? 'long' : ''}">${length > longestTitle ? text.of('longTitle', { length, most: longestTitle }) : ''}</span>
        <ui-kbd keys="Mod+Enter"></ui-kbd>
        <ui-button type="submit" kind="accent" ?disabled=${this.doing !== undefined || (staged === 0 && !this.isAmend) || this.message.trim() === ''}>${this.isAmend ? text.of('amendIt') : staged === 0 ? text.of('commit') : text.count('commitFiles', staged)}</ui-button>
      </div>
    </form>`;
  }

  #then({ base, status, pushes, pulls, files, trustedSince }: Changes) {
    const text = this.#text;
    const { branch } = status;
    const isDirty = files.some(file => file.staged !== undefined || file.unstaged !== 'added');
    const canMerge = base !== undefined && base !== branch && branch !== undefined;
    const page = pushes?.apart === undefined || branch === base ? undefined : requestPage(pushes, base);
    return html`<div class="then">
      <h3>${text.of('after')}</h3>
      ${pulls === undefined ? nothing : this.#step(text.of('pullFrom', { remote: shown(`${pulls.remote}/${pulls.branch}`) }), pulls.apart === undefined ? text.of('pullUnknown') : text.of('pullAbout', { behind: pulls.apart.behind }), text.of('pull'), false, () => this.#pull(pulls))}
      ${canMerge ? this.#step(text.of('mergeInto', { base: shown(base) }), text.of(isDirty ? 'waits' : 'mergeAbout'), text.of('merge'), isDirty, this.#merge) : nothing}
      ${
        pushes === undefined
          ? html`<div class="step"><div>${text.of('noRemote')}</div></div>`
          : this.#step(
              text.of('pushTo', { remote: shown(`${pushes.remote}/${pushes.branch}`) }),
              shown(pushes.address),
              text.of('push'),
              status.commit === undefined || pushes.apart?.ahead === 0,
              () => this.#push(pushes),
            )
      }
      ${
        page === undefined
          ? nothing
          : html`<div class="step">
            <div><b>${text.of('request')}</b>${text.of('requestAbout', { host: page.host })}</div>
            <ui-button kind="line" icon="external-link" @click=${() => this.#act(() => this.view.connect(WindowChannel).call('openExternal', { url: page.href }))}>${text.of('openPage')}</ui-button>
          </div>`
      }
      ${trustedSince === undefined ? nothing : this.#step(text.of('trustedHooks'), text.of('trustedHooksAbout', { since: dateText(text.locale, trustedSince) }), text.of('distrust'), false, () => this.#act(client => client.call('distrustHooks', { conversation: this.#id })))}
    </div>`;
  }

  /** What can be done next, with its button. */
  #step(title: string, about: string, label: string, isOff: boolean, act: () => unknown) {
    const isDisabled = isOff || this.doing !== undefined;
    return html`<div class="step"><div><b>${title}</b>${about}</div><ui-button kind="line" ?disabled=${isDisabled} @click=${act}>${label}</ui-button></div>`;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    void this.#commit(event);
  };

  readonly #suggest = async (): Promise<void> => {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const found = await this.#act(client => client.call('suggest', { conversation: this.#id }, signal), 'asking', signal);
    if (found === undefined || signal.aborted) return;
    this.replaced = this.message;
    this.#say(found.message);
  };

  readonly #takeBack = (): void => {
    this.#say(this.replaced ?? '');
    this.replaced = undefined;
  };

  #say(message: string): void {
    this.message = message;
    this.#drafts.keep(this.#folder, message);
  }

  async #stage(staged: boolean, paths?: string[]): Promise<void> {
    const params = { conversation: this.#id, staged, ...(paths && { paths }) };
    const done = await this.#act(client => client.call('stage', params));
    if (done !== undefined && done.left.length > 0) this.problem = this.#text.of('left', { files: done.left.map(shown).join(', ') });
  }

  async #discard(path: string): Promise<void> {
    const done = await this.#act(client => client.call('discard', { conversation: this.#id, path }));
    if (done === undefined) return;
    this.discarded = { path, name: done.name };
  }

  readonly #putBack = async (): Promise<void> => {
    const { discarded } = this;
    if (discarded === undefined) return;
    const done = await this.#act(client => client.call('putBack', { conversation: this.#id, ...discarded }));
    if (done !== undefined) this.discarded = undefined;
  };

  #amend(lastMessage: string): void {
    this.isAmend = !this.isAmend;
    if (this.isAmend && this.message.trim() === '') this.#say(lastMessage);
  }

  readonly #commit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { message, isAmend } = this;
    if (message.trim() === '' || this.doing !== undefined) return;
    const done = await this.#act(client => client.call('commit', { conversation: this.#id, message, amend: isAmend }));
    if (done === undefined) return await this.#ask('commit', () => void this.#commit(event));
    this.#say('');
    this.replaced = undefined;
    this.isAmend = false;
    toast({ text: this.#text.of('committed', { commit: done.commit.slice(0, 8) }), kind: 'done' });
  };

  readonly #merge = async (): Promise<void> => {
    const merged = await this.#act(client => client.call('merge', { conversation: this.#id }));
    if (merged === undefined) return;
    const { result, base, conflicts } = merged;
    const text = this.#text.of(`result.${result}`, { base: shown(base), files: conflicts.map(shown).join(', ') });
    if (result !== 'conflicts') return void toast({ text, kind: 'done' });
    if (!this.isInConflict) await this.#showConflicts();
  };

  readonly #showConflicts = async (): Promise<void> => {
    await import('./merge-conflicts.ts');
    this.isInConflict = !this.isInConflict;
  };

  async #pull({ remote, address, branch }: NonNullable<Changes['pulls']>): Promise<void> {
    const done = await this.#act(client => client.call('pull', { conversation: this.#id, remote, address, branch }));
    if (done === undefined) return;
    const { result, base, conflicts } = done;
    const text = this.#text.of(`pulled.${result}`, { base: shown(base), files: conflicts.map(shown).join(', ') });
    if (result === 'conflicts') this.problem = text;
    else toast({ text, kind: 'done' });
  }

  async #push({ remote, address, branch }: NonNullable<Changes['pushes']>): Promise<void> {
    const done = await this.#act(client => client.call('push', { conversation: this.#id, remote, address, branch }));
    if (done === undefined) await this.#ask('push', () => void this.#push({ remote, address, branch }));
    else toast({ text: this.#text.of('pushed', { remote: shown(`${remote}/${branch}`) }), kind: 'done' });
  }

  /** Shows the hooks that were in the way, if that is what it failed for. */
  async #ask(act: 'commit' | 'push', again: () => void): Promise<void> {
    if (!/^agent\/git-(?:push-)?hooks$/.test(this.#code)) return;
    const hooks = await this.#act(client => client.call('hooks', { conversation: this.#id, act }));
    if (hooks && !hooks.trusted) this.asked = { hooks, act, again };
  }

  readonly #trust = async (): Promise<void> => {
    if (this.asked === undefined) return;
    const { act, again, hooks } = this.asked;
    const done = await this.#act(client => client.call('trustHooks', { conversation: this.#id, act, fingerprint: hooks.fingerprint }));
    if (done !== undefined) again();
  };

  /** Undefined if it failed, which is said above, or was stopped. */
  async #act<T>(work: (client: Client) => Promise<T>, doing: 'asking' | 'acting' = 'acting', signal?: AbortSignal): Promise<T | undefined> {
    this.problem = '';
    this.asked = undefined;
    this.#code = '';
    this.doing = doing;
    try {
      return await work(connect(this.view));
    } catch (error) {
      this.#code = error instanceof AppError ? error.code : '';
      if (signal?.aborted !== true) this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
      return undefined;
    } finally {
      this.doing = undefined;
    }
  }
}

if (customElements.get('worktree-changes') === undefined) customElements.define('worktree-changes', WorktreeChanges);
