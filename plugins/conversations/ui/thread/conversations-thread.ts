import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ConversationsChannel, type Project } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { WindowContext } from './parts/context.ts';
import { Dropping } from './parts/dropping.ts';
import { toastFailure } from './toasts.ts';

/** The layout of the transcript, the dock and the empty screen; the same elements are used in both layouts. */
const threadStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: grid; grid-template: minmax(0, 1fr) auto 0 / minmax(0, 1fr); height: 100%; min-height: 0; position: relative; background: var(--surface); font: var(--t-13); color: var(--text); }
  :host([empty]) { grid-template-rows: minmax(24px, 1fr) auto minmax(48px, 1.28fr); }
  .col { width: min(var(--w-col), 100% - 32px); margin-inline: auto; }
  /* Reserves the width of the transcript's scrollbar, so that both columns are aligned. */
  .dock { overflow: hidden; scrollbar-gutter: stable; scrollbar-width: thin; padding-block: 4px 12px; min-width: 0; position: relative; }
  .dock view-outlet { display: contents; }
  conversations-transcript, conversations-start { min-height: 0; }
  .loading { width: min(var(--w-col), 100% - 32px); margin: 0 auto; padding: 24px 12px; display: grid; gap: 16px; }
  .sorry { width: min(var(--w-col), 100% - 32px); margin: 24px auto; }

  .drop { position: absolute; z-index: 4; inset: 8px; display: grid; place-items: center; border: 2px dashed var(--focus); border-radius: var(--r-12); background: color-mix(in oklch, var(--surface) 82%, transparent); font: 600 16px/24px var(--font); pointer-events: none; }

  .hello { align-self: end; min-height: 0; overflow: hidden; scrollbar-gutter: stable; scrollbar-width: thin; }
  .hello h1 { margin: 0; padding-inline: 12px; font: 600 26px/32px var(--font); letter-spacing: -0.018em; text-wrap: balance; }
  .hello p { margin: 4px 0 16px; padding-inline: 12px; font: var(--t-14); color: var(--text-2); text-wrap: pretty; }
  :host([empty]) .dock { padding-block-end: 8px; }
  @media (max-width: 560px) {
    .col, .loading, .sorry { width: calc(100% - 24px); }
  }
`;

const transcript = 'conversations-transcript';

/** A conversation with the composer below it, or the start screen. The transcript element, and what stands below the composer of the start screen, are loaded later. */
export class ConversationsThread extends LitElement {
  static override styles = threadStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private isLoaded = customElements.get(transcript) !== undefined;
  @state() private problem: unknown;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #projects = new Query(this, () => this.view, ConversationsChannel, 'projects', {
    params: () => ({}),
    refreshOn: 'projectsChanged',
  });
  readonly #dropping = new Dropping(this);
  readonly #tell = (error: unknown): void => toastFailure(this.view, this.#text, error);
  readonly #context = new WindowContext(() => this.view, this.#tell);

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#context.set({ conversation: null, project: null, thread: 'none' });
  }

  override firstUpdated(): void {
    // Loaded when the page is idle, so that the first conversation opens as fast as the next ones.
    requestIdleCallback(() => {
      void this.#load();
      void import('../start/define-start.ts');
    });
  }

  override willUpdate(): void {
    if (!this.isConnected) return;
    const conversation = this.#param('conversation');
    this.toggleAttribute('empty', conversation === undefined);
    if (conversation === undefined) return this.#setContext();
    if (this.isLoaded) return;
    // What is typed before the transcript is loaded belongs to the conversation, too.
    this.#context.set({ conversation: { id: conversation }, project: null, thread: 'global' });
    if (this.problem === undefined) void this.#load();
  }

  override render() {
    const conversation = this.#param('conversation');
    return html`
      ${conversation === undefined ? this.#greeting() : this.#transcript(conversation)}
      <div class="dock"><div class="col"><view-outlet slotname="composer.top"></view-outlet><view-outlet slotname="composer"></view-outlet></div></div>
      ${conversation === undefined ? html`<conversations-start .view=${this.view} .project=${this.#param('project')} .projects=${this.#known}></conversations-start>` : nothing}
      ${this.#dropping.isOver ? html`<div class="drop">${this.#text.of('threadDrop')}</div>` : nothing}
    `;
  }

  /** The greeting above the composer on the start screen. */
  #greeting() {
    const text = this.#text;
    const project = this.#project;
    const hint = project === undefined ? text.of('threadHint') : text.of('threadHintProject', { project: project.name });
    return html`
      <div class="hello"><div class="col">
        <h1>${text.of(`threadHello.${partOfDay(new Date().getHours())}`)}</h1>
        <p>${project?.missing === true ? text.of('threadFolderGone', { project: project.name }) : hint}</p>
      </div></div>
    `;
  }

  #transcript(conversation: string) {
    const text = this.#text;
    if (this.problem !== undefined)
      return html`<div class="sorry"><ui-alert kind="danger">${String(this.problem)}<ui-button slot="actions" size="24" @click=${() => this.#load()}>${text.of('threadRetry')}</ui-button></ui-alert></div>`;
    if (!this.isLoaded)
      return html`<div class="loading" aria-busy="true"><ui-skeleton lines="3"></ui-skeleton><ui-skeleton lines="5"></ui-skeleton></div>`;
    return html`<conversations-transcript
      .view=${this.view}
      .conversation=${conversation}
      .entry=${this.#param('entry')}
      .projects=${this.#known}
      .context=${this.#context}
    ></conversations-transcript>`;
  }

  async #load(): Promise<void> {
    this.problem = undefined;
    try {
      const { ConversationsTranscript } = await import('./conversations-transcript.ts');
      if (customElements.get(transcript) === undefined) customElements.define(transcript, ConversationsTranscript);
      this.isLoaded = true;
    } catch (error) {
      this.problem = error;
    }
  }

  #param(name: 'conversation' | 'entry' | 'project'): string | undefined {
    const value = ((this.#params.value ?? {}) as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? value : undefined;
  }

  #setContext(): void {
    const id = this.#param('project');
    const name = this.#project?.name;
    this.#context.set({
      conversation: null,
      project: id === undefined ? null : { id, ...(name !== undefined && { name }) },
      thread: id === undefined ? 'global' : 'project',
    });
  }

  get #known(): readonly Project[] {
    const { state } = this.#projects;
    return state.status === 'ready' ? state.value.projects : [];
  }

  /** The project of the draft. */
  get #project(): Project | undefined {
    const project = this.#param('project');
    return this.#known.find(({ id }) => id === project);
  }
}

function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
