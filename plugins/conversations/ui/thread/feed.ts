import { AgentChannel, type AgentEvent } from '@atelier/agent/contract';
import type { Client, Handle } from '@atelier/kernel';
import { reopened, type ViewHost } from '@atelier/kernel/ui';
import { type Conversation, ConversationsChannel, type Page, type PlacedEntry } from '../../contract/index.ts';
import { sends } from '../sends.ts';
import { gapSize } from './store/entry-list.ts';
import { isBusyIn, isOther, ThreadStore } from './store/thread-store.ts';

type Conversations = Client<NonNullable<(typeof ConversationsChannel)['shape']>>;
type Agent = Client<NonNullable<(typeof AgentChannel)['shape']>>;

/** The number of messages that are read first, so that a long conversation opens as fast as a short one. */
const firstPage = 40;

export interface FeedOptions {
  readonly view: ViewHost;
  readonly conversation: string;
  /** The entry to open at, instead of the end. */
  readonly entry: string | undefined;
  /** Called after changes, at most once per frame. */
  readonly changed: () => void;
  /** Called when this page sends a message. */
  readonly sent: () => void;
  /** Called once for each event since the conversation was first read, in order, also for those that were missed and requested. */
  readonly arrived: (event: AgentEvent) => void;
  readonly failed: (error: unknown) => void;
}

