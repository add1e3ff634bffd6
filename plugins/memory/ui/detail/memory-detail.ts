import { ConversationsChannel } from '@atelier/conversations/contract';
import { toast } from '@atelier/kernel/kit';
import { percentText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { MemoryChannel, type MemoryRecord } from '../../contract/index.ts';
import { differenceOf, marked } from '../records/marks.ts';
import { texts } from '../texts.ts';
import { failureOf, kindIcons, momentText, type ProjectNames, placeText, shortTime } from '../words.ts';
import { detailStyles } from './detail-styles.ts';
import { validityChart } from './validity.ts';

const mostNear = 6;

/** One memory whole: its words, what it corrected, where it comes from, when it is true. Fires `ask`, `forget` and `show`. */
export class MemoryDetail extends LitElement {
  static override styles = detailStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) names: ProjectNames = new Map();
  @property({ attribute: false }) memoryId = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #memory = new Query(this, () => this.view, MemoryChannel, 'get', {
    params: () => ({ id: this.memoryId }),
    refreshOn: 'memoriesChanged',
  });
  readonly #related = new Query(this, () => this.view, MemoryChannel, 'preview', {
    // With an id come the earlier versions that it took the place of.
    params: () => ({ ids: [this.#known?.id ?? '-', ...(this.#known?.supersededBy === undefined ? [] : [this.#known.supersededBy])] }),
    refreshOn: 'memoriesChanged',
  });
  readonly #near = new Query(this, () => this.view, MemoryChannel, 'search', {
    params: () => ({
      text: this.#known === undefined ? '' : `${this.#known.title} ${this.#known.topic}`.slice(0, 1000),
      limit: mostNear + 1,
    }),
    refreshOn: 'memoriesChanged',
  });
  readonly #conversation = new Query(this, () => this.view, ConversationsChannel, 'conversation', {
    params: () => ({ conversation: this.#known?.source.conversation ?? '' }),
    refreshOn: 'rowsChanged',
  });

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('memoryId')) this.scrollTop = 0;
  }

  get #known(): MemoryRecord | undefined {
    const { state } = this.#memory;
    return state.status === 'ready' && state.value.id === this.memoryId ? state.value : undefined;
  }

  override render() {
    const text = this.#text;
    const { state } = this.#memory;
    if (state.status === 'failed') return html`<ui-alert kind="info">${state.message}</ui-alert>`;
    const memory = this.#known;
    if (memory === undefined) return html`<ui-skeleton lines="4"></ui-skeleton>`;
    const { title, content, kind, project, createdAt, status, source } = memory;
    const isActive = status === 'active';
    const act = (icon: string, label: string, run: () => void) =>
      html`<ui-button kind="line" icon=${icon} @click=${run}>${label}</ui-button>`;
    return html`
      <header>
        <h2 dir="auto">${title}</h2>
        <div class="facts"><ui-badge>${text.of(`kind.${kind}`)}</ui-badge><span>${placeText(text, project, this.names)}</span><span aria-hidden="true">·</span><span>${text.of(`stored.${source.origin}`, { at: momentText(text.locale, createdAt) })}</span>${isActive ? nothing : html`<ui-badge>${text.of('superseded')}</ui-badge>`}</div>
        <div class="acts">
          ${isActive ? [act('pencil', text.of('edit'), () => this.#ask('edit', memory)), act('history', text.of('correct'), () => this.#ask('correct', memory)), act('git-merge', text.of('merge'), () => this.#ask('merge', memory))] : nothing}
          ${act('trash-2', text.of('forget'), () => this.dispatchEvent(new CustomEvent('forget', { detail: memory })))}
          ${this.#menu(memory)}
        </div>
      </header>
      ${content.trim() === title.trim() ? nothing : html`<p class="content" dir="auto">${content}</p>`}
      ${this.#pairs(memory)}
      <div class="two">
        <div>${this.#source(memory)}${this.#nearby(memory)}</div>
        <div>${this.#truth(memory)}${this.#record(memory)}</div>
      </div>
    `;
  }

  /** What else of it can be forgotten; each shows first what goes. */
  #menu({ topic, source }: MemoryRecord) {
    const text = this.#text;
    const ask = (first: object) =>
      this.dispatchEvent(new CustomEvent('ask', { detail: { what: 'forget', first }, bubbles: true, composed: true }));
    const { conversation } = source;
    return html`<ui-menu end label=${text.of('more')}>
      <ui-icon-button slot="trigger" icon="ellipsis" label=${text.of('more')}></ui-icon-button>
      <ui-menu-item icon="trash-2" @ui-select=${() => ask({ topic })}>${text.of('forgetTopic')}</ui-menu-item>
      ${conversation === undefined ? nothing : html`<ui-menu-item icon="trash-2" @ui-select=${() => ask({ conversation })}>${text.of('forgetConversation')}</ui-menu-item>`}
    </ui-menu>`;
  }

  /** This memory beside the one that it ended, or that ended it. */
  #pairs(memory: MemoryRecord) {
    const text = this.#text;
    const related = this.#others(memory);
    const successor = related.find(({ id }) => id === memory.supersededBy);
    const earlier = this.#earlier(memory);
    const [old, now] = successor !== undefined ? [memory, successor] : [earlier, memory];
    if (old === undefined) return nothing;
    const differs = differenceOf(old.content, now.content);
    const side = (one: MemoryRecord, name: string, state: 'off' | 'done', kind: 'old' | 'now') => html`<div class=${kind}>
      <ui-state state=${state} silent></ui-state><span class="lab">${name}</span>
      <p dir="auto">${marked(one.content, differs[kind])}</p>
      ${one.source.quote === undefined ? nothing : html`<q>${one.source.quote}</q>`}
      <div class="small">${momentText(text.locale, one.createdAt)} ${one.timesUsed === 0 ? nothing : html` · ${text.count('used', one.timesUsed)}`}</div>
    </div>`;
    return html`<div class="pairs" role="group" aria-label=${text.of('replaced')}>
      <div class="top"><ui-icon name="history"></ui-icon><b>${text.of('replaced')}</b><span>${text.of('answersUse', { at: momentText(text.locale, now.from) })}</span></div>
      <div class="pair">${side(old, text.of('oldWords'), 'off', 'old')}${side(now, text.of('newWords'), 'done', 'now')}</div>
      <div class="foot"><span>${text.of('oldStays')}</span>
        ${
          successor !== undefined
            ? html`<ui-button size="24" @click=${() => this.#show(now.id)}>${text.of('showNew')}</ui-button>`
            : html`<ui-button size="24" @click=${() => this.#bothTrue(old)}>${text.of('bothTrue')}</ui-button><ui-button size="24" kind="line" @click=${() => this.#keepOld(memory, old)}>${text.of('keepOld')}</ui-button>`
        }
      </div>
    </div>`;
  }

  #others(memory: MemoryRecord): readonly MemoryRecord[] {
    const { state } = this.#related;
    return state.status === 'ready' ? state.value.memories.filter(({ id }) => id !== memory.id) : [];
  }

  #earlier(memory: MemoryRecord): MemoryRecord | undefined {
    return this.#others(memory).find(({ supersededBy }) => supersededBy === memory.id);
  }

  #source(memory: MemoryRecord) {
    const text = this.#text;
    const { source, createdAt, verbatim, storedBy } = memory;
    const { conversation, message, quote, outside, origin } = source;
    const { state } = this.#conversation;
    const isThere = conversation !== undefined && state.status === 'ready';
    const title = isThere ? state.value.row.title : undefined;
    const words =
      storedBy !== undefined
        ? text.of('fromExtension', { from: storedBy })
        : outside !== undefined
          ? text.of('fromOutside', { outside })
          : quote !== undefined && (origin === 'captured' || origin === 'tool')
            ? text.of(verbatim === true ? 'ownWords' : 'fromYours')
            : text.of(`from.${origin}`);
    const isOwn = outside === undefined && storedBy === undefined;
    return html`
      <h3><span>${text.of('whereFrom')}</span>${
        isThere
          ? html`<ui-button size="24" @click=${() => this.#open(conversation, message)}>${text.of(message === undefined ? 'openConversation' : 'openMessage')}</ui-button>`
          : nothing
      }</h3>
      <div class="card">
        ${
          conversation === undefined
            ? nothing
            : html`<div class="source-head"><ui-icon name="message-square"></ui-icon><b dir="auto">${state.status === 'pending' ? nothing : (title ?? text.of('conversationGone'))}</b><time>${momentText(text.locale, createdAt)}</time></div>`
        }
        ${quote === undefined ? nothing : html`<blockquote dir="auto">${quote}</blockquote>`}
        <div class="source-foot ${isOwn ? '' : 'warn'}"><ui-icon name=${isOwn ? 'shield-check' : 'triangle-alert'}></ui-icon><span>${words}</span></div>
      </div>
    `;
  }

  #nearby(memory: MemoryRecord) {
    const text = this.#text;
    const { state } = this.#near;
    const near =
      state.status === 'ready' ? state.value.filter(hit => hit.memory.id !== memory.id && hit.words >= 0.15).slice(0, mostNear) : [];
    if (near.length === 0) return nothing;
    return html`<h3><span>${text.of('nearIt')}</span></h3>
      ${near.map(
        ({ memory: one }) => html`<button class="near" @click=${() => this.#show(one.id)}>
          <ui-icon name=${kindIcons[one.kind]}></ui-icon><span dir="auto">${one.title}</span><ui-badge>${text.of(`kind.${one.kind}`)}</ui-badge><time>${shortTime(text.locale, one.createdAt)}</time>
        </button>`,
      )}`;
  }

  #truth(memory: MemoryRecord) {
    const text = this.#text;
    const { from, until } = memory;
    return html`<h3><span>${text.of('trueWhen')}</span><span>${text.of('asOfToday')}</span></h3>
      <div class="card">
        <div class="chart">${validityChart(text, memory, this.#earlier(memory))}</div>
        <dl><dt>${text.of('from')}</dt><dd>${momentText(text.locale, from)}</dd><dt>${text.of('untilWhen')}</dt><dd>${until === undefined ? text.of('stillTrue') : momentText(text.locale, until)}</dd></dl>
      </div>`;
  }

  #record(memory: MemoryRecord) {
    const text = this.#text;
    const { locale } = text;
    const { project, topic, tags, confidence, importance, source, timesUsed, lastUsedAt } = memory;
    const row = (name: string, value: unknown, kind = '') => html`<dt>${name}</dt><dd class=${kind}>${value}</dd>`;
    const weight = importance >= 0.75 ? 'high' : importance <= 0.25 ? 'low' : 'usual';
    const used = `${text.count('usedTimes', timesUsed)}${lastUsedAt === undefined ? '' : `, ${text.of('last', { at: shortTime(locale, lastUsedAt) })}`}`;
    return html`<h3><span>${text.of('record')}</span></h3>
      <dl>
        ${row(text.of('scope'), placeText(text, project, this.names))}
        ${row(text.of('topic'), topic, 'mono')}
        ${tags.length === 0 ? nothing : row(text.of('tags'), tags.join(', '))}
        ${row(text.of('confidence'), percentText(locale, confidence))}
        ${row(text.of('weight'), text.of(`weight.${weight}`))}
        ${row(text.of('origin'), text.of(`origin.${source.origin}`))}
        ${row(text.of('usedName'), timesUsed === 0 ? text.of('neverUsed') : used)}
      </dl>`;
  }

  #show(id: string): void {
    this.dispatchEvent(new CustomEvent('show', { detail: id }));
  }

  #ask(what: string, memory: MemoryRecord): void {
    this.dispatchEvent(new CustomEvent('ask', { detail: { what, memory }, bubbles: true, composed: true }));
  }

  #open(conversation: string, entry: string | undefined): void {
    void this.#try(() => this.view.run('conversations.open', { conversation, ...(entry !== undefined && { entry }) }));
  }

  /** The old words hold again, from now on. */
  #keepOld(memory: MemoryRecord, old: MemoryRecord): void {
    void this.#try(async () => {
      const { memory: made } = await this.view
        .connect(MemoryChannel)
        .call('correct', { id: memory.id, title: old.title, content: old.content, source: { origin: 'manual' } });
      this.#show(made.id);
    });
  }

  /** The old words hold beside the new ones: on a topic of their own, or one would end the other again. */
  #bothTrue({ id }: MemoryRecord): void {
    void this.#try(async () => {
      await this.view.connect(MemoryChannel).call('separate', { id });
      this.#show(id);
    });
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}
