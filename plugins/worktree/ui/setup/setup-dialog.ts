import { isAppError, visibleText } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Setup, WorktreeChannel } from '../../contract/index.ts';
import en from '../../text/setup/en.json' with { type: 'json' };
import fr from '../../text/setup/fr.json' with { type: 'json' };
import { workedOn } from '../worked-on.ts';

const texts = { en, fr };
/** Of a long output the page keeps the end. */
const mostShown = 100_000;

/** How new worktrees of a project are set up, and the set-up of this one while it runs. */
export class SetupDialog extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: grid; gap: 16px; padding: 16px 20px 20px; font: var(--t-13); color: var(--text); overflow: auto; }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    form, section { display: grid; gap: 8px; min-width: 0; }
    h3 { margin: 0; font: 600 13px/20px var(--font); }
    .acts { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
    .acts .name { flex: 1; min-width: 0; }
    pre { margin: 0; max-height: 260px; padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--sunken); font: 12px/18px var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto; scrollbar-width: thin; }
    pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 16px; margin: 0; font: 12px/18px var(--mono); }
    dt { color: var(--text-2); }
    dd { margin: 0; overflow-wrap: anywhere; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  /** As the person is writing it; before that as it is kept. */
  @state() private line: string | undefined;
  @state() private network: boolean | undefined;
  @state() private output = '';
  @state() private cut = 0;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #project = new Slice(this, () => this.view, 'project');
  readonly #setup = new Query(this, () => this.view, WorktreeChannel, 'setup', {
    params: () => ({ conversation: workedOn(this.#conversation.value?.id, this.#project.value?.id) ?? 'none' }),
    refreshOn: 'setupChanged',
  });
  /** The state that the output was last read for. */
  #read: Setup | undefined;
  #end = 0;
  #run = '';

  override willUpdate(): void {
    const { state } = this.#setup;
    if (state.status !== 'ready' || state.value === this.#read) return;
    this.#read = state.value;
    if (state.value.run !== undefined) void this.#more(state.value.run);
  }

  override updated(changed: PropertyValues): void {
    const pre = this.renderRoot.querySelector('pre.output');
    if (changed.has('output') && pre !== null) pre.scrollTop = pre.scrollHeight;
  }

  override render() {
    const text = this.#text;
    const { state } = this.#setup;
    if (state.status === 'pending') return html`<ui-progress></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const setup = state.value;
    const line = this.line ?? setup.line;
    const isNetwork = this.network ?? setup.network;
    const isKept = line.trim() === setup.line && isNetwork === setup.network;
    const write = (event: Event) => {
      this.line = (event.currentTarget as unknown as { value: string }).value;
    };
    const choose = () => {
      this.network = !isNetwork;
    };
    return html`
      <form @submit=${(event: Event) => this.#save(event, line, isNetwork)}>
        <p>${text.of('about')}</p>
        ${setup.proposal === undefined ? nothing : this.#proposal(setup.proposal)}
        <ui-textarea rows="2" max-rows="8" maxlength="16000" label=${text.of('command')} placeholder=${text.of('commandHint')} .value=${line} @input=${write}></ui-textarea>
        <div class="acts">
          <ui-checkbox class="name" .checked=${isNetwork} @change=${choose}>${text.of('network')}</ui-checkbox>
          <ui-button type="submit" kind="accent" ?disabled=${isKept}>${text.of('save')}</ui-button>
        </div>
      </form>
      ${setup.isOwn ? this.#here(setup, isKept) : html`<p>${text.of('noWorktree')}</p>`}
    `;
  }

  #proposal(proposal: string) {
    const takeOver = () => {
      this.line = proposal;
    };
    return html`<ui-alert kind="info">${this.#text.of('proposal')}<ui-button slot="actions" size="24" @click=${takeOver}>${this.#text.of('takeOver')}</ui-button></ui-alert>
      <pre tabindex="0">${visibleText(proposal, 'code')}</pre>`;
  }

  #here({ run, line, variables }: Setup, isKept: boolean) {
    const text = this.#text;
    const isRunning = run?.state === 'running';
    return html`<section>
        <div class="acts">
          <span class="name" role="status">${run === undefined ? nothing : this.#said(run)}</span>
          ${
            isRunning
              ? html`<ui-button kind="line" icon="square" @click=${() => this.#call('stopSetup')}>${text.of('stop')}</ui-button>`
              : html`<ui-button kind="line" icon="play" ?disabled=${!isKept || line === ''} @click=${() => this.#call('runSetup')}>${text.of(run === undefined ? 'run' : 'again')}</ui-button>`
          }
        </div>
        ${this.cut > 0 ? html`<p>${text.of('cut', { count: this.cut })}</p>` : nothing}
        ${run === undefined ? nothing : html`<pre class="output" tabindex="0" aria-label=${text.of('output')}>${this.output === '' ? text.of('nothingPrinted') : visibleText(this.output, 'code')}</pre>`}
      </section>
      <section>
        <h3>${text.of('own')}</h3>
        <p>${text.of('ownAbout')}</p>
        <dl>${variables.map(({ name, value }) => html`<dt>${name}</dt><dd>${visibleText(value, 'code')}</dd>`)}</dl>
      </section>`;
  }

  #said({ state, exitCode = 0, milliseconds, problem }: NonNullable<Setup['run']>) {
    const text = this.#text;
    if (problem !== undefined) return html`<ui-state state="failed" silent></ui-state> ${problem[text.locale]}`;
    const seconds = (milliseconds / 1000).toFixed(1);
    if (state === 'running') return html`<ui-state state="running" silent></ui-state> ${text.of('state.running')}`;
    if (state === 'ended' && exitCode === 0) return html`<ui-state state="done" silent></ui-state> ${text.of('state.ended', { seconds })}`;
    const what = state === 'stopped' || state === 'late' ? (`state.${state}` as const) : 'state.wrong';
    return html`<ui-state state="failed" silent></ui-state> ${text.of(what, { seconds, code: exitCode })}`;
  }

  /** Reads what was printed since the last time. */
  async #more({ state }: NonNullable<Setup['run']>): Promise<void> {
    const conversation = this.#id;
    // Another run begins at 0 again.
    if (this.#run === 'over' && state === 'running') this.#end = 0;
    this.#run = state === 'running' ? state : 'over';
    const since = this.#end;
    const { text, cut, end } = await this.view.connect(WorktreeChannel).call('setupOutput', { conversation, since });
    if (since !== this.#end) return;
    this.#end = end;
    const whole = (since === 0 || cut > 0 ? '' : this.output) + text;
    this.cut = (since === 0 || cut > 0 ? since + cut : this.cut) + Math.max(0, whole.length - mostShown);
    this.output = whole.slice(-mostShown);
  }

  get #id(): string {
    return workedOn(this.#conversation.value?.id, this.#project.value?.id) ?? 'none';
  }

  async #call(name: 'runSetup' | 'stopSetup'): Promise<void> {
    try {
      await this.view.connect(WorktreeChannel).call(name, { conversation: this.#id });
    } catch (error) {
      this.#tell(error);
    }
  }

  async #save(event: Event, line: string, network: boolean): Promise<void> {
    event.preventDefault();
    try {
      await this.view.connect(WorktreeChannel).call('saveSetup', { conversation: this.#id, line: line.trim(), network });
      this.line = undefined;
      this.network = undefined;
      toast({ text: this.#text.of('saved'), kind: 'done' });
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    toast({ text: isAppError(error) ? error.in(this.#text.locale) : String(error), kind: 'failed' });
  }
}

if (customElements.get('setup-dialog') === undefined) customElements.define('setup-dialog', SetupDialog);
