import { ConversationsChannel, type Row } from '@atelier/conversations/contract';
import { toast } from '@atelier/kernel/kit';
import { Contributed, dateText, Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { MemoryChannel, type MemoryRecord } from '@atelier/memory/contract';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { DashboardChannel, type Person } from '../contract/index.ts';
import { ContributedCards, type ShownCard } from './contributed-cards.ts';
import { failureOf } from './failure.ts';
import { homeStyles } from './home-styles.ts';
import { conversationLine, findingLine, type Line, lineOf, momentText, rowStyles } from './rows.ts';
import { texts } from './texts.ts';

const most = 5;
const mostAsking = 3;
const minute = 60_000;

/** The Assistant's home: a greeting, what waits for the person, what was going on. */
export class DashboardHome extends LitElement {
  static override styles = [rowStyles, homeStyles];

  @property({ attribute: false }) view!: ViewHost;
  @state() private now = Date.now();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #visible = new Slice(this, () => this.view, 'visible');
  readonly #person = new Query(this, () => this.view, DashboardChannel, 'read', { params: () => ({}), refreshOn: 'personChanged' });
  readonly #recent = new Query(this, () => this.view, ConversationsChannel, 'list', {
    params: () => ({ sort: 'updated' as const, limit: most }),
    refreshOn: 'rowsChanged',
  });
  readonly #active = new Query(this, () => this.view, ConversationsChannel, 'active', { params: () => ({}), refreshOn: 'rowsChanged' });
  readonly #memories = new Query(this, () => this.view, MemoryChannel, 'list', {
    params: () => ({ scope: 'global' as const, limit: most }),
    refreshOn: 'memoriesChanged',
  });
  readonly #cards = new ContributedCards(this, () => this.view);
  readonly #commands = new Contributed<{ readonly id: string }>(this, () => this.view, '@atelier/kernel:commands@1');

  #minutes = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#minutes = window.setInterval(() => this.#visible.value !== false && this.#look(), minute);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#minutes);
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
    return html`
      <h2>${this.#greeting(person?.user ?? '')}</h2>
      <p class="status">${this.#status(cards)}</p>
      <div class="acts">
        ${this.#act('message-square-plus', text.of('talk', { name }), text.of('talkAbout'), 'conversations.new', 'Mod+N')}
        ${this.#act('calendar-clock', text.of('schedule'), text.of('scheduleAbout'), 'automation.add')}
        ${this.#act('brain', text.of('seeMemory'), this.#memoryCount(), 'memory.open')}
        ${this.#act('settings', text.of('settings'), text.of('settingsAbout'), 'settings.open')}
      </div>
      ${this.#asking()}
      ${cards.filter(({ first, rows, note }) => first === true && (rows.length > 0 || note !== undefined)).map(card => html`<div class="first">${this.#card(card)}</div>`)}
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

  /** The conversations that wait for an answer of the person. */
  #asking() {
    const { state: active } = this.#active;
    const rows = active.status === 'ready' ? active.value.filter(({ state }) => state === 'needsYou') : [];
    return rows.slice(0, mostAsking).map(
      row => html`<div class="asks" role="status">
        <ui-state state="needs"></ui-state><span class="about"><b dir="auto">${row.title}</b> ${this.#text.of('needsAnswer')}</span>
        <ui-button kind="line" @click=${() => this.#open(row.id)}>${this.#text.of('read')}</ui-button>
      </div>`,
    );
  }

  #conversations(name: string) {
    const text = this.#text;
    const { state: recent } = this.#recent;
    if (recent.status === 'pending') return nothing;
    const rows = recent.status === 'ready' ? recent.value.rows : [];
    const words = { needsYou: text.of('needsYou'), queued: text.of('queued') };
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

  #card(card: ShownCard) {
    const { title, open, openTitle, rows, empty, note, run } = card;
    const lines = rows.map(row => ({
      ...findingLine(row, () => run(row)),
      actions: (row.actions ?? []).map(action => ({ title: action.title, run: () => this.#answer(run(action)) })),
    }));
    const link = open === undefined || openTitle === undefined ? undefined : { title: openTitle, command: open };
    return this.#list(title, lines, empty ?? this.#text.of('nothingHere'), link, note);
  }

  #list(
    title: string,
    lines: readonly Line[],
    empty: string,
    link: { readonly title: string; readonly command: string } | undefined,
    note = '',
  ): TemplateResult {
    return html`<section>
      <header><h3>${title}</h3>${note === '' ? nothing : html`<span class="note">${note}</span>`}${link === undefined ? nothing : html`<button class="link" @click=${() => this.view.run(link.command)}>${link.title}</button>`}</header>
      ${lines.length === 0 ? html`<p class="none">${empty}</p>` : html`<ul>${lines.map(lineOf)}</ul>`}
    </section>`;
  }

  /** What the person has answered is seen at once. */
  async #answer(done: Promise<unknown>): Promise<void> {
    await done.catch((error: unknown) => toast({ text: failureOf(error, this.#text.locale), kind: 'failed' }));
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
