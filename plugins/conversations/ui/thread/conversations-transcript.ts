import type { AgentEvent } from '@atelier/agent/contract';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Project } from '../../contract/index.ts';
import { ThreadActions } from './actions.ts';
import { type AskedOfThread, askedOfThread } from './asked.ts';
import type { Desk, RequestAnswer } from './desk.ts';
import { Feed } from './feed.ts';
import type { WindowContext } from './parts/context.ts';
import { Finder } from './parts/finder.ts';
import { markStyles } from './parts/marks.ts';
import { Offers } from './parts/offers.ts';
import { Outline, outlineStyles } from './parts/outline.ts';
import { Pictures } from './parts/picture.ts';
import { Places } from './parts/places.ts';
import { Reading, type Transcript } from './parts/reading.ts';
import { isTaken } from './parts/walking.ts';
import { messageStyles, toolStyles } from './row-styles.ts';
import { answerByKey } from './rows/draw-request.ts';
import { drawRow, nameOf } from './rows/draw-row.ts';
import type { Row } from './store/rows.ts';
import { texts } from './texts.ts';
import { transcriptStyles } from './transcript-styles.ts';

/** What was said and done in one conversation. */
export class ConversationsTranscript extends LitElement {
  static override styles = [transcriptStyles, messageStyles, toolStyles, outlineStyles, markStyles];

