import { Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { drawHello, drawQuick } from './empty.ts';
import { Beginnings } from './parts/beginnings.ts';
import { WindowContext } from './parts/context.ts';
import { Dropping } from './parts/dropping.ts';
import { Presence } from './parts/presence.ts';
import { tellFailure } from './saying.ts';
import { threadStyles } from './thread-styles.ts';

const transcript = 'conversations-transcript';

/** One conversation and below it the composer; without one, ways to begin. What shows what was said comes when there is something to show. */
export class ConversationsThread extends LitElement {
  static override styles = threadStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private isLoaded = customElements.get(transcript) !== undefined;
  @state() private problem: unknown;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #mode = new Slice(this, () => this.view, 'mode');
  readonly #beginnings = new Beginnings(this, () => this.view);
  readonly #dropping = new Dropping(this);
  readonly #tell = (error: unknown): void => tellFailure(this.view, this.#text, error);
  readonly #context = new WindowContext(() => this.view, this.#tell);

  constructor() {
    super();
    new Presence(
      this,
      () => this.view,
      () => this.#param('conversation'),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#context.tell({ conversation: null, project: null, thread: 'none' });
  }

  override firstUpdated(): void {
    // Read when nobody waits for it, so that the first conversation opens like any other.
    requestIdleCallback(() => void this.#load());
  }

  override willUpdate(): void {
    if (!this.isConnected) return;
    const isEmpty = this.#param('conversation') === undefined;
    this.toggleAttribute('empty', isEmpty);
    this.#beginnings.project = this.#param('project');
    this.#beginnings.isEmpty = isEmpty;
    if (isEmpty) this.#tellContext();
    else if (!this.isLoaded && this.problem === undefined) void this.#load();
  }

  override render() {
    const conversation = this.#param('conversation');
    const parts = {
      ...this.#beginnings.parts(this.#mode.value ?? 'workspace'),
      text: this.#text,
      run: (command: string, args: unknown) => void this.view.run(command, args).catch(this.#tell),
      openProject: (project: string) => void this.#show({ project }),
      openConversation: (id: string) => void this.#show({ conversation: id }),
    };
    return html`
      ${conversation === undefined ? drawHello(parts) : this.#transcript(conversation)}
      <div class="dock"><div class="col"><view-outlet slotname="composer.top"></view-outlet><view-outlet slotname="composer"></view-outlet></div></div>
      ${conversation === undefined ? drawQuick(parts) : nothing}
      ${this.#dropping.isOver ? html`<div class="drop">${this.#text.of('threadDrop')}</div>` : nothing}
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
      .projects=${this.#beginnings.projects}
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

  #tellContext(): void {
    const id = this.#param('project');
    const name = this.#beginnings.projects.find(project => project.id === id)?.name;
    this.#context.tell({
      conversation: null,
      project: id === undefined ? null : { id, ...(name !== undefined && { name }) },
      thread: id === undefined ? 'global' : 'project',
    });
  }

  #show(params: Record<string, unknown>): Promise<unknown> {
    return this.view.connect(WindowChannel).call('open', { view: 'conversations.thread', params });
  }
}
