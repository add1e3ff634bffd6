import { AppError } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

/** The commands that only look, and one that brings lists of models up to date; none asks for words of the person's. */
const known = {
  version: ['--version'],
  listModels: ['--list-models'],
  list: ['list'],
  updateModels: ['update', '--models'],
  help: ['--help'],
} as const;
type Known = keyof typeof known;

interface Ran {
  readonly command: string;
  readonly code?: number;
  readonly text: string;
  readonly truncated: boolean;
}

/** Runs a command of the bundled agent's own command line, and shows what it prints. */
export class SettingsCommandOutput extends LitElement {
  static override styles = [
    partStyles,
    css`
      form { display: flex; flex-wrap: wrap; align-items: end; gap: 8px; padding: 12px; }
      ui-field { flex: 1 1 240px; }
      output { display: block; border-block-start: 1px solid var(--line); }
      .line { display: flex; align-items: center; gap: 8px; min-height: 36px; padding: 4px 4px 4px 12px; font: var(--t-12); color: var(--text-2); }
      .line code { flex: 1; min-width: 0; font: var(--c-12); color: var(--text); overflow-wrap: anywhere; }
      pre { margin: 0; padding: 10px 12px; max-height: 420px; overflow: auto; background: var(--sunken); font: var(--c-12); white-space: pre-wrap; overflow-wrap: anywhere; border-block-start: 1px solid var(--line); border-end-start-radius: 7px; border-end-end-radius: 7px; scrollbar-width: thin; }
      pre:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
      ui-alert { margin: 12px; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private chosen: Known = 'version';
  @state() private running = false;
  @state() private ran: Ran | undefined;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const options = (Object.keys(known) as Known[]).map(id => ({ value: id, label: text.of(`command.${id}`) }));
    return html`
      <div class="card">
        <form @submit=${this.#run}>
          <ui-field label=${text.of('command')}><ui-select .options=${options} .value=${this.chosen} @change=${this.#choose}></ui-select></ui-field>
          <ui-button kind="line" type="submit" icon="play" ?busy=${this.running} ?disabled=${this.running}>${text.of('run')}</ui-button>
        </form>
        ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
        <output aria-live="polite" ?hidden=${this.ran === undefined}>${this.#output()}</output>
      </div>
    `;
  }

  #output() {
    const { ran } = this;
    if (ran === undefined) return nothing;
    const text = this.#text;
    const worked = ran.code === 0;
    return html`
      <div class="line">
        <ui-state silent state=${worked ? 'done' : 'failed'}></ui-state><code>${ran.command}</code>
        <span>${worked ? text.of('worked') : text.of('ended', { code: ran.code ?? '–' })}</span>
        <ui-icon-button icon="copy" label=${text.of('copyOutput')} @click=${() => navigator.clipboard.writeText(ran.text)}></ui-icon-button>
      </div>
      <pre tabindex="0" aria-label=${text.of('output')}>${ran.text === '' ? text.of('noOutput') : ran.text}${ran.truncated ? `\n${text.of('truncated')}` : ''}</pre>
    `;
  }

  #choose(event: Event): void {
    this.chosen = (event.target as HTMLElement & { value: Known }).value;
  }

  readonly #run = async (event: Event): Promise<void> => {
    event.preventDefault();
    const args = [...known[this.chosen]];
    this.running = true;
    this.problem = undefined;
    try {
      const { AgentChannel } = await import('@atelier/agent/contract');
      const { code, stdout, stderr, truncated } = await this.view.connect(AgentChannel).call('runAgentExec', { args });
      const text = [stdout, stderr]
        .map(one => one.trimEnd())
        .filter(Boolean)
        .join('\n');
      this.ran = { command: `agent ${args.join(' ')}`, text, truncated, ...(code !== undefined && { code }) };
    } catch (error) {
      this.problem = error instanceof AppError ? error : AppError.fromRecord({ code: 'settings/failed', message: String(error) });
    }
    this.running = false;
  };
}
