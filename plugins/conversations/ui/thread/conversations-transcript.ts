import type { AgentEvent } from '@atelier/agent/contract';
import { type AppError, isAppError } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Project } from '../../contract/index.ts';
import { type RequestAnswer, ThreadActions } from './actions.ts';
import { Feed } from './feed.ts';
import type { OpenThread, Transcript } from './open-thread.ts';
import type { WindowContext } from './parts/context.ts';
import { Finder } from './parts/finder.ts';
import { Labels } from './parts/labels.ts';
import { markStyles } from './parts/marks.ts';
import { Offers } from './parts/offers.ts';
import { Outline, outlineStyles } from './parts/outline.ts';
import { Pictures } from './parts/picture.ts';
import { Places } from './parts/places.ts';
import { Reading } from './parts/reading.ts';
import { problemText } from './problem-text.ts';
import { ConversationsRequest } from './request/conversations-request.ts';
import type { RowContext } from './row-context.ts';
import { messageStyles, toolStyles } from './row-styles.ts';
import { drawRow, nameOf } from './rows/draw-row.ts';
import { MessageEditor } from './rows/message-editor.ts';
import type { Row } from './store/rows.ts';
import { texts } from './texts.ts';
import { type ThreadRequest, threadRequested } from './thread-events.ts';

/** The styles of what is shown over the rows: the finder, the "newest" button, the problem of the session file. */
const transcriptStyles = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host { display: flex; flex-direction: column; position: relative; min-height: 0; height: 100%; padding-block-start: calc(var(--link-room, 0px) + var(--safe-room, 0px) + var(--toasts-room, 0px)); }
  button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  .loading { width: min(var(--w-col), 100% - 32px); margin: 0 auto; padding: 24px 12px; display: grid; gap: 16px; }
  .sorry { width: min(var(--w-col), 100% - 32px); margin: 24px auto; }
  /* Fades the rows above the dock; does not take clicks. */
  :host::after { content: ""; position: absolute; inset: auto 0 0; height: 20px; background: linear-gradient(transparent, var(--surface)); pointer-events: none; }
  ui-transcript { flex: 1; height: auto; }
  /* Below the words, and not over them. */
  .latest { position: relative; z-index: 2; flex: none; display: flex; justify-content: center; padding-block: 4px 8px; }
  .latest::before { content: ""; position: absolute; inset: -20px 0 auto; height: 20px; background: linear-gradient(transparent, var(--surface)); pointer-events: none; }
  .damage { flex: none; width: min(var(--w-col), 100% - 32px); margin: 8px auto 0; }
  .finder { flex: none; align-self: flex-end; margin-block: 8px 4px; margin-inline: 20px; display: flex; align-items: center; gap: 2px; padding: 6px; border-radius: var(--r-8); background: var(--raised); box-shadow: var(--shadow-2); max-width: calc(100% - 24px); }
  .finder ui-search { width: 240px; min-width: 0; }
  .finder .places { min-width: 52px; padding-inline: 8px 4px; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; text-align: center; white-space: nowrap; }
  @media (max-width: 560px) {
    ui-transcript { --transcript-margins: 24px; }
    .loading, .sorry, .damage { width: calc(100% - 24px); }
    .finder { align-self: stretch; margin-inline: 12px; }
    .finder ui-search { width: auto; flex: 1; }
  }
