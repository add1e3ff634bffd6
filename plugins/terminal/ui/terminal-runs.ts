import { ConversationsChannel, type FileAction } from '@atelier/conversations/contract';
import { type Handle, isAppError, visibleText } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Contributed, durationText, reopened, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { type Overview, type Run, TerminalChannel } from '../contract/index.ts';
import { panelStyles } from './panel-styles.ts';
import { placesOn } from './places.ts';
import { type Line, Printed, plainOf } from './printed.ts';
import type { TerminalShell } from './terminal-shell.ts';
import { texts } from './texts.ts';

/** Lines that stand in the page at a time, and characters that are sent to the conversation. */
const [mostShown, mostSent] = [1_000, 12_000];

/** The commands of the conversation on screen, its runs, and what the chosen one prints. */
export class TerminalRuns extends LitElement {
  static override styles = panelStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private overview: Overview | undefined;
  @state() private chosen = '';
  @state() private typed = '';
  @state() private sought = '';
  /** The shell that this window has opened last. */
  @state() private opened = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #onFiles = new Contributed<FileAction>(this, () => this.view, '@atelier/conversations:fileActions@1');
  #of: string | undefined;
  #handles: Handle[] = [];
  #printed = { run: '', end: 0, cut: 0, head: new Printed(), tail: new Printed() };
  #emulator: Promise<unknown> | undefined;
  #isReading = false;
  #isStale = false;