/** Keeps a store up to date with its conversation: reads pages, follows events, and requests missed events. */
export class Feed {
  readonly store = new ThreadStore();
  readonly conversations: Conversations;
  readonly agent: Agent;
  isReady = false;
  /** The conversation's details; undefined until they are read. */
  about: Conversation | undefined;
  /** The problem of the session file, if it could not be read completely. */
  damage: Page['problem'];
  /** The conversation was deleted, here or in another window; it may be brought back. */
  isGone = false;
  readonly #options: FeedOptions;
  readonly #handles: Handle[] = [];
  readonly #unwatch: () => void;
  readonly #loading = new Set<number>();
  /** Events that came while others, or the conversation, were read. */
  #waiting: AgentEvent[] = [];
  /** The number of the newest event that has arrived. */
  #arrived = 0;
  #reading: Promise<void> | undefined;
  #again = false;
  #filling = false;
  /** It has become another conversation than the one that was read; nothing is added before it is read. */
  #isStale = false;
  #isEditorReopened = false;
  #isClosed = false;
  #frame = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.conversations = options.view.connect(ConversationsChannel);
    this.agent = options.view.connect(AgentChannel);
    const { conversation } = options;
    // Subscribed before the first call, so that no event is missed.
    this.#handles.push(
      this.agent.on('event', event => event.conversation === conversation && this.#take(event)),
      this.agent.on(reopened as 'event', () => {
        if (this.#isStale) this.reload();
        else void this.#fill();
        this.#readAbout();
      }),
      this.conversations.on('entriesChanged', event => event.conversation === conversation && this.reload()),
      this.conversations.on('rowsChanged', ({ rows, removed }) => {
        const row = rows.find(({ id }) => id === conversation);
        if (row !== undefined) this.#describe({ row });
        if (row !== undefined || removed.includes(conversation)) this.#setGone(row === undefined);
      }),
      this.conversations.on('preferencesChanged', preferences => this.#prefer(preferences)),
    );
    this.#unwatch = sends.watch(of => of === conversation && this.#send());
    this.#send();
    this.#readAbout();
    this.#run(this.conversations.call('readPreferences', {}).then(preferences => this.#prefer(preferences)));
    this.reload();
  }

  close(): void {
    this.#isClosed = true;
    cancelAnimationFrame(this.#frame);
    this.#unwatch();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  /** Reads everything again; rows with the same key stay the same elements. */
  reload(): void {
    if (this.#reading !== undefined) {
      this.#again = true;
      return;
    }
    this.#reading = this.#read()
      .catch(this.#options.failed)
      .finally(() => {
        this.#reading = undefined;
        const isAgain = this.#again && !this.#isClosed;
        this.#again = false;
        if (isAgain) this.reload();
        else if (!this.#isStale) this.#takeWaiting();
      });
  }

  /** Loads the entries of a gap; returns whether any were loaded. */
  async load(first: number, count = gapSize): Promise<boolean> {
    if (this.#loading.has(first) || this.#isClosed) return false;
    this.#loading.add(first);
    try {
      const { conversation } = this.#options;
      const { entries } = await this.conversations.call('page', { conversation, before: first + count, limit: count });
      this.store.insert(placed(entries));
      this.changed();
      return entries.length > 0;
    } catch (error) {
      this.#options.failed(error);
      return false;
    } finally {
      this.#loading.delete(first);
    }
  }

  /** Loads an entry if necessary; returns false if the conversation has no such entry. */
  async reach(entry: string): Promise<boolean> {
    await this.#reading;
    if (this.store.entries.placeOf(entry) !== undefined) return true;
    const { conversation } = this.#options;
    const { entries } = await this.conversations.call('page', { conversation, around: entry, limit: firstPage });
    this.store.insert(placed(entries));
    this.changed();
    return this.store.entries.placeOf(entry) !== undefined;
  }

  readonly changed = (): void => {
    if (this.#frame !== 0 || this.#isClosed) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.store.look.now = Date.now();
      this.#options.changed();
    });
  };

  async #read(): Promise<void> {
    const { conversation, entry } = this.#options;
    const isFirst = !this.isReady;
    const accepted = sends.of(conversation).filter(({ isAccepted }) => isAccepted);
    const [page, state, requests, around] = await Promise.all([
      this.conversations.call('page', { conversation, limit: firstPage }),
      this.agent.call('state', { conversation }),
      this.agent.call('listRequests', {}),
      isFirst && entry !== undefined ? this.conversations.call('page', { conversation, around: entry, limit: firstPage }) : undefined,
    ]);
    const { store } = this;
    // The message that is being written is not in the file; the events since the beginning of the turn contain it.
    const isMissing = isBusyIn(state) || state.seq !== page.seq || (!isFirst && page.seq !== this.#arrived);
    const { events } = isMissing ? await this.agent.call('eventsAfter', { conversation, seq: 0 }) : { events: [] };
    // What was read is not what follows it: it is read again, and not shown.
    if (events.some(event => event.seq > page.seq && isOther(event))) {
      this.#again = true;
      return;
    }
    this.#isStale = false;
    store.reset({ ...page, entries: placed(page.entries) }, state);
    if (around !== undefined) store.insert(placed(around.entries));
    store.ask(requests.filter(request => request.conversation === conversation));
    this.damage = page.problem;
    store.replay(events);
    if (isFirst) this.#arrived = store.seq;
    else this.#arriveMissed(events);
    sends.settled(conversation, accepted);
    this.isReady = true;
    this.#reopenEditor();
    this.#branch();
    this.changed();
  }

  #take(event: AgentEvent): void {
    if (!this.isReady || this.#reading !== undefined || this.#filling) {
      this.#waiting.push(event);
      return;
    }
    // Reading it has failed: it is tried again as soon as anything is heard of it.
    if (this.#isStale) {
      this.#waiting.push(event);
      return this.reload();
    }
    const taken = this.store.take(event);
    if (taken === 'gap') void this.#fill();
    if (taken === 'stale') this.#readOther();
    if (taken === 'taken' || taken === 'stale') this.#arrive(event);
    if (taken !== 'old') this.changed();
  }

  #readOther(): void {
    this.#isStale = true;
    this.reload();
  }

  #takeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const event of waiting) this.#take(event);
  }

  #arriveMissed(events: readonly AgentEvent[]): void {
    for (const event of events) if (event.seq > this.#arrived) this.#arrive(event);
  }

  #send(): void {
    const { store } = this;
    const before = store.sending.length;
    store.sending = sends.of(this.#options.conversation);
    if (store.sending.length > before) this.#options.sent();
    this.changed();
  }

  /** What the person sent is shown as the entry that it has become. */
  #settle({ kind, entry }: AgentEvent): void {
    const { conversation } = this.#options;
    if (kind === 'messageEnded' && entry?.kind === 'user' && entry.sentBy === undefined)
      sends.arrived(conversation, (entry.parts ?? []).map(({ text = '' }) => text).join('\n'));
    const isOver = kind === 'turnEnded' || kind === 'failed';
    if (isOver)
      sends.settled(
        conversation,
        sends.of(conversation).filter(({ isAccepted }) => isAccepted),
      );
  }

  #arrive(event: AgentEvent): void {
    if (this.#isClosed) return;
    this.#arrived = event.seq;
    this.#settle(event);
    this.#options.arrived(event);
    if (event.kind === 'settings' && event.accessMode !== undefined) this.#describe({ accessMode: event.accessMode });
    if (event.kind === 'turnEnded' || event.kind === 'failed') this.store.look.again = false;
    if (event.kind === 'turnEnded' || (event.kind === 'messageEnded' && event.entry?.kind === 'user')) this.#branch();
  }

  /** Requests missed events, and reads everything again if they are not kept any more. */
  async #fill(): Promise<void> {
    if (this.#filling || !this.isReady || this.#isClosed) return;
    this.#filling = true;
    try {
      const { conversation } = this.#options;
      const { events, complete } = await this.agent.call('eventsAfter', { conversation, seq: this.store.seq });
      if (!complete || events.some(isOther)) this.#readOther();
      else {
        this.store.fill(events);
        this.#arriveMissed(events);
      }
      this.changed();
    } catch (error) {
      this.#options.failed(error);
    } finally {
      this.#filling = false;
      this.#takeWaiting();
    }
  }

  /** Reads where the conversation can go. It is not needed to show it, so its rows do not wait. */
  #branch(): void {
    const { conversation } = this.#options;
    this.#run(
      this.agent.call('branches', { conversation }).then(branches => {
        if (this.store.branch(branches)) this.changed();
      }),
    );
  }

  #setGone(isGone: boolean): void {
    if (isGone === this.isGone) return;
    this.isGone = isGone;
    this.changed();
  }

  #readAbout(): void {
    const { conversation } = this.#options;
    this.#run(
      this.conversations.call('conversation', { conversation }).then(about => {
        const isFirst = this.about === undefined;
        this.about = about;
        if (isFirst) this.#reopenEditor();
        void this.#origin(about);
        this.changed();
      }),
    );
  }

  /** Takes what an event says of it. Before the first answer, or after a failed one, it is read. */
  #describe(change: Partial<Conversation>): void {
    if (this.about === undefined) return this.#readAbout();
    this.about = { ...this.about, ...change };
    this.changed();
  }

  /** Opens the editor of the message that was being edited when the page ended, or was left. */
  #reopenEditor(): void {
    const { store, about } = this;
    if (!this.isReady || about?.editing === undefined || this.#isEditorReopened) return;
    this.#isEditorReopened = true;
    const row = store.rows().find(({ kind, entry }) => kind === 'user' && entry === about.editing);
    if (row === undefined) return;
    store.look.editing ??= row.key;
    store.version += 1;
    this.changed();
  }

  /** Reads where a fork comes from; nothing is said of an origin that is gone. */
  async #origin({ forkedFrom }: Conversation): Promise<void> {
    if (forkedFrom === undefined || this.store.look.origin !== undefined) return;
    const found = await this.conversations.call('conversation', { conversation: forkedFrom.conversation }).catch(() => undefined);
    if (found === undefined) return;
    this.store.look.origin = { ...forkedFrom, title: found.row.title };
    this.store.version += 1;
    this.changed();
  }

  #prefer({ density, showThinking }: { density: ThreadStore['look']['density']; showThinking: boolean }): void {
    const { look } = this.store;
    if (look.density !== density) look.foldAll();
    look.density = density;
    look.showThinking = showThinking;
    this.store.version += 1;
    this.changed();
  }

  #run(work: Promise<unknown>): void {
    work.catch(error => !this.#isClosed && this.#options.failed(error));
  }
}

function placed(entries: Page['entries']): readonly PlacedEntry[] {
  return entries as unknown as readonly PlacedEntry[];
}
