import { AgentChannel } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import type { FileDiff } from '@atelier/file-changes/contract';
import { AppError } from '@atelier/kernel';
import { compactText, dateText, durationText, moneyText, Query, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type ShownTask, type ShownTry, WorktreeChannel } from '../../contract/index.ts';
import { shown } from '../shown.ts';
import { comparisonStyles } from './comparison-styles.ts';
import { texts } from './texts.ts';
import { TryFiles } from './try-files.ts';

const marks = { idle: 'queued', queued: 'queued', running: 'running', needsYou: 'needs', failed: 'failed', done: 'done' } as const;
const fewFiles = 5;

/** A task and its tries side by side: the same facts in the same rows. */
export class TriesComparison extends LitElement {
  static override styles = comparisonStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property() task = '';
  @state() private problem = '';
  @state() private isActing = false;
  @state() private file: string | undefined;
  @state() private diffs: ReadonlyMap<string, FileDiff> = new Map();
  @state() private isAdding = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #task = new Query(this, () => this.view, WorktreeChannel, 'task', {
    params: () => ({ task: this.task }),
    refreshOn: 'triesChanged',
  });
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });
  readonly #files = new TryFiles(this, () => this.view);

  override willUpdate(): void {
    const { state } = this.#task;
    if (state.status === 'ready') this.#files.follow(state.value);
  }

  override render() {
    const text = this.#text;
    const { state } = this.#task;
    return html`
      <ui-header heading=${text.of('heading')} meta=${state.status === 'ready' ? this.#together(state.value) : ''}>
        ${state.status === 'ready' ? this.#acts(state.value) : nothing}
        <ui-button slot="actions" kind="line" icon="plus" @click=${() => this.#open('worktree.tries', {})}>${text.of('newTask')}</ui-button>
      </ui-header>
      <div class="body">
        ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
        ${
          state.status === 'pending'
            ? html`<ui-progress label=${text.of('heading')}></ui-progress>`
            : state.status === 'failed'
              ? html`<ui-alert kind="danger">${state.message}</ui-alert>`
              : this.#content(state.value)
        }
      </div>
    `;
  }

  #acts({ tries }: ShownTask) {
    const text = this.#text;
    const running = tries.filter(({ state }) => state === 'running');
    const { state } = this.#models;
    const models = state.status === 'ready' ? state.value.filter(({ available }) => available) : [];
    const options = models.map(({ id, name, providerName, provider }) => ({ value: id, label: name, group: providerName ?? provider }));
    const add = (event: Event) => {
      this.isAdding = false;
      const model = (event.currentTarget as unknown as { value: string }).value;
      void this.#act(() => this.#client.call('anotherTry', { task: this.task, model }));
    };
    return html`
      ${running.length === 0 ? nothing : html`<ui-button slot="actions" kind="line" icon="square" @click=${() => this.#stop(running)}>${text.of('stopAll')}</ui-button>`}
      ${
        this.isAdding
          ? html`<ui-select slot="actions" label=${text.of('another')} placeholder=${text.of('another')} .options=${options} @change=${add}></ui-select>`
          : html`<ui-button slot="actions" kind="line" ?disabled=${this.isActing || tries.length >= 6} @click=${this.#add}>${text.of('another')}</ui-button>`
      }`;
  }

  #content(task: ShownTask) {
    const text = this.#text;
    const { tries, commit, branch, kept } = task;
    const time = this.#clock(task.createdAt);
    const from = commit.slice(0, 8);
    return html`
      <div class="task"><p>${task.text}</p>
        <small>${branch === undefined ? text.of('sentBare', { time, commit: from }) : text.of('sent', { time, branch: shown(branch), commit: from })}</small></div>
      <div class="scroll"><table>
        <tr class="names"><td></td>${tries.map(one => this.#head(one, kept))}</tr>
        ${this.#row('state', tries, one => this.#state(one))}
        ${this.#row('command', tries, one => this.#command(one))}
        ${this.#row('changes', tries, one => this.#changes(one, tries))}
        ${this.#row('cost', tries, one => this.#cost(one, tries))}
        ${this.#row('time', tries, one => this.#time(one, tries))}
        ${this.#row('words', tries, one => html`<p class="words">${one.problem?.[text.locale] ?? one.words ?? text.of('none')}</p>`)}
        ${this.#row('fileList', tries, one => this.#fileList(one))}
        ${this.file === undefined ? nothing : this.#diffRow(this.file, tries)}
        <tr class="last"><td></td>${tries.map(one => this.#foot(one, kept))}</tr>
      </table></div>
      <p class="about">${text.of(kept === undefined ? 'keepAbout' : 'keptAbout')}</p>
    `;
  }

  #row(
    name: 'state' | 'command' | 'changes' | 'cost' | 'time' | 'words' | 'fileList',
    tries: readonly ShownTry[],
    cell: (one: ShownTry) => unknown,
  ) {
    return html`<tr><th scope="row">${this.#text.of(name)}</th>${tries.map(one => html`<td>${cell(one)}</td>`)}</tr>`;
  }

  #head({ conversation, model, branch, away }: ShownTry, kept: string | undefined) {
    const text = this.#text;
    const name = this.#nameOf(model);
    return html`<th scope="col"><div class="name"><ui-icon name="git-branch"></ui-icon><b><bdi>${name}</bdi></b>
        ${conversation === kept ? html`<ui-badge>${text.of('kept')}</ui-badge>` : away ? html`<ui-badge>${text.of('away')}</ui-badge>` : nothing}
        <ui-icon-button icon="message-square" label=${text.of('open', { model: name })} @click=${() => this.#go(conversation)}></ui-icon-button></div>
      <small><bdi>${branch === undefined ? '' : shown(branch)}</bdi></small></th>`;
  }

  #state({ state, lastAt, problem, conversation }: ShownTry): TemplateResult {
    const text = this.#text;
    if (problem !== undefined) return html`<ui-state state="failed" silent></ui-state> ${text.of('state.problem')}`;
    const words =
      state === 'done' || state === 'idle'
        ? lastAt === undefined
          ? text.of('state.idle')
          : text.of('state.done', { time: this.#clock(lastAt) })
        : text.of(`state.${state}`);
    const mark = state === 'idle' && lastAt !== undefined ? 'done' : marks[state];
    return html`<ui-state state=${mark} silent></ui-state> ${words}
      ${state === 'running' ? html`<ui-button size="24" kind="line" icon="square" @click=${() => this.#stop([{ conversation }])}>${text.of('stop')}</ui-button>` : nothing}`;
  }

  #command({ command }: ShownTry) {
    const text = this.#text;
    if (command === undefined) return html`<span class="weak">${text.of('none')}</span>`;
    const { ok, exitCode } = command;
    return html`<ui-state state=${ok ? 'done' : 'failed'} silent></ui-state> <code>${shown(command.text)}</code>
      ${ok || exitCode === undefined ? nothing : html`<span class="weak">${text.of('exit', { code: exitCode })}</span>`}`;
  }

  #changes(one: ShownTry, tries: readonly ShownTry[]) {
    const text = this.#text;
    const of = (conversation: string) => {
      const found = this.#files.of(conversation);
      return found && found.added + found.removed;
    };
    const files = this.#files.of(one.conversation);
    if (files === undefined) return nothing;
    if (files.files.length === 0) return html`<span class="weak">${text.of('noFiles')}</span>`;
    return html`${text.count('files', files.files.length + files.more)} <span class="added">+${files.added}</span> <span class="removed">−${files.removed}</span>
      ${this.#least(one, tries, ({ conversation }) => of(conversation))}`;
  }

  #cost(one: ShownTry, tries: readonly ShownTry[]) {
    const text = this.#text;
    const { cost, tokens } = one;
    if (tokens === 0) return html`<span class="weak">${text.of('none')}</span>`;
    const count = text.of('tokens', { count: compactText(text.locale, tokens) });
    return cost === undefined
      ? html`${count} <span class="weak">${text.of('unknownPrice')}</span>`
      : html`<b>${moneyText(text.locale, cost)}</b> <span class="weak">${count}</span> ${this.#least(one, tries, of => of.cost)}`;
  }

  #time(one: ShownTry, tries: readonly ShownTry[]) {
    const text = this.#text;
    const took = ({ beganAt, lastAt }: ShownTry) => (beganAt === undefined || lastAt === undefined ? undefined : lastAt - beganAt);
    const [length, isRunning] = [took(one), one.state === 'running'];
    if (length === undefined) return html`<span class="weak">${text.of('none')}</span>`;
    return html`<b>${durationText(text.locale, length)}</b> ${isRunning ? html`<span class="weak">${text.of('soFar')}</span>` : this.#least(one, tries, took)}`;
  }

  /** Said of one of those that have ended, if the others have a figure and a larger one. */
  #least(one: ShownTry, tries: readonly ShownTry[], of: (one: ShownTry) => number | undefined) {
    const figures = tries.filter(({ state, problem }) => state !== 'running' && problem === undefined).map(each => of(each) ?? 0);
    const own = of(one);
    const isLeast =
      own !== undefined && own > 0 && figures.length > 1 && figures.filter(figure => figure > 0 && figure <= own).length === 1;
    return isLeast && one.state !== 'running' ? html`<ui-badge>${this.#text.of('least')}</ui-badge>` : nothing;
  }

  #fileList({ conversation }: ShownTry) {
    const files = this.#files.of(conversation);
    if (files === undefined || files.files.length === 0) return nothing;
    const more = files.files.length - fewFiles + files.more;
    return html`<ul>${files.files.slice(0, fewFiles).map(({ name, added, removed }) => {
      const at = name.lastIndexOf('/') + 1;
      return html`<li><button type="button" title=${shown(name)} aria-pressed=${this.file === name} @click=${() => this.#compare(name)}>
        <bdi><span class="weak">${shown(name.slice(0, at))}</span>${shown(name.slice(at))}</bdi></button>
        <span class="added">+${added}</span> <span class="removed">−${removed}</span></li>`;
    })}</ul>${more > 0 ? html`<span class="weak">${this.#text.of('more', { count: more })}</span>` : nothing}`;
  }

  #diffRow(file: string, tries: readonly ShownTry[]) {
    return html`<tr><th scope="row"><code>${shown(file)}</code></th>${tries.map(({ conversation }) => {
      const diff = this.diffs.get(conversation);
      return html`<td class="diff">${diff === undefined ? html`<span class="weak">${this.#text.of('noFiles')}</span>` : html`<ui-diff small label=${shown(file)} .hunks=${diff.hunks}></ui-diff>`}</td>`;
    })}</tr>`;
  }

  #foot({ conversation, away, problem, branch }: ShownTry, kept: string | undefined) {
    const text = this.#text;
    if (away)
      return html`<td><p class="weak">${text.of('awayAbout')}</p><ui-button kind="line" icon="undo-2" ?disabled=${this.isActing} @click=${() => this.#bringBack(conversation)}>${text.of('bringBack')}</ui-button></td>`;
    if (problem !== undefined || branch === undefined || conversation === kept) return html`<td></td>`;
    return html`<td><ui-button kind=${kept === undefined ? 'accent' : 'line'} ?disabled=${this.isActing} @click=${() => this.#keep(conversation)}>${text.of('keep')}</ui-button></td>`;
  }

  get #client() {
    return this.view.connect(WorktreeChannel);
  }

  #together({ tries }: ShownTask): string {
    const cost = tries.reduce((sum, one) => sum + (one.cost ?? 0), 0);
    return cost === 0 ? '' : this.#text.of('together', { cost: moneyText(this.#text.locale, cost) });
  }

  #nameOf(model: string): string {
    const { state } = this.#models;
    return (state.status === 'ready' ? state.value.find(({ id }) => id === model)?.name : undefined) ?? model;
  }

  #clock(at: number): string {
    return dateText(this.#text.locale, at, { hour: '2-digit', minute: '2-digit' });
  }

  readonly #add = (): void => {
    this.isAdding = true;
  };

  async #open(view: string, params: Record<string, unknown>): Promise<void> {
    await this.view.connect(WindowChannel).call('open', { view, params });
  }

  #go(conversation: string): Promise<void> {
    return this.#open('conversations.thread', { conversation });
  }

  async #compare(file: string): Promise<void> {
    this.file = this.file === file ? undefined : file;
    this.diffs = this.file === undefined ? new Map() : await this.#files.diffs(file);
  }

  #stop(tries: readonly Pick<ShownTry, 'conversation'>[]): Promise<void> {
    const client = this.view.connect(AgentChannel);
    return this.#act(() => Promise.all(tries.map(({ conversation }) => client.call('stop', { conversation }))));
  }

  #keep(conversation: string): Promise<void> {
    return this.#act(async () => {
      const { state } = this.#task;
      const { left } = await this.#client.call('keepTry', { task: this.task, conversation });
      const tries = state.status === 'ready' ? state.value.tries : [];
      const gone = tries.filter(one => one.conversation !== conversation && !left.some(each => each.conversation === one.conversation));
      await this.#archive(
        gone.map(one => one.conversation),
        true,
      );
      this.problem = left
        .map(({ conversation: one, problem }) => {
          const model = this.#nameOf(tries.find(each => each.conversation === one)?.model ?? '');
          return this.#text.of('left', { model, reason: problem[this.#text.locale] });
        })
        .join('\n');
      if (left.length === 0) await this.#go(conversation);
    });
  }

  #bringBack(conversation: string): Promise<void> {
    return this.#act(async () => {
      await this.#client.call('bringBack', { conversation });
      await this.#archive([conversation], false);
    });
  }

  async #archive(conversations: string[], archived: boolean): Promise<void> {
    if (conversations.length > 0) await this.view.connect(ConversationsChannel).call('archive', { conversations, archived });
  }

  async #act(work: () => Promise<unknown>): Promise<void> {
    this.problem = '';
    this.isActing = true;
    try {
      await work();
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
    }
    this.isActing = false;
  }
}
