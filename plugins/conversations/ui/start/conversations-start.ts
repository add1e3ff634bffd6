import { Contributed, Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { type Action, Actions } from '@atelier/workbench/contract';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ConversationsChannel, type Project } from '../../contract/index.ts';
import { askComposer } from '../composer/composer-events.ts';
import { tellFailure } from '../thread/toasts.ts';
import { shownHints } from './hints.ts';
import { startStyles } from './start-styles.ts';
import { texts } from './texts.ts';

interface Row {
  readonly icon: string;
  readonly title: string;
  readonly meta?: string;
  readonly end: unknown;
  readonly run: () => unknown;
}

/** What stands below the composer of an empty conversation: what the folder suggests, the last conversations, the instructions. */
export class ConversationsStart extends LitElement {
  static override styles = startStyles;

  @property({ attribute: false }) view!: ViewHost;
  /** The id of the draft's project. */
  @property({ attribute: false }) project: string | undefined;
  @property({ attribute: false }) projects: readonly Project[] = [];
  @state() private isOpen = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #mode = new Slice(this, () => this.view, 'mode');
  readonly #actions = new Contributed<Action>(this, () => this.view, Actions.key);
  readonly #recent = new Query(this, () => this.view, ConversationsChannel, 'list', {
    params: () => ({ sort: 'updated' as const, limit: 3, ...(this.project !== undefined && { project: this.project }) }),
    refreshOn: 'rowsChanged',
  });
  readonly #start = new Query(this, () => this.view, ConversationsChannel, 'projectStart', {
    params: () => ({ project: this.project ?? '' }),
    refreshOn: 'projectsChanged',
  });
  readonly #draft = new Query(this, () => this.view, ConversationsChannel, 'readDraft', {
    params: () => ({ of: this.#key }),
    refreshOn: 'draftChanged',
  });
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });

  /** What was known of another project. */
  #former: readonly unknown[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('focus', this.#lookAgain);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('focus', this.#lookAgain);
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('project')) return;
    this.isOpen = false;
    this.#former = [this.#recent.state, this.#start.state];
  }

  override render() {
    const text = this.#text;
    const { state: start } = this.#start;
    // All at once: a row that comes later would move the others away from under the pointer. None of the project that was shown before.
    const states = this.project === undefined ? [this.#recent.state] : [this.#recent.state, start];
    if (states.some(state => state.status === 'pending' || this.#former.includes(state))) return nothing;
    const of = this.project !== undefined && start.status === 'ready' ? start.value : undefined;
    const hints = shownHints(of?.hints ?? [], text).map(({ ask, ...hint }) => ({ ...hint, run: () => this.#write(ask) }));
    const groups = [hints, this.#lastConversations(), this.project === undefined ? this.#otherProjects() : []];
    return html`
      <nav aria-label=${text.of('startQuick')}><ul>
        ${groups.map(rows => rows.map(row => this.#item(row)))}
        ${of?.instructions === undefined ? nothing : this.#instructions(of.instructions)}
        ${of?.creatable === true ? this.#item({ icon: 'file-plus', title: text.of('startCreate'), meta: text.of('startCreateHint'), end: text.of('startInstructions'), run: () => this.#create() }) : nothing}
        ${this.#contributed().map(row => this.#item(row))}
        ${this.#tour().map(row => this.#item(row))}
      </ul></nav>
    `;
  }

  #item({ icon, title, meta, end, run }: Row) {
    return html`<li><button @click=${() => this.#run(run)}><ui-icon name=${icon}></ui-icon><span class="what">${title}</span><span class="meta">${meta ?? nothing}</span><span class="end">${end}</span></button></li>`;
  }

  async #run(run: () => unknown): Promise<void> {
    try {
      await run();
    } catch (error) {
      tellFailure(this.view, this.#text.locale, error);
    }
  }

  /** Comes with the models, which may be later than everything else: the last row. */
  #tour(): readonly Row[] {
    const { state: models } = this.#models;
    const { state: draft } = this.#draft;
    if (models.status !== 'ready' || draft.status !== 'ready') return [];
    const usable = models.value.filter(({ available }) => available);
    // As the composer chooses: the model of the draft, and the demo only where there is no other.
    const chosen = usable.find(({ id }) => id === draft.value.model) ?? usable.find(({ demo }) => demo !== true) ?? usable[0];
    if (chosen?.demo !== true) return [];
    const { id } = chosen;
    const text = this.#text;
    return [
      {
        icon: 'play',
        title: text.of('startTour'),
        meta: text.of('startTourHint'),
        end: text.of('startFrom.demo'),
        run: () => this.#takeTour(id),
      },
    ];
  }

  #lastConversations(): readonly Row[] {
    const { state: recent } = this.#recent;
    const text = this.#text;
    return (recent.status === 'ready' ? recent.value.rows : []).slice(0, 3).map(({ id, title }) => ({
      icon: 'history',
      title: text.of('startGoOnWith', { title }),
      end: text.of('startConversation'),
      run: () => this.#show({ conversation: id }),
    }));
  }

  #otherProjects(): readonly Row[] {
    const text = this.#text;
    const there = this.projects.filter(({ missing }) => missing !== true).slice(0, 3);
    return there.map(({ id, name, conversations }) => ({
      icon: 'folder',
      title: text.of('startWorkIn', { project: name }),
      end: text.count('startConversations', conversations),
      run: () => this.#show({ project: id }),
    }));
  }

  #contributed(): readonly Row[] {
    const mode = this.#mode.value ?? 'workspace';
    return this.#actions.items
      .map(({ value }) => value)
      .filter(action => action.places?.includes('home') === true && (action.mode ?? mode) === mode)
      .toSorted((a, b) => (a.order ?? 100) - (b.order ?? 100))
      .map(({ icon, title, key, meta, command, args }) => ({
        icon,
        title,
        end: key === undefined ? (meta ?? nothing) : html`<ui-kbd keys=${key}></ui-kbd>`,
        run: () => this.view.run(command, args),
      }));
  }

  /** The file that each conversation begins with. Its text is shown as it is written, never as markup. */
  #instructions({ name, text: said, cut }: { readonly name: string; readonly text: string; readonly cut: boolean }) {
    const text = this.#text;
    return html`<li>
      <button aria-expanded=${this.isOpen} @click=${this.#toggle}>
        <ui-icon name="scroll-text"></ui-icon><span class="what">${name}</span><span class="meta">${text.of('startInstructionsHint')}</span><span class="end">${text.of('startInstructions')}</span><ui-icon size="14" name=${this.isOpen ? 'chevron-down' : 'chevron-right'}></ui-icon>
      </button>
      ${
        this.isOpen
          ? html`<div class="file">
              <pre tabindex="0" role="region" aria-label=${name} dir="auto">${said}</pre>
              <footer><span>${cut ? text.of('startInstructionsCut') : nothing}</span><ui-button size="24" @click=${() => this.#run(() => this.#mention(name))}>${text.of('startMention')}</ui-button></footer>
            </div>`
          : nothing
      }
    </li>`;
  }

  readonly #toggle = (): void => {
    this.isOpen = !this.isOpen;
  };

  /** Other programs change the folder while the window is behind them. */
  readonly #lookAgain = (): void => this.#start.refresh();

  get #key(): string {
    return this.project === undefined ? 'global' : `project:${this.project}`;
  }

  /** Writes into the draft; only the person sends it. */
  async #write(text: string): Promise<void> {
    await this.view.connect(ConversationsChannel).call('prefill', { of: this.#key, text });
    askComposer('focus');
  }

  async #mention(path: string): Promise<void> {
    await this.view.run('conversations.mentionFile', { path });
    askComposer('focus');
  }

  async #create(): Promise<void> {
    const { project } = this;
    if (project === undefined) return;
    await this.view.connect(ConversationsChannel).call('createInstructions', { project });
    this.isOpen = true;
    this.#start.refresh();
  }

  async #takeTour(model: string): Promise<void> {
    const text = this.#text.of('startTourSays');
    const { project } = this;
    const { conversation } = await this.view
      .connect(ConversationsChannel)
      .call('send', { text, model, ...(project !== undefined && { project }) });
    await this.#show({ conversation });
  }

  #show(params: Record<string, unknown>): Promise<unknown> {
    return this.view.connect(WindowChannel).call('open', { view: 'conversations.thread', params });
  }
}