`;

/** As much of a command as one listens to before one looks at it. */
const mostAloud = 120;

const elements = { 'conversations-request': ConversationsRequest, 'conversations-message-editor': MessageEditor };
for (const [tag, element] of Object.entries(elements)) if (customElements.get(tag) === undefined) customElements.define(tag, element);

/** The messages and tool calls of a conversation. */
export class ConversationsTranscript extends LitElement implements OpenThread {
  static override styles = [transcriptStyles, messageStyles, toolStyles, outlineStyles, markStyles];

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) conversation!: string;
  /** The entry to go to. */
  @property({ attribute: false }) entry: string | undefined;
  @property({ attribute: false }) projects: readonly Project[] = [];
  /** Receives what is on screen. */
  @property({ attribute: false }) context!: WindowContext;
  @state() feed: Feed | undefined;
  @state() private problem: unknown;
  @state() private pictures: { readonly why: AppError; goOn(): Promise<boolean> } | undefined;
  @state() private isAtEnd = true;
  /** The number of new messages while the person reads further up. */
  @state() private unseen = 0;

  readonly text = new Texts(this, () => this.view, texts);
  readonly #offers = new Offers(
    this,
    () => this.view,
    () => this.text.locale,
  );
  readonly #labels = new Labels(() => this.redrawAll());
  readonly #places = new Places(() => this.view.state);
  readonly #pictures = new Pictures();
  readonly #act = new ThreadActions(this);
  readonly #reading = new Reading(this);
  readonly #finder = new Finder(this, this.#reading, this.#act);
  readonly #outline = new Outline(this, this.#reading);
  shown: string | undefined;
  #entry: string | undefined;
  /** The entry to open at, until the rows are loaded. */
  #place: string | undefined;
  #start = '';
  #clock: ReturnType<typeof setInterval> | undefined;
  /** New functions make the transcript render all rows again. */
  #drawn: { for: string; prices: unknown; draw: (row: Row) => unknown; name: (row: Row) => string } | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener(threadRequested, this.#requested);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener(threadRequested, this.#requested);
    this.#leave();
    this.shown = undefined;
  }

  override willUpdate(): void {
    if (!this.isConnected) return;
    const { conversation, entry } = this;
    if (conversation !== this.shown) this.#enter(conversation, entry);
    else if (entry !== undefined && entry !== this.#entry) void this.#reading.goTo(entry);
    this.#entry = entry;
    this.#chooseStart();
    this.#setContext();
    const { store } = this.feed ?? {};
    if (store !== undefined && !store.isBusy)
      this.#labels.follow(this.view, this.conversation, `${this.#act.runs} ${store.entries.last?.id}`, this.#offers.actions);
  }

  override updated(_changed: PropertyValues): void {
    const { store } = this.feed ?? {};
    const counts =
      store?.retry !== undefined || (store?.isBusy === true && [...store.live.tools.values()].some(tool => tool.outcome === undefined));
    if (counts && this.#clock === undefined) this.#clock = setInterval(this.#tick, 1000);
    if (!counts) this.#stopClock();
  }

  override render() {
    return html`${this.#finder.render()}${this.#stage()}${this.#outline.render()}`;
  }

  #stage() {
    const { feed, problem } = this;
    const text = this.text;
    if (problem !== undefined && feed?.isReady !== true) {
      const message = isAppError(problem) ? problem.in(text.locale) : problem instanceof Error ? problem.message : String(problem);
      return html`<div class="sorry"><ui-alert kind="danger">${message}<ui-button slot="actions" size="24" @click=${() => this.#enter(this.conversation, this.#entry)}>${text.of('threadRetry')}</ui-button></ui-alert></div>`;
    }
    if (feed === undefined || !feed.isReady)
      return html`<div class="loading" aria-busy="true"><ui-skeleton lines="3"></ui-skeleton><ui-skeleton lines="5"></ui-skeleton></div>`;
    const rows = feed.store.rows();
    const { draw, name } = this.#look(feed);
    const damage =
      feed.damage === undefined
        ? nothing
        : html`<div class="damage"><ui-alert kind="warn">${problemText(feed.damage, text.locale)}</ui-alert></div>`;
    const gone = html`<div class="damage"><ui-alert kind="warn">${text.of('threadGone')}<ui-button slot="actions" size="24" @click=${() => void this.view.run('conversations.new')}>${text.of('threadGoneNew')}</ui-button></ui-alert></div>`;
    return html`${feed.isGone ? gone : damage}${this.#askedAboutPictures()}${keyed(
      this.shown,
      html`<ui-transcript
        .items=${rows}
        .renderItem=${draw}
        .labelItem=${name}
        .start=${this.#start}
        headinglevel="2"
        label=${text.of('threadTranscript')}
        @ui-at-end-changed=${this.#atEnd}
        @ui-link=${(event: CustomEvent<{ href: string }>) => this.#act.openAddress(event.detail.href)}
        @keydown=${this.#reading.onKey}
      ></ui-transcript>`,
    )}${this.isAtEnd ? nothing : html`<div class="latest"><ui-button kind="line" icon="arrow-down" @click=${this.#toEnd}>${this.unseen > 0 ? text.count('threadNew', this.unseen) : text.of('threadLatest')}</ui-button></div>`}`;
  }

  #askedAboutPictures() {
    const { pictures, text } = this;
    if (pictures === undefined) return nothing;
    return html`<div class="damage" role="alert"><ui-alert kind="warn">${pictures.why.in(text.locale)}
      <ui-button slot="actions" size="24" @click=${() => this.#leavePictures(true)}>${text.of('threadWithoutPictures')}</ui-button>
      <ui-button slot="actions" size="24" @click=${() => this.#leavePictures(false)}>${text.of('threadCancel')}</ui-button>
    </ui-alert></div>`;
  }

  readonly askAboutPictures = (why: AppError, goOn: () => Promise<boolean>): void => {
    this.pictures = { why, goOn };
  };

  async #leavePictures(isAllowed: boolean): Promise<void> {
    const { pictures } = this;
    this.pictures = undefined;
    if (!isAllowed || pictures === undefined || !(await pictures.goOn())) return;
    if (this.feed?.store.look.editing !== undefined) this.#edit(undefined);
  }

  /** Returns new functions when all rows must be rendered again: another language, other models, a turn that began or ended. */
  #look(feed: Feed) {
    const { models, actions, fileActions, corrected } = this.#offers;
    const { isBusy } = feed.store;
    const signature = `${this.shown} ${this.text.locale} ${models.length} ${actions.length} ${fileActions.length} ${isBusy} ${this.#offers.commands.size}`;
    if (this.#drawn?.for !== signature || this.#drawn.prices !== corrected) {
      const context = this.#rowContext(feed, isBusy);
      this.#drawn = { for: signature, prices: corrected, draw: row => drawRow(row, context), name: row => nameOf(row, context) };
    }
    return this.#drawn;
  }

  #rowContext(feed: Feed, isBusy: boolean): RowContext {
    const { models, actions, fileActions, commands, corrected } = this.#offers;
    const conversation = this.shown ?? '';
    return {
      text: this.text,
      view: this.view,
      act: this.#act,
      models,
      actions,
      fileActions,
      labelsOf: entry => this.#labels.of(entry),
      isBusy,
      can: command => commands.has(command),
      setOpen: (key, open) => {
        feed.store.look.setOpen(key, open);
        this.redraw();
      },
      edit: key => this.#edit(key),
      need: (first, count) => void this.#reading.load(first, count),
      picture: (entry, part, mimeType, data) =>
        this.#pictures.of(`${conversation} ${entry} ${part}`, mimeType, data, () =>
          feed.conversations.call('image', { conversation, entry, part }),
        ),
      answer: (request, answer: RequestAnswer) => this.#act.answer(request, answer),
      askAgain: (entry, model) => {
        const asked = entry ?? [...feed.store.entries.asked()].at(-1)?.id;
        if (asked !== undefined) void this.#act.regenerate(asked, model);
      },
      modelName: id => models.find(model => model.id === id)?.name ?? (models[0] ? id.slice(id.indexOf('/') + 1) : ''),
      priceOf: model => corrected.get(model),
    };
  }

  #enter(conversation: string, entry: string | undefined): void {
    this.#leave();
    this.#finder.forget();
    this.shown = conversation;
    this.problem = undefined;
    this.pictures = undefined;
    this.isAtEnd = true;
    this.unseen = 0;
    this.#start = '';
    this.#place = undefined;
    const place = entry ?? this.#places.of(conversation);
    this.#place = place;
    const feed = new Feed({
      view: this.view,
      conversation,
      entry: place,
      changed: () => this.requestUpdate(),
      sent: () => this.transcript?.scrollToEnd(),
      arrived: event => this.#arrived(event),
      failed: error => this.#failed(feed, error),
    });
    this.feed = feed;
  }

  /** Sets the start row before the first render of the rows; the transcript opens there once. */
  #chooseStart(): void {
    if (this.#place === undefined || this.feed?.isReady !== true) return;
    const { store } = this.feed;
    if (this.#entry === this.#place) store.look.marked = this.#entry;
    this.#start = store.rows().find(row => row.entry === this.#place)?.key ?? '';
    this.#place = undefined;
  }

  #leave(): void {
    this.#remember();
    this.feed?.close();
    this.feed = undefined;
    this.#pictures.forget();
    this.#stopClock();
  }

  /** Remembers the reading position. */
  #remember(): void {
    const transcript = this.transcript;
    if (this.shown === undefined || transcript === null || this.feed === undefined) return;
    const keys = new Set(transcript.keysToComeBackTo);
    const entry = transcript.isAtEnd ? undefined : this.feed.store.rows().find(row => keys.has(row.key) && row.entry !== undefined)?.entry;
    this.#places.keep(this.shown, entry);
  }

  get transcript(): Transcript | null {
    return this.renderRoot.querySelector<Transcript>('ui-transcript');
  }

  #setContext(): void {
    const { row, accessMode } = this.feed?.about ?? {};
    const project = row?.project;
    const name = this.projects.find(({ id }) => id === project)?.name;
    this.context.set({
      conversation: {
        id: this.conversation,
        ...(row !== undefined && { title: row.title }),
        ...(accessMode !== undefined && { accessMode }),
      },
      project: project === undefined ? null : { id: project, ...(name !== undefined && { name }) },
      thread: project === undefined ? 'global' : 'project',
    });
  }

  readonly #requested = (event: Event): void => {
    const what = (event as CustomEvent<ThreadRequest>).detail;
    if (this.shown === undefined) return;
    if (what === 'find') this.#finder.open();
    else this.#outline.open();
  };

  readonly #atEnd = (event: CustomEvent<{ isAtEnd: boolean }>): void => {
    this.isAtEnd = event.detail.isAtEnd;
    if (this.isAtEnd) this.unseen = 0;
  };

  readonly #toEnd = (): void => {
    this.transcript?.scrollToEnd();
    this.unseen = 0;
  };

  #arrived(event: AgentEvent): void {
    const transcript = this.transcript;
    if (event.kind === 'messageEnded' && event.entry?.kind === 'user') transcript?.scrollToEnd();
    if ((event.kind === 'messageEnded' || event.kind === 'asked') && !this.isAtEnd) this.unseen += 1;
    if (event.kind === 'text') transcript?.announce(event.delta ?? '');
    if (event.kind === 'messageEnded' && event.entry?.kind === 'assistant') transcript?.announce('', true);
    const said = announcementOf(event, this.text.locale);
    if (said !== undefined) transcript?.announce(`${this.text.of(said.key)} ${said.text} `, true);
  }

  #failed(feed: Feed, error: unknown): void {
    if (this.feed !== feed) return;
    if (feed.isReady) this.#act.tell(error);
    else this.problem = error;
  }

  #edit(key: string | undefined): void {
    const { look } = this.feed!.store;
    const before = look.editing;
    look.editing = key;
    this.redraw();
    void this.drawnAll().then(async () => {
      const row = this.transcript?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key ?? before ?? '')}"]`);
      if (key === undefined) return row?.focus({ preventScroll: true });
      await row?.querySelector<MessageEditor>('conversations-message-editor')?.updateComplete;
      const field = row?.querySelector('ui-textarea');
      await field?.updateComplete;
      field?.focus({ preventScroll: true });
    });
  }

  /** Resolves when changes are rendered; the transcript renders its rows after this element. */
  async drawnAll(): Promise<void> {
    await this.updateComplete;
    await this.transcript?.updateComplete;
  }

  /** Renders again after something was folded or unfolded. */
  redraw(): void {
    if (this.feed !== undefined) this.feed.store.version += 1;
    this.requestUpdate();
  }

  /** Renders all rows again. */
  private redrawAll(): void {
    this.#drawn = undefined;
    this.redraw();
  }

  readonly #tick = (): void => {
    if (this.feed !== undefined) this.feed.store.look.now = Date.now();
    this.requestUpdate();
  };

  #stopClock(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }
}

/** A question, with the beginning of what it is about: it tells one question from the next. */
function askedAloud(request: AgentEvent['request'], locale: 'fr' | 'en'): string {
  const title = request?.texts?.[locale]?.title ?? request?.title ?? '';
  const about = request?.text?.trim().split('\n')[0]?.slice(0, mostAloud) ?? '';
  return about === '' ? title : `${title} ${about}`;
}

/** What a screen reader announces besides the answer itself. */
function announcementOf(
  event: AgentEvent,
  locale: 'fr' | 'en',
): { readonly key: 'threadAloudAsks' | 'threadAloudFailed' | 'threadAloudDone'; readonly text: string } | undefined {
  if (event.kind === 'asked') return { key: 'threadAloudAsks', text: askedAloud(event.request, locale) };
  if (event.kind === 'failed' || (event.kind === 'turnEnded' && event.ended === 'failed'))
    return { key: 'threadAloudFailed', text: event.problem === undefined ? '' : problemText(event.problem, locale) };
  if (event.kind === 'turnEnded' && event.ended === 'done') return { key: 'threadAloudDone', text: '' };
  return undefined;
}