  override connectedCallback(): void {
    super.connectedCallback();
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
      const client = this.#client;
      this.#handles = [
        client.on('changed', ({ conversation }) => conversation === this.#of && this.#read()),
        client.on('printed', ({ run }) => run === this.chosen && void this.#readOutput()),
        client.on(reopened as 'changed', () => this.#read()),
      ];
    }
    const id = this.#conversation.value?.id;
    if (id === this.#of) return;
    this.#of = id;
    this.overview = undefined;
    this.chosen = '';
    this.opened = '';
    this.#read();
  }

  override updated(): void {
    const output = this.renderRoot.querySelector('.output');
    if (output !== null && this.#follows && this.sought === '') output.scrollTop = output.scrollHeight;
  }

  override render() {
    const text = this.#text;
    const { overview } = this;
    const head = html`<header><h2>${text.of('name')}</h2></header>`;
    if (this.#conversation.value?.id === undefined)
      return html`${head}<ui-empty icon="square-terminal" text=${text.of('noConversation')}></ui-empty>`;
    if (overview === undefined) return html`${head}<ui-progress label=${text.of('loading')}></ui-progress>`;
    const run = overview.runs.find(({ id }) => id === this.chosen);
    return html`${head}
      ${overview.off === undefined ? this.#commands(overview) : overview.runs.length === 0 ? html`<ui-empty icon="square-terminal" text=${text.of(overview.off)}></ui-empty>` : html`<ui-alert kind="info">${text.of(overview.off)}</ui-alert>`}
      ${run === undefined ? nothing : html`${this.#tabs(overview.runs)}${this.#run(run)}`}`;
  }

  #commands({ commands, hasShell }: Overview) {
    const text = this.#text;
    const start = () => void this.#start(this.typed);
    return html`
      <div class="own">
        <ui-input label=${text.of('own')} placeholder=${text.of('own')} maxlength="4000" .value=${this.typed}
          @input=${(event: Event) => this.#type((event.target as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && !event.isComposing && start()}></ui-input>
        <ui-button kind="line" icon="play" ?disabled=${this.typed.trim() === ''} @click=${start}>${text.of('run')}</ui-button>
        ${hasShell ? html`<ui-button kind="line" icon="square-terminal" @click=${this.#open}>${text.of('shell')}</ui-button>` : nothing}
      </div>
      <ul class="commands" aria-label=${text.of('commands')}>${commands.map(
        ({ line, from }) =>
          html`<li title=${from}><code>${line}</code><ui-icon-button size="24" icon="play" label=${text.of('runOf', { line })} @click=${() => void this.#start(line)}></ui-icon-button></li>`,
      )}</ul>`;
  }

  #tabs(runs: readonly Run[]) {
    const tabs = runs.map(({ id, line, state, code }) => ({
      id,
      label: line,
      count: state === 'ended' ? String(code ?? '') : this.#text.of(`state.${state}`),
    }));
    const choose = (event: Event) => this.#choose((event.currentTarget as unknown as { selected: string }).selected);
    return html`<ui-tabs bare label=${this.#text.of('runs')} .tabs=${tabs} .selected=${this.chosen} @change=${choose}></ui-tabs>`;
  }

  #run(run: Run) {
    return html`${this.#head(run)}${run.isShell === true ? this.#shell(run) : this.#output()}`;
  }

  #shell({ id, line, state }: Run) {
    // Its emulator is large.
    this.#emulator ??= import('./terminal-shell.ts').catch(error => this.#tell(error));
    const isOpen = state === 'running' && this.overview?.off === undefined;
    return keyed(
      id,
      html`<terminal-shell .view=${this.view} run=${id} name=${line} ?open=${isOpen} ?fresh=${id === this.opened} ?aloud=${this.#stored.aloud === true} @leave=${this.#leave}></terminal-shell>`,
    );
  }

  #output() {
    const text = this.#text;
    const { cut, head, tail } = this.#printed;
    const isSought = (line: Line) => this.sought === '' || plainOf(line).toLowerCase().includes(this.sought.toLowerCase());
    const [before, after] = [head, tail].map(({ lines }) => lines.filter(isSought)) as [Line[], Line[]];
    const last = after.slice(-mostShown);
    const first = before.slice(-Math.max(1, mostShown - last.length));
    const hidden = before.length + after.length - first.length - last.length;
    return html`
      <div class="find"><ui-search label=${text.of('search')} placeholder=${text.of('search')} maxlength="200" .value=${this.sought} @input=${(
        event: Event,
      ) => {
        this.sought = (event.target as HTMLInputElement).value;
      }}></ui-search></div>
      <div class="output" tabindex="0" role="log" aria-live="off" aria-label=${text.of('output')}>
        ${this.#dropped(head)}${hidden > 0 ? html`<div class="cut">${text.count('hidden', hidden)}</div>` : nothing}${first.map(line => this.#line(line))}
        ${cut > 0 ? html`<div class="cut">${text.count('cut', cut)}</div>` : nothing}${this.#dropped(tail)}${last.map(line => this.#line(line))}
        ${this.sought !== '' && before.length + after.length === 0 ? html`<div class="cut">${text.of('nothingFound')}</div>` : nothing}
      </div>`;
  }

  #head(run: Run) {
    const text = this.#text;
    return html`
      <div class="head">
        <span class="quiet" role="status">${this.#about(run)}</span><span class="grow"></span>
        ${
          run.state === 'running'
            ? html`<ui-button kind="line" icon="square" @click=${() => void this.#act('stop', run)}>${text.of('stop')}</ui-button>`
            : html`<ui-icon-button icon="rotate-cw" label=${text.of('runOf', { line: run.line })} ?disabled=${this.overview?.off !== undefined} @click=${() => void (run.isShell === true ? this.#open() : this.#start(run.line))}></ui-icon-button>`
        }
        ${run.isShell === true ? this.#aloud() : nothing}
        <ui-icon-button icon="message-square" label=${text.of('send')} @click=${() => void this.#send(run)}></ui-icon-button>
        <ui-icon-button icon="x" label=${text.of('close')} @click=${() => void this.#act('close', run)}></ui-icon-button>
      </div>`;
  }

  readonly #leave = (): void => this.renderRoot.querySelector<HTMLElement>('.head :is(ui-button, ui-icon-button):not([disabled])')?.focus();

  #aloud() {
    const toggle = () => {
      this.#store({ aloud: this.#stored.aloud !== true });
      this.requestUpdate();
    };
    return html`<ui-icon-button icon="accessibility" label=${this.#text.of('aloud')} .pressed=${this.#stored.aloud === true} @click=${toggle}></ui-icon-button>`;
  }

  /** Lines that no search finds any more. */
  #dropped({ dropped }: Printed) {
    return dropped === 0 ? nothing : html`<div class="cut">${this.#text.count('dropped', dropped)}</div>`;
  }

  #line(line: Line) {
    const drawn = (spans: Line) => spans.map(({ text, style }) => (style === '' ? text : html`<span class=${style}>${text}</span>`));
    // The places in files that it names are buttons, if another plugin does something with files.
    const action = this.#onFiles.items[0]?.value;
    if (action === undefined) return html`<div>${drawn(line)}</div>`;
    return html`<div>${placesOn(line).map(({ spans, place }) => {
      if (place === undefined) return drawn(spans);
      const run = () => void this.view.run(action.command, { conversation: this.#of, ...place });
      return html`<button class="place" title=${visibleText(action.title, 'name')} @click=${run}>${drawn(spans)}</button>`;
    })}</div>`;
  }

  #about({ state, code, signal, problem, ms }: Run): string {
    const text = this.#text;
    const time = ms === undefined ? '' : ` · ${durationText(text.locale, ms)}`;
    if (state === 'failed') return text.of('notStarted', { why: problem ?? '' });
    if (state !== 'ended') return text.of(`state.${state}`) + time;
    return text.of('exit', { code: code === undefined ? (signal ?? '') : String(code) }) + time;
  }

  get #client() {
    return this.view.connect(TerminalChannel);
  }

  /** Whether the end of the output is in sight, so that it is followed. */
  get #follows(): boolean {
    const output = this.renderRoot.querySelector('.output');
    return this.#wasAtEnd || output === null;
  }
  #wasAtEnd = true;

  #type(line: string): void {
    this.typed = line;
  }