  @property({ attribute: false }) view!: ViewHost;
  /** Which one. */
  @property({ attribute: false }) conversation!: string;
  /** The entry to go to. */
  @property({ attribute: false }) entry: string | undefined;
  @property({ attribute: false }) projects: readonly Project[] = [];
  /** Told what is on screen. */
  @property({ attribute: false }) context!: WindowContext;
  @state() private feed: Feed | undefined;
  @state() private problem: unknown;
  @state() private isAtEnd = true;
  /** What came while one reads further up. */
  @state() private unseen = 0;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #offers = new Offers(this, () => this.view);
  readonly #places = new Places(() => this.view.state);
  readonly #pictures = new Pictures();
  readonly #act = new ThreadActions({
    view: () => this.view,
    feed: () => this.feed,
    conversation: () => this.#conversation ?? '',
    text: this.#text,
  });
  readonly #reading = new Reading({
    feed: () => this.feed,
    transcript: () => this.#transcript,
    redraw: () => this.#redraw(),
    drawn: () => this.#drawnAll(),
  });
  readonly #finder = new Finder(this, {
    text: this.#text,
    feed: () => this.feed,
    conversation: () => this.#conversation,
    reveal: (entry, text) => this.#reading.reveal(entry, text),
    rows: () => [...(this.#transcript?.children ?? [])] as HTMLElement[],
    closed: () => this.#transcript?.shadowRoot?.querySelector<HTMLElement>('.scroll')?.focus({ preventScroll: true }),
    failed: error => this.#act.tell(error),
  });
  readonly #outline = new Outline(this, { text: this.#text, feed: () => this.feed, go: entry => void this.#reading.goTo(entry) });
  #conversation: string | undefined;
  #entry: string | undefined;
  /** The entry to begin at, until the rows are there. */
  #place: string | undefined;
  #start = '';
  #clock: ReturnType<typeof setInterval> | undefined;
  /** Another function says that everything is drawn anew. */
  #drawn: { for: string; draw: (row: Row) => unknown; name: (row: Row) => string } | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener(askedOfThread, this.#asked);
    addEventListener('keydown', this.#pressed);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener(askedOfThread, this.#asked);
    removeEventListener('keydown', this.#pressed);
    this.#leave();
    this.#conversation = undefined;
  }

  override willUpdate(): void {
    if (!this.isConnected) return;
    const { conversation, entry } = this;
    if (conversation !== this.#conversation) this.#enter(conversation, entry);
    else if (entry !== undefined && entry !== this.#entry) void this.#reading.goTo(entry);
    this.#entry = entry;
    this.#chooseStart();
    this.#tellContext();
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
    const text = this.#text;
    if (problem !== undefined && feed?.isReady !== true) {
      const message = problem instanceof Error ? problem.message : String(problem);
      return html`<div class="sorry"><ui-alert kind="danger">${message}<ui-button slot="actions" size="24" @click=${() => this.#enter(this.conversation, this.#entry)}>${text.of('threadRetry')}</ui-button></ui-alert></div>`;
    }
    if (feed === undefined || !feed.isReady)
      return html`<div class="loading" aria-busy="true"><ui-skeleton lines="3"></ui-skeleton><ui-skeleton lines="5"></ui-skeleton></div>`;
    const rows = feed.store.rows();
    const { draw, name } = this.#look(feed);
    const damage =
      feed.damage === undefined ? nothing : html`<div class="damage"><ui-alert kind="warn">${feed.damage.message}</ui-alert></div>`;
    return html`${damage}${keyed(
      this.#conversation,
      html`<ui-transcript
        .items=${rows}
        .renderItem=${draw}
        .labelItem=${name}
        .start=${this.#start}
        headinglevel="2"
        label=${text.of('threadTranscript')}
        @ui-at-end-changed=${this.#atEnd}
        @ui-link=${(event: CustomEvent<{ href: string }>) => this.#act.openAddress(event.detail.href)}
        @keydown=${this.#reading.walked}
      ></ui-transcript>`,
    )}${this.isAtEnd ? nothing : html`<div class="latest"><ui-button kind="line" icon="arrow-down" @click=${this.#toEnd}>${this.unseen > 0 ? text.count('threadNew', this.unseen) : text.of('threadLatest')}</ui-button></div>`}`;
  }

  /** New functions where everything looks different now: another language, other models, a turn that began or ended. */
  #look(feed: Feed) {
    const { models, actions } = this.#offers;
    const { isBusy } = feed.store;
    const signature = `${this.#conversation} ${this.#text.locale} ${models.length} ${actions.length} ${isBusy} ${this.#offers.commands.size}`;
    if (this.#drawn?.for !== signature) {
      const desk = this.#desk(feed, isBusy);
      this.#drawn = { for: signature, draw: row => drawRow(row, desk), name: row => nameOf(row, desk) };
    }
    return this.#drawn;
  }

  #desk(feed: Feed, isBusy: boolean): Desk {
    const { models, actions, commands } = this.#offers;
    const conversation = this.#conversation ?? '';
    return {
      text: this.#text,
      view: this.view,
      act: this.#act,
      models,
      actions,
      isBusy,
      can: command => commands.has(command),
      setOpen: (key, open) => {
        feed.store.look.setOpen(key, open);
        this.#redraw();
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
        if (asked !== undefined) this.#act.regenerate(asked, model);
      },
      modelName: id => models.find(model => model.id === id)?.name ?? id.slice(id.indexOf('/') + 1),
    };
  }

  #enter(conversation: string, entry: string | undefined): void {
    this.#leave();
    this.#finder.forget();
    this.#conversation = conversation;
    this.problem = undefined;
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
      arrived: event => this.#arrived(event),
      failed: error => this.#failed(feed, error),
    });
    this.feed = feed;
  }

  /** Chosen when the rows are first drawn, whatever has them drawn: the transcript opens there once. */
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

  /** Where one was reading, for the next time. */
  #remember(): void {
    const transcript = this.#transcript;
    if (this.#conversation === undefined || transcript === null || this.feed === undefined) return;
    const keys = new Set(transcript.keysToComeBackTo);
    const entry = transcript.isAtEnd ? undefined : this.feed.store.rows().find(row => keys.has(row.key) && row.entry !== undefined)?.entry;
    this.#places.keep(this.#conversation, entry);
  }

  get #transcript(): Transcript | null {
    return this.renderRoot.querySelector<Transcript>('ui-transcript');
  }

  #tellContext(): void {
    const { row, accessMode } = this.feed?.about ?? {};
    const project = row?.project;
    const name = this.projects.find(({ id }) => id === project)?.name;
    this.context.tell({
      conversation: {
        id: this.conversation,
        ...(row !== undefined && { title: row.title }),
        ...(accessMode !== undefined && { accessMode }),
      },
      project: project === undefined ? null : { id: project, ...(name !== undefined && { name }) },
      thread: project === undefined ? 'global' : 'project',
    });
  }

  readonly #asked = (event: Event): void => {
    const what = (event as CustomEvent<AskedOfThread>).detail;
    if (this.#conversation === undefined) return;
    if (what === 'find') this.#finder.open();
    else this.#outline.open();
  };

  /** Answers what waits where nobody is typing, so that a question never takes what is written for a yes. */
  readonly #pressed = (event: KeyboardEvent): void => {
    const request = this.feed?.store.requests[0];
    if (request === undefined || event.defaultPrevented || event.isComposing || isTaken(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const answer = answerByKey(event.key, request);
    if (answer === undefined) return;
    event.preventDefault();
    this.#act.answer(request, answer);
  };

  readonly #atEnd = (event: CustomEvent<{ isAtEnd: boolean }>): void => {
    this.isAtEnd = event.detail.isAtEnd;
    if (this.isAtEnd) this.unseen = 0;
  };

  readonly #toEnd = (): void => {
    this.#transcript?.scrollToEnd();
    this.unseen = 0;
  };

  #arrived(event: AgentEvent): void {
    const transcript = this.#transcript;
    if (event.kind === 'messageEnded' && event.entry?.kind === 'user') transcript?.scrollToEnd();
    if ((event.kind === 'messageEnded' || event.kind === 'asked') && !this.isAtEnd) this.unseen += 1;
    if (event.kind === 'text') transcript?.announce(event.delta ?? '');
    if (event.kind === 'messageEnded' && event.entry?.kind === 'assistant') transcript?.announce('', true);
    const said = saidAloud(event);
    if (said !== undefined) transcript?.announce(`${this.#text.of(said.key)} ${said.text} `, true);
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
    this.#redraw();
    void this.#drawnAll().then(async () => {
      const row = this.#transcript?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key ?? before ?? '')}"]`);
      if (key === undefined) return row?.focus({ preventScroll: true });
      const field = row?.querySelector('ui-textarea');
      await field?.updateComplete;
      field?.focus({ preventScroll: true });
    });
  }

  /** Until what was changed is on the page; rows are drawn by the transcript, after this. */
  async #drawnAll(): Promise<void> {
    await this.updateComplete;
    await this.#transcript?.updateComplete;
  }

  /** What is folded has changed, anywhere. */
  #redraw(): void {
    if (this.feed !== undefined) this.feed.store.version += 1;
    this.requestUpdate();
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

/** What is read out politely besides the answer itself. */
function saidAloud(
  event: AgentEvent,
): { readonly key: 'threadAloudAsks' | 'threadAloudFailed' | 'threadAloudDone'; readonly text: string } | undefined {
  if (event.kind === 'asked') return { key: 'threadAloudAsks', text: event.request?.title ?? '' };
  if (event.kind === 'failed' || (event.kind === 'turnEnded' && event.ended === 'failed'))
    return { key: 'threadAloudFailed', text: event.problem?.message ?? '' };
  if (event.kind === 'turnEnded' && event.ended === 'done') return { key: 'threadAloudDone', text: '' };
  return undefined;
}
