import { AgentChannel, type AskedRequest } from '@atelier/agent/contract';
import { ConversationsChannel, type Row } from '@atelier/conversations/contract';
import { toast } from '@atelier/kernel/kit';
import { Contributed, dateText, Later, Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { MemoryChannel, type MemoryRecord } from '@atelier/memory/contract';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { DashboardChannel, type Person } from '../contract/index.ts';
import { ContributedCards, type ShownCard } from './contributed-cards.ts';
import { failureOf } from './failure.ts';
import { homeStyles } from './home-styles.ts';
import { conversationLine, findingLine, type Line, lineOf, momentText, rowStyles } from './rows.ts';
import { texts } from './texts.ts';

/** The element `conversations-question`. */
interface Question extends HTMLElement {
  agree(): void;
  refuse(): void;
}

const most = 5;
const mostAsking = 3;
const mostKeys = 9;
const minute = 60_000;

/** The Assistant's home: a greeting, what waits for the person, what was going on. */
export class DashboardHome extends LitElement {
  static override styles = [rowStyles, homeStyles];

  @property({ attribute: false }) view!: ViewHost;
  @state() private now = Date.now();
  /** The answers that are being carried out. */
  @state() private busy: ReadonlySet<string> = new Set();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #visible = new Slice(this, () => this.view, 'visible');
  readonly #person = new Query(this, () => this.view, DashboardChannel, 'read', { params: () => ({}), refreshOn: 'personChanged' });
  readonly #recent = new Query(this, () => this.view, ConversationsChannel, 'list', {
    params: () => ({ sort: 'updated' as const, limit: most }),
    refreshOn: 'rowsChanged',
  });
  readonly #active = new Query(this, () => this.view, ConversationsChannel, 'active', { params: () => ({}), refreshOn: 'rowsChanged' });
  readonly #requests = new Query(this, () => this.view, AgentChannel, 'listRequests', { params: () => ({}) });
  readonly #memories = new Query(this, () => this.view, MemoryChannel, 'list', {
    params: () => ({ scope: 'global' as const, limit: most }),
    refreshOn: 'memoriesChanged',
  });
  readonly #cards = new ContributedCards(this, () => this.view);
  readonly #commands = new Contributed<{ readonly id: string }>(this, () => this.view, '@atelier/kernel:commands@1');

  readonly #questions = new Later(this, async () => {
    await this.view.run('conversations.defineQuestion');
    return true;
  });

  #minutes = 0;
  #wasNew = false;
  /** The rows that the questions were last read for. */
  #readFor: unknown;
  /** What the keys 1 to 9 do, as it is shown. */
  #answers: (() => unknown)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.#pressed);
    this.#minutes = window.setInterval(() => this.#visible.value !== false && this.#look(), minute);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#pressed);
    clearInterval(this.#minutes);
  }

  override willUpdate(): void {
    // A question that comes or goes changes the row of its conversation.
    const { state: active } = this.#active;
    if (active.status !== 'ready' || active.value === this.#readFor) return;
    this.#readFor = active.value;
    this.#requests.refresh();
  }

  override updated(): void {
    const { state: person } = this.#person;
    const isNew = person.status === 'ready' && person.value.ended === 'no';
    // The first steps are over: the focus goes on to the home.
    if (this.#wasNew && !isNew) this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
    this.#wasNew = isNew;
  }

  override render() {
    const text = this.#text;
    const { state: person } = this.#person;
    const isNew = person.status === 'ready' && person.value.ended === 'no';
    return html`
      <ui-header heading=${text.of('home')}>
        <ui-button slot="actions" kind="line" icon="search" @click=${() => this.view.run('workbench.search')}>${text.of('search')} <ui-kbd keys="Mod+K"></ui-kbd></ui-button>
        <ui-icon-button slot="actions" icon="sliders-horizontal" label=${text.of('names')} @click=${() => this.view.run('dashboard.showNames')}></ui-icon-button>
      </ui-header>
      ${
        person.status === 'pending'
          ? nothing
          : isNew
            ? html`<dashboard-welcome .view=${this.view} .person=${person.value}></dashboard-welcome>`
            : html`<div class="body">${this.#content(person.status === 'ready' ? person.value : undefined)}</div>`
      }
    `;
  }

  #content(person: Person | undefined) {
    const text = this.#text;
    const name = person?.assistant ?? 'Atelier';
    const cards = this.#cards.shown;
    this.#answers = [];
    const asking = this.#asking();
    const first = cards.filter(card => card.first === true && (card.rows.length > 0 || card.note !== undefined));
    return html`
      <h2 tabindex="-1">${this.#greeting(person?.user ?? '')}</h2>
      <p class="status">${this.#status(cards)}</p>
      <div class="acts">
        ${this.#act('message-square-plus', text.of('talk', { name }), text.of('talkAbout'), 'conversations.new', 'Mod+N')}
        ${this.#act('calendar-clock', text.of('schedule'), text.of('scheduleAbout'), 'automation.add')}
        ${this.#act('brain', text.of('seeMemory'), this.#memoryCount(), 'memory.open')}
        ${this.#act('settings', text.of('settings'), text.of('settingsAbout'), 'settings.open')}
      </div>
      ${first.length === 0 ? asking : nothing}
      ${first.map((card, place) => html`<div class="first">${this.#card(card, place === 0 ? asking : [])}</div>`)}
      <div class="lists">
        <div>${this.#conversations(name)}${this.#memoryList(name)}</div>
        <div>${cards.filter(({ first }) => first !== true).map(card => this.#card(card))}</div>
      </div>
    `;
  }

  #greeting(user: string): string {
    const hour = new Date(this.now).getHours();
    const greeting = hour >= 5 && hour < 12 ? 'goodMorning' : hour >= 12 && hour < 18 ? 'goodAfternoon' : 'goodEvening';
    return user === '' ? this.#text.of(greeting) : this.#text.of('greetingTo', { greeting: this.#text.of(greeting), name: user });
  }

  /** Online if a channel is connected; without channels there is nothing to be online with. */
  #status(cards: readonly ShownCard[]) {
    const text = this.#text;
    const isOnline = cards.some(({ online }) => online === true);
    const today = dateText(text.locale, this.now, { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' });
    const time = html`<time>${today[0]?.toUpperCase()}${today.slice(1)}</time>`;
    if (!cards.some(({ online }) => online !== undefined)) return time;
    const there = isOnline ? html`<span aria-hidden="true">·</span><span>${text.of('channelsThere')}</span>` : nothing;
    return html`<ui-state silent state=${isOnline ? 'done' : 'off'}></ui-state>${text.of(isOnline ? 'online' : 'offline')}${there}${time}`;
  }

  /** Nothing for what is switched off. */
  #act(icon: string, title: string, about: string, command: string, keys?: string) {
    if (!this.#commands.items.some(({ value }) => value.id === command)) return nothing;
    return html`<button class="act" @click=${() => this.view.run(command)}>
      <ui-icon name=${icon}></ui-icon><span><b>${title}</b><small>${about}${keys === undefined ? nothing : html` <ui-kbd keys=${keys}></ui-kbd>`}</small></span>
    </button>`;
  }

  #memoryCount(): string {
    const { state: memories } = this.#memories;
    return this.#text.of(memories.status === 'ready' && memories.value.memories.length === 0 ? 'memoryEmpty' : 'memoryAbout');
  }

  /** What conversations ask the person, to be answered here or read there. */
  #asking(): readonly unknown[] {
    const [{ state: active }, { state: asked }] = [this.#active, this.#requests];
    if (this.#questions.value === undefined) return [];
    const titles = new Map(active.status === 'ready' ? active.value.map(({ id, title }) => [id, title]) : []);
    const requests = asked.status === 'ready' ? asked.value.filter(({ conversation }) => titles.has(conversation)) : [];
    if (requests.length === 0) return [];
    const more = requests.length - mostAsking;
    const shown = repeat(
      requests.slice(0, mostAsking),
      ({ id }) => id,
      (request, place) => this.#question(request, place, titles.get(request.conversation) ?? ''),
    );
    return [shown, ...(more > 0 ? [html`<p class="none">${this.#text.count('moreAsk', more)}</p>`] : [])];
  }

  #question(request: AskedRequest, place: number, title: string) {
    const read = () => this.#open(request.conversation);
    const question = () => this.renderRoot.querySelector<Question>(`[data-request="${request.id}"]`);
    const isAnswerable = request.kind === 'approval' || request.kind === 'confirm';
    const keys = isAnswerable ? { yes: this.#keyFor(() => question()?.agree()), no: this.#keyFor(() => question()?.refuse()) } : {};
    const key = isAnswerable ? undefined : this.#keyFor(read);
    return html`<div class="asks">
      <p><b dir="auto">${title}</b><button class="link" @click=${read}>${this.#text.of('read')}${key === undefined ? nothing : html` <ui-kbd keys=${key}></ui-kbd>`}</button></p>
      <conversations-question data-request=${request.id} .view=${this.view} .request=${request} .place=${place} .keys=${keys}></conversations-question>
    </div>`;
  }

  #conversations(name: string) {
    const text = this.#text;
    const { state: recent } = this.#recent;
    if (recent.status === 'pending') return nothing;
    const rows = recent.status === 'ready' ? recent.value.rows : [];
    const words = { needsYou: text.of('needsYou'), queued: text.of('queued'), byRule: text.of('byRule') };
    return this.#list(
      text.of('recentConversations'),
      rows.map((row: Row) => conversationLine(row, text.locale, words, () => this.#open(row.id))),
      recent.status === 'failed' ? recent.message : text.of('noConversations', { name }),
      rows.length === 0 ? undefined : { title: text.of('seeAll'), command: 'dashboard.showConversations' },
    );
  }

  #memoryList(name: string) {
    const text = this.#text;
    const { state: memories } = this.#memories;
    // Where the memory is switched off there is nothing to say of it.
    if (memories.status !== 'ready') return nothing;
    const lines = memories.value.memories.map(
      (memory: MemoryRecord): Line => ({
        title: memory.title,
        icon: 'brain',
        badge: text.of(`kind.${memory.kind}`),
        end: momentText(text.locale, memory.updatedAt),
        run: () => this.view.connect(WindowChannel).call('open', { view: 'memory.page', params: { memory: memory.id } }),
      }),
    );
    return this.#list(text.of('recentMemories'), lines, text.of('noMemories', { name }), {
      title: text.of('openMemory'),
      command: 'memory.open',
    });
  }

  #card(card: ShownCard, asking: readonly unknown[] = []) {
    const { title, open, openTitle, rows, empty, note, run, first } = card;
    const lines = rows.map(row => ({
      ...findingLine(row, () => run(row)),
      actions: (row.actions ?? []).map((action, index) => {
        const of = JSON.stringify([action.command, action.args]);
        const isBusy = this.busy.has(of);
        const answer = () => this.#answer(of, () => run(action));
        const key = first === true && index === 0 ? this.#keyFor(answer) : undefined;
        return { title: action.title, run: answer, isBusy, ...(key !== undefined && { key }) };
      }),
    }));
    const link = open === undefined || openTitle === undefined ? undefined : { title: openTitle, command: open };
    return this.#list(title, lines, empty ?? this.#text.of('nothingHere'), link, note, asking);
  }

  #list(
    title: string,
    lines: readonly Line[],
    empty: string,
    link: { readonly title: string; readonly command: string } | undefined,
    note = '',
    above: readonly unknown[] = [],
  ): TemplateResult {
    return html`<section>
      <header><h3>${title}</h3>${note === '' ? nothing : html`<span class="note">${note}</span>`}${link === undefined ? nothing : html`<button class="link" @click=${() => this.view.run(link.command)}>${link.title}</button>`}</header>
      ${above}
      ${lines.length > 0 ? html`<ul>${lines.map(lineOf)}</ul>` : above.length > 0 ? nothing : html`<p class="none">${empty}</p>`}
    </section>`;
  }

  /** The next free key, which gives this answer; undefined when there is none left. */
  #keyFor(answer: () => unknown): string | undefined {
    if (this.#answers.length >= mostKeys) return undefined;
    this.#answers.push(answer);
    return String(this.#answers.length);
  }

  /** One key for each answer, by its place on the keyboard; none while something is typed or a dialog is open. */
  readonly #pressed = (event: KeyboardEvent): void => {
    const place = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    const path = event.composedPath().filter(one => one instanceof HTMLElement);
    const isElsewhere = path.some(one => one.matches('input, textarea, select, dialog, [role=dialog]') || one.isContentEditable);
    const isChorded = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat;
    if (place === undefined || isChorded || isElsewhere || event.defaultPrevented || !this.checkVisibility()) return;
    const answer = this.#answers[Number(place) - 1];
    if (answer === undefined) return;
    event.preventDefault();
    void answer();
  };

  /** What the person has answered is seen at once, and not done twice while it goes on. */
  async #answer(of: string, does: () => Promise<unknown>): Promise<void> {
    if (this.busy.has(of)) return;
    this.busy = new Set([...this.busy, of]);
    await does().catch((error: unknown) => toast({ text: failureOf(error, this.#text.locale), kind: 'failed' }));
    this.busy = new Set([...this.busy].filter(one => one !== of));
    this.#cards.refresh();
  }

  #open(conversation: string) {
    return this.view.run('conversations.open', { conversation });
  }

  #look(): void {
    this.now = Date.now();
    this.#cards.refresh();
  }
}