  #choose(run: string): void {
    this.chosen = run;
    this.opened = '';
    this.#wasAtEnd = true;
    this.#printed = { run, end: 0, cut: 0, head: new Printed(), tail: new Printed() };
    void this.#readOutput();
  }

  readonly #read = (): void => {
    const conversation = this.#of;
    if (conversation === undefined) return;
    this.#client
      .call('overview', { conversation })
      .then(overview => {
        if (conversation !== this.#of) return;
        if (this.overview === undefined) this.typed = this.#remembered(overview.project);
        this.overview = overview;
        if (!overview.runs.some(({ id }) => id === this.chosen)) this.#choose(overview.runs.at(-1)?.id ?? '');
      })
      .catch(error => this.#tell(error));
  };

  /** One reading at a time; what is printed meanwhile is read after it. */
  async #readOutput(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale && this.chosen !== '') {
        this.#isStale = false;
        const printed = this.#printed;
        const { isWhole, head, cut, tail, end } = await this.#client.call('output', { run: printed.run, since: printed.end });
        if (printed !== this.#printed) {
          this.#isStale = true;
          continue;
        }
        if (isWhole) {
          printed.head = new Printed();
          printed.tail = new Printed();
          printed.head.add(head);
        }
        (cut > 0 || printed.cut > 0 ? printed.tail : printed.head).add(tail);
        if (isWhole) printed.cut = cut;
        printed.end = end;
        const output = this.renderRoot.querySelector('.output');
        this.#wasAtEnd = output === null || output.scrollHeight - output.scrollTop - output.clientHeight < 40;
        this.requestUpdate();
      }
    } catch {
      // The run was closed meanwhile; the list of runs says so.
    } finally {
      this.#isReading = false;
    }
  }

  async #start(typed: string): Promise<void> {
    const [conversation, line] = [this.#of, typed.trim()];
    if (conversation === undefined || line === '') return;
    try {
      if (line === this.typed.trim()) this.#remember(line);
      const { id } = await this.#client.call('start', { conversation, line });
      this.sought = '';
      this.#choose(id);
      this.#read();
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Its screen tells its size once it is there. */
  readonly #open = async (): Promise<void> => {
    if (this.#of === undefined) return;
    try {
      const { id } = await this.#client.call('open', { conversation: this.#of, columns: 80, rows: 24 });
      this.#choose(id);
      this.opened = id;
      this.#read();
    } catch (error) {
      this.#tell(error);
    }
  };

  async #act(what: 'stop' | 'close', { id }: Run): Promise<void> {
    try {
      await this.#client.call(what, { run: id });
    } catch (error) {
      this.#tell(error);
    }
    this.#read();
  }

  /** Appends the end of the output to the message that is being written. */
  async #send(run: Run): Promise<void> {
    const of = this.#of;
    if (of === undefined) return;
    const shell = this.renderRoot.querySelector<TerminalShell>('terminal-shell');
    const all = shell?.printed ?? [...this.#printed.head.lines, ...this.#printed.tail.lines].map(plainOf).join('\n').trimEnd();
    // A fence that is longer than any in the output, so that it stays one block.
    let fence = '```';
    while (all.includes(fence)) fence += '`';
    const text = `${this.#text.of('sent', { line: run.line, how: this.#about(run) })}\n${fence}\n${all.slice(-mostSent)}\n${fence}\n`;
    try {
      await this.view.connect(ConversationsChannel).call('prefill', { of, text });
      toast({ text: this.#text.of('wasSent') });
    } catch (error) {
      this.#tell(error);
    }
  }

  get #stored(): { readonly own?: Readonly<Record<string, string>>; readonly aloud?: boolean } {
    return (this.view.state.get() ?? {}) as object;
  }

  #store(change: object): void {
    this.view.state.set({ ...this.#stored, ...change });
  }

  #remembered(project: string | undefined): string {
    const { own = {} } = this.#stored;
    return project !== undefined && Object.hasOwn(own, project) ? (own[project] ?? '') : '';
  }

  #remember(line: string): void {
    const project = this.overview?.project;
    if (project === undefined) return;
    const others = Object.entries(this.#stored.own ?? {}).filter(([key]) => key !== project);
    this.#store({ own: Object.fromEntries([...others, [project, line]].slice(-50)) });
  }

  #tell(error: unknown): void {
    toast({ text: isAppError(error) ? error.in(this.#text.locale) : String(error), kind: 'failed' });
  }
}

if (customElements.get('terminal-runs') === undefined) customElements.define('terminal-runs', TerminalRuns);
