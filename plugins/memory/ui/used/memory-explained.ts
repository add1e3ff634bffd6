import { ConversationsChannel } from '@atelier/conversations/contract';
import { toast } from '@atelier/kernel/kit';
import { Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { MemoryChannel, type MemoryRecord, type ToldBySource, type Used } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { dayText, failureOf, kindIcons, shortTime, toldText } from '../words.ts';

/** What Atelier remembered for an answer, why, and the way to correct or forget it at once. */
export class MemoryExplained extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; font: var(--t-13); color: var(--text); }
    ul { margin: 0; padding: 0; border-block-start: 1px solid var(--line); list-style: none; }
    li { display: grid; grid-template-columns: 12px 16px minmax(0, 1fr) auto; gap: 0 12px; align-items: start; padding-block: 10px; padding-inline: 20px 12px; }
    li + li { border-block-start: 1px solid var(--line); }
    li.on { background: var(--hover); }
    .nth { margin-block-start: 2px; font: 500 11px/16px var(--font); color: var(--text-3); font-variant-numeric: tabular-nums; }
    li > ui-icon { margin-block-start: 2px; color: var(--text-3); }
    .title { font-weight: 500; overflow-wrap: anywhere; }
    .past { text-decoration: line-through; text-decoration-color: var(--line-strong); color: var(--text-2); }
    small { display: block; font: var(--t-12); color: var(--text-2); }
    .link { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; text-underline-offset: 2px; cursor: pointer; border-radius: var(--r-4); }
    .link:hover { color: var(--text); }
    .link:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    .why { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 6px; margin-block-start: 5px; font: var(--t-11); color: var(--text-2); }
    .acts { display: flex; gap: 4px; }
    form { grid-column: 3 / -1; display: flex; flex-wrap: wrap; gap: 8px; margin-block-start: 8px; }
    form ui-input { flex: 1 1 220px; }
    form ui-alert { flex: 1 0 100%; }
    h3 { margin: 0; padding: 10px 20px 6px; border-block-start: 1px solid var(--line); font: 500 12px/16px var(--font); color: var(--text-2); }
    .foot { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 8px; padding-block: 8px 12px; padding-inline: 20px 12px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-2); --icon-size: 14px; }
    .foot span { flex: 1 1 320px; }
    p { margin: 0; padding: 0 20px 20px; color: var(--text-2); }
    ui-progress, ui-alert { display: block; margin: 0 20px 20px; }
    form ui-alert { margin: 0; }
    @media (max-width: 560px) { li { grid-template-columns: 16px minmax(0, 1fr); } .nth { display: none; } form { grid-column: 2; } .acts { grid-column: 2; margin-block-start: 6px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private correcting: string | undefined;
  @state() private asking = false;
  @state() private problem: string | undefined;
  @state() private undoable: ReadonlyMap<string, string> = new Map();
  @state() private titles: ReadonlyMap<string, string> = new Map();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #used = new Query(this, () => this.view, MemoryChannel, 'explain', { params: () => this.#where, refreshOn: 'memoriesChanged' });
  readonly #room = new Query(this, () => this.view, MemoryChannel, 'room', { params: () => this.#where, refreshOn: 'memoriesChanged' });
  #asked: readonly Used[] | undefined;

  get #where(): { conversation: string; message: string } {
    const { conversation = '', entry = '' } = (this.#params.value ?? {}) as { conversation?: string; entry?: string };
    return { conversation, message: entry };
  }

  override render() {
    const text = this.#text;
    const { state } = this.#used;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const used = state.value;
    if (used.length === 0) return html`<p>${text.of('usedNothing')}</p>${this.#untold()}`;
    void this.#readTitles(used);
    const at = Math.min(...used.map(one => one.at));
    return html`
      <ul>${used.map((one, index) => this.#row(one, index))}</ul>
      ${this.#untold()}
      <div class="foot"><ui-icon name="history"></ui-icon><span>${text.of('asOf', { at: dayText(text.locale, at) })}${this.#tokens()}</span><ui-button size="24" ?disabled=${this.asking} @click=${() => this.#again()}>${text.of('answerWithout')}</ui-button><ui-button size="24" @click=${() => this.#openPage()}>${text.of('openMemory')}</ui-button></div>
    `;
  }

  #row({ id, memory, score, changed, found, untitled }: Used, index: number) {
    const text = this.#text;
    if (found !== undefined) return this.#foundRow(found, index);
    const change = this.undoable.get(id);
    if (memory === undefined)
      return html`<li><span class="nth">${index + 1}</span><ui-icon name="trash-2"></ui-icon><div><span class="title past">${text.of('usedForgotten')}</span></div>
        <span class="acts">${change === undefined ? nothing : html`<ui-button size="24" kind="line" icon="undo-2" @click=${() => this.#undo(id, change)}>${text.of('undo')}</ui-button>`}</span></li>`;
    const isPast = memory.status === 'superseded';
    const isOn = this.correcting === id;
    return html`<li class=${isOn ? 'on' : ''}>
      <span class="nth">${index + 1}</span><ui-icon name=${kindIcons[memory.kind]}></ui-icon>
      <div>
        <span class="title ${isPast ? 'past' : ''}" dir="auto">${toldText(memory, untitled)}</span>
        <small>${this.#source(memory)}${changed === true ? ` ${text.of('wordsChanged')}` : ''}</small>
        <div class="why"><span>${text.of('chosenFor')}</span>${this.#reasons(memory, score).map(reason => html`<ui-badge>${reason}</ui-badge>`)}</div>
      </div>
      <span class="acts">
        ${isPast ? html`<ui-button size="24" @click=${() => this.#openPage(memory.supersededBy ?? id)}>${text.of('showNew')}</ui-button>` : html`<ui-button size="24" .pressed=${isOn} @click=${() => this.#correct(isOn ? undefined : id)}>${text.of('correct')}</ui-button>`}
        <ui-button size="24" @click=${() => this.#forget(memory)}>${text.of('forget')}</ui-button>
      </span>
      ${isOn ? this.#form(memory) : nothing}
    </li>`;
  }

  #tokens(): string {
    const { state } = this.#room;
    const tokens = state.status === 'ready' ? state.value.tokens : undefined;
    return tokens === undefined || tokens === 0 ? '' : ` ${this.#text.of('usedTokens', { count: String(tokens) })}`;
  }

  /** What fitted as well, and was not told. */
  #untold() {
    const { state } = this.#room;
    const untold = state.status === 'ready' ? state.value.untold.flatMap(({ memory }) => memory ?? []) : [];
    if (untold.length === 0) return nothing;
    const lines = untold.map(
      memory =>
        html`<li><span class="nth"></span><ui-icon name=${kindIcons[memory.kind]}></ui-icon><div dir="auto">${toldText(memory)}</div></li>`,
    );
    return html`<h3>${this.#text.of('usedUntold', { count: String(untold.length) })}</h3><ul>${lines}</ul>`;
  }

  /** The same message to the same model, which is told no memory and can look none up. */
  async #again(): Promise<void> {
    const { conversation, message } = this.#where;
    const client = this.view.connect(MemoryChannel);
    if (this.asking) return;
    this.asking = true;
    try {
      const { wish } = await client.call('leaveOut', { conversation, message });
      try {
        await this.view.connect(ConversationsChannel).call('regenerate', { conversation, entry: message });
      } finally {
        // Its turn has begun without memories, or none has: no later one is meant.
        await client.call('endLeaveOut', { conversation, wish }).catch(() => undefined);
      }
      await this.view.connect(WindowChannel).call('close', { view: 'memory.used' });
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    } finally {
      this.asking = false;
    }
  }

  #foundRow(found: ToldBySource, index: number) {
    const text = this.#text;
    const { from, title } = found;
    return html`<li><span class="nth">${index + 1}</span><ui-icon name="puzzle"></ui-icon>
      <div><span class="title" dir="auto">${found.text}</span><small>${text.of('usedSource', { title, from })}</small></div>
      <span class="acts"><ui-button size="24" @click=${() => this.#switchOff(found)}>${text.of('usedSourceOff')}</ui-button></span></li>`;
  }

  #source({ source, createdAt, from, until, status }: MemoryRecord) {
    const text = this.#text;
    const { locale } = text;
    const { conversation, message, quote } = source;
    // Without a quotation nothing says that it is of the person.
    const title = conversation === undefined || quote === undefined ? undefined : this.titles.get(conversation);
    const at = shortTime(locale, createdAt);
    const said =
      conversation === undefined || title === undefined
        ? `${text.of(`stored.${source.origin}`, { at })} ·`
        : html`${text.of('youIn', { at })} <button class="link" @click=${() => this.#openMessage(conversation, message)}>${title}</button> ·`;
    const valid =
      status === 'superseded'
        ? text.of('endedSince', { until: dayText(locale, until ?? from) })
        : until === undefined
          ? text.of('trueSinceDay', { from: dayText(locale, from) })
          : text.of('trueUntilDay', { until: dayText(locale, until) });
    return html`${said} ${valid}`;
  }

  #reasons({ confidence, timesUsed, createdAt }: MemoryRecord, score: number): readonly string[] {
    const text = this.#text;
    return [
      text.of(score === 0 ? 'reason.lookedUp' : score >= 0.45 ? 'reason.close' : 'reason.near'),
      text.of(confidence >= 0.85 ? 'reason.sure' : 'reason.once'),
      ...(Date.now() - createdAt < 7 * 86_400_000 ? [text.of('reason.recent')] : []),
      timesUsed === 0 ? text.of('reason.first') : text.count('used', timesUsed),
    ];
  }

  #form(memory: MemoryRecord) {
    const text = this.#text;
    return html`<form @submit=${(event: SubmitEvent) => this.#save(event, memory)} novalidate>
      <ui-input name="content" label=${text.of('newWords')} maxlength="4000" .value=${memory.content}></ui-input>
      <ui-button kind="line" @click=${() => this.#correct(undefined)}>${text.of('cancel')}</ui-button>
      <ui-button kind="accent" type="submit">${text.of('correctNow')}</ui-button>
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
    </form>`;
  }

  async #readTitles(used: readonly Used[]): Promise<void> {
    if (used === this.#asked) return;
    this.#asked = used;
    const client = this.view.connect(ConversationsChannel);
    const ids = [...new Set(used.flatMap(({ memory }) => memory?.source.conversation ?? []))];
    const found = await Promise.all(
      ids.map(
        async id =>
          [
            id,
            await client.call('conversation', { conversation: id }).then(
              ({ row }) => row.title,
              () => undefined,
            ),
          ] as const,
      ),
    );
    this.titles = new Map(found.flatMap(([id, title]) => (title === undefined ? [] : [[id, title] as const])));
  }

  #correct(id: string | undefined): void {
    this.problem = undefined;
    this.correcting = id;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('form ui-input')?.focus());
  }

  async #save(event: SubmitEvent, { id, content }: MemoryRecord): Promise<void> {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget as HTMLFormElement).get('content') ?? '').trim();
    if (words === '' || words === content) return this.#correct(undefined);
    try {
      await this.view.connect(MemoryChannel).call('correct', { id, content: words, source: { origin: 'manual' } });
      this.correcting = undefined;
      toast({ text: this.#text.of('corrected'), kind: 'done' });
    } catch (error) {
      this.problem = failureOf(error).in(this.#text.locale);
    }
  }

  async #forget({ id }: MemoryRecord): Promise<void> {
    try {
      const { change } = await this.view.connect(MemoryChannel).call('forget', { ids: [id] });
      if (change !== undefined) this.undoable = new Map([...this.undoable, [id, change]]);
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }

  async #switchOff({ from, source, title }: ToldBySource): Promise<void> {
    try {
      await this.view.connect(MemoryChannel).call('setSource', { from, id: source, on: false });
      toast({ text: this.#text.of('usedSourceIsOff', { title }), kind: 'done' });
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }

  async #undo(id: string, change: string): Promise<void> {
    try {
      await this.view.connect(MemoryChannel).call('undo', { change });
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
    this.undoable = new Map([...this.undoable].filter(([one]) => one !== id));
  }

  async #openMessage(conversation: string, entry: string | undefined): Promise<void> {
    const client = this.view.connect(WindowChannel);
    // In this order: a dialog that is closed is not heard any more.
    await this.view.run('conversations.open', { conversation, ...(entry !== undefined && { entry }) });
    await client.call('close', { view: 'memory.used' });
  }

  async #openPage(memory?: string): Promise<void> {
    const client = this.view.connect(WindowChannel);
    await client.call('open', { view: 'memory.page', params: memory === undefined ? {} : { memory } });
    await client.call('close', { view: 'memory.used' });
  }
}
