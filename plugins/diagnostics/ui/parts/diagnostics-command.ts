import type { AppError, Handle } from '@atelier/kernel';
import type { UiStateName } from '@atelier/kernel/kit';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { partStyles } from '../part-styles.ts';
import { texts } from '../texts.ts';
import { failureOf } from '../words.ts';

const presets = {
  version: '--version',
  models: '--list-models',
  list: 'list',
  updateModels: 'update --models',
  help: '--help',
  own: '',
} as const;
type Preset = keyof typeof presets;

interface Run {
  readonly command: string;
  readonly text: string;
  readonly truncated: boolean;
  readonly ended: 'running' | 'stopped' | 'signal' | { readonly code: number };
}

/** Runs a command of the bundled agent's command line, and shows its output live. */
export class DiagnosticsCommand extends LitElement {
  static override styles = [
    partStyles,
    css`
      form { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; margin-block: 12px 16px; }
      form ui-select { flex: 0 1 200px; }
      form ui-input { flex: 1 1 200px; }
      .line { display: flex; align-items: center; gap: 8px; min-height: 36px; padding-block: 4px; padding-inline: 12px 4px; font: var(--t-12); color: var(--text-2); }
      .line code { flex: 1; min-width: 0; color: var(--text); overflow-wrap: anywhere; }
      pre { min-height: 80px; max-height: 52vh; border-block-start: 1px solid var(--line); border-end-start-radius: 7px; border-end-end-radius: 7px; }
      .quiet { color: var(--text-3); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private preset: Preset = 'version';
  @state() private words = '';
  @state() private run: Run | undefined;
  @state() private problem: AppError | undefined;
  @query('pre') private readonly output!: HTMLElement | null;

  readonly #text = new Texts(this, () => this.view, texts);
  #running: AbortController | undefined;
  #following: Handle | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
  }

  override render() {
    const text = this.#text;
    const options = (Object.keys(presets) as Preset[]).map(value => ({ value, label: text.of(`preset.${value}`) }));
    const isRunning = this.run?.ended === 'running';
    return html`
      <p>${text.of('commandAbout')}</p>
      <form @submit=${this.#start}>
        <ui-select label=${text.of('command')} .value=${this.preset} .options=${options} @change=${this.#choose}></ui-select>
        ${
          this.preset === 'own'
            ? html`<ui-input label=${text.of('command')} placeholder=${text.of('commandExample')} maxlength="900" required .value=${this.words} @input=${this.#type}></ui-input>`
            : nothing
        }
        ${
          isRunning
            ? html`<ui-button kind="line" icon="square" @click=${() => this.#running?.abort()}>${text.of('stop')}</ui-button>`
            : html`<ui-button kind="line" type="submit" icon="play">${text.of('run')}</ui-button>`
        }
      </form>
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      ${this.run === undefined ? nothing : this.#output(this.run)}
    `;
  }

  #output({ command, text: printed, truncated, ended }: Run) {
    const text = this.#text;
    const isRunning = ended === 'running';
    return html`<div class="card">
      <div class="line">
        <ui-state silent state=${markOf(ended)}></ui-state><code>${command}</code>
        <span role="status">${this.#endText(ended)}</span>
        <ui-icon-button icon="copy" label=${text.of('copyOutput')} @click=${() => navigator.clipboard.writeText(printed)}></ui-icon-button>
      </div>
      <pre tabindex="0" role="log" aria-label=${text.of('output')}>${printed === '' && !isRunning ? html`<span class="quiet">${text.of('noOutput')}</span>` : printed}${truncated ? `\n${text.of('truncated')}` : nothing}</pre>
    </div>`;
  }

  #endText(ended: Run['ended']): string {
    const text = this.#text;
    if (typeof ended === 'string') return text.of(`exit.${ended}`);
    return ended.code === 0 ? text.of('exit.worked') : text.of('exit.failed', { code: String(ended.code) });
  }

  #choose(event: Event): void {
    this.preset = (event.target as HTMLElement & { value: Preset }).value;
  }

  #type(event: Event): void {
    this.words = (event.target as HTMLElement & { value: string }).value;
  }

  readonly #start = async (event: Event): Promise<void> => {
    event.preventDefault();
    const args = (presets[this.preset] || this.words).split(/\s+/).filter(word => word !== '');
    if (args.length === 0 || this.#running !== undefined) return;
    const name = crypto.randomUUID();
    const running = new AbortController();
    this.#running = running;
    this.problem = undefined;
    this.run = { command: `agent ${args.join(' ')}`, text: '', truncated: false, ended: 'running' };
    const { AgentChannel } = await import('@atelier/agent/contract');
    const client = this.view.connect(AgentChannel);
    this.#following = client.on('execOutput', ({ run, text }) => {
      if (run === name) this.#add(text);
    });
    try {
      const { code, stdout, stderr, truncated } = await client.call('runAgentExec', { args, run: name }, running.signal);
      const text = [stdout, stderr]
        .map(one => one.trimEnd())
        .filter(Boolean)
        .join('\n');
      this.run = { ...this.run, text, truncated, ended: code === undefined ? 'signal' : { code } };
    } catch (error) {
      if (running.signal.aborted) this.run = { ...this.run, ended: 'stopped' };
      else {
        this.problem = failureOf(error);
        this.run = undefined;
      }
    }
    void this.#following.dispose();
    this.#running = undefined;
  };

  #add(text: string): void {
    if (this.run?.ended !== 'running') return;
    const { output } = this;
    const isAtEnd = output !== null && output.scrollTop + output.clientHeight >= output.scrollHeight - 8;
    this.run = { ...this.run, text: this.run.text + text };
    if (isAtEnd) void this.updateComplete.then(() => output.scrollTo(0, output.scrollHeight));
  }
}

function markOf(ended: Run['ended']): UiStateName {
  if (ended === 'running') return 'running';
  if (ended === 'stopped') return 'skipped';
  return ended !== 'signal' && ended.code === 0 ? 'done' : 'failed';
}
