import { visibleText } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Conflict, MemoryChannel, type MemoryRecord, type Page, type Proposal } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { coveredText, dayText, failureOf, kindIcons, momentText } from '../words.ts';

/** What waits for the person: memories to confirm, memories that say the same, memories that may disagree, and those that fade. */
export class MemoryWaiting extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; height: 100%; overflow: auto; padding: 20px 28px 24px; font: var(--t-13); color: var(--text); scrollbar-width: thin; }
    .all { display: grid; gap: 12px; max-width: 860px; margin: 0 auto; }
    h2 { margin: 12px 0 0; font: 600 13px/20px var(--font); }
    h2:first-child { margin-block-start: 0; }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    article { border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
    article > header { display: flex; align-items: flex-start; gap: 10px; padding: 10px 12px; }
    header ui-icon, li > ui-icon { flex: none; margin-block-start: 2px; color: var(--text-3); }
    header.warn ui-icon { color: var(--warn); }
    header > span { flex: 1; min-width: 0; }
    b { font-weight: 500; overflow-wrap: anywhere; }
    header small, li small { display: block; font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
    time { flex: none; font: var(--t-11); line-height: 20px; color: var(--text-2); font-variant-numeric: tabular-nums; }
    q { display: block; padding-block: 0 10px; padding-inline: 38px 12px; color: var(--text-2); overflow-wrap: anywhere; }
    ul { margin: 0; padding: 0; list-style: none; }
    li { display: flex; align-items: flex-start; gap: 10px; padding: 8px 12px; border-block-start: 1px solid var(--line); }
    li > span { flex: 1; min-width: 0; }
    .side { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); border-block-start: 1px solid var(--line); overflow: hidden; }
    .side > div { padding-block: 10px 12px; padding-inline: 38px 12px; min-width: 0; box-shadow: -1px -1px var(--line); }
    .side small { display: block; font: var(--t-11); color: var(--text-2); margin-block: 4px; }
    footer { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; padding: 8px 12px; border-block-start: 1px solid var(--line); }
    form { display: grid; gap: 8px; padding-block: 0 10px; padding-inline: 38px 12px; }
    ui-empty { height: 100%; }
    @media (max-width: 560px) { :host { padding: 12px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private mending: string | undefined;
  /** All of what an extension wants forgotten, of the questions where the person looks at it. */
  @state() private all: ReadonlyMap<string, readonly MemoryRecord[]> = new Map();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #proposals = new Query(this, () => this.view, MemoryChannel, 'proposals', {
    params: () => ({ limit: 50 }),
    refreshOn: 'proposalsChanged',
  });
  readonly #conflicts = new Query(this, () => this.view, MemoryChannel, 'conflicts', {
    params: () => ({ limit: 20 }),
    refreshOn: 'memoriesChanged',
  });
  readonly #review = new Query(this, () => this.view, MemoryChannel, 'review', { params: () => ({}), refreshOn: 'proposalsChanged' });

  override render() {
    const text = this.#text;
    const [proposals, conflicts, review] = [this.#proposals.state, this.#conflicts.state, this.#review.state];
    const failed = [proposals, conflicts, review].find(state => state.status === 'failed');
    if (failed?.status === 'failed') return html`<ui-alert kind="danger">${failed.message}</ui-alert>`;
    if (proposals.status !== 'ready' || conflicts.status !== 'ready' || review.status !== 'ready')
      return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    const captures = proposals.value.proposals.filter(({ kind }) => kind === 'capture');
    const forgets = proposals.value.proposals.filter(({ kind }) => kind === 'forget');
    const shares = proposals.value.proposals.filter(({ kind }) => kind === 'share');
    const merges = proposals.value.proposals.filter(({ kind }) => kind === 'merge');
    const { faded, total } = review.value;
    if (captures.length + forgets.length + shares.length + merges.length + conflicts.value.conflicts.length + faded.length + total === 0)
      return html`<ui-empty icon="check" text=${text.of('nothingWaits')}></ui-empty>`;
    const part = (title: string, about: string, items: readonly unknown[]) =>
      items.length === 0 ? nothing : html`<h2>${title}</h2><p>${about}</p>${items}`;
    return html`<div class="all">
      ${part(
        text.of('toForget'),
        text.of('toForgetAbout'),
        forgets.map(one => this.#wish(one)),
      )}
      ${part(
        text.of('toConfirm'),
        text.of('toConfirmAbout'),
        captures.map(one => this.#capture(one)),
      )}
      ${part(
        text.of('toShare'),
        text.of('toShareAbout'),
        shares.map(one => this.#share(one)),
      )}
      ${total === 0 ? nothing : html`<memory-review always .view=${this.view}></memory-review>`}
      ${part(
        text.of('toMerge'),
        text.of('toMergeAbout'),
        merges.map(one => this.#merge(one)),
      )}
      ${part(
        text.of('toCompare'),
        text.of('toCompareAbout'),
        conflicts.value.conflicts.map(one => this.#conflict(one)),
      )}
      ${faded.length === 0 ? nothing : html`<h2>${text.of('fading')}</h2><p>${text.of('fadingAbout')}</p>${this.#faded(faded)}`}
    </div>`;
  }

  /** The memory word for word, where it comes from, and what else the conversation held. */
  #capture(proposal: Proposal) {
    const text = this.#text;
    const { id, title, content, draft, at, forgotten, by, memories = [] } = proposal;
    const { outside } = draft?.source ?? {};
    const reasons = [
      ...(title.trim() === content.trim() ? [] : [title]),
      ...(draft === undefined ? [] : [coveredText(text, draft)]),
      ...(draft?.source.quote === undefined ? [text.of(`from.${draft?.source.origin ?? 'tool'}`)] : []),
      ...(by === undefined ? [] : [by]),
      ...(outside === undefined ? [] : [text.of('heldOutsideFrom', { outside })]),
      ...(forgotten === true ? [text.of('likeForgotten')] : []),
      ...(memories.length > 0 ? [text.of('wouldEnd')] : []),
    ];
    return html`<article aria-label=${title}>
      <header class="warn"><ui-icon name="triangle-alert"></ui-icon><span><b dir="auto">${content}</b>${reasons.map(reason => html`<small dir="auto">${reason}</small>`)}</span><time>${momentText(text.locale, at)}</time></header>
      ${draft?.source.quote === undefined ? nothing : html`<q dir="auto">${draft.source.quote}</q>`}
      ${memories.length === 0 ? nothing : this.#lines(memories)}
      ${this.mending === id ? this.#mendForm(proposal) : nothing}
      <footer>
        <ui-button @click=${() => this.#toggle(id)}>${text.of('mend')}</ui-button>
        <ui-button kind="line" @click=${() => this.#decide(id, false)}>${text.of('refuse')}</ui-button>
        <ui-button kind="line" @click=${() => this.#decide(id, true)}>${text.of('rememberIt')}</ui-button>
      </footer>
    </article>`;
  }

  /** A folder that names a repository whose memories are there: only the person knows whether it is a copy of it. */
  #share({ id, title, content, at }: Proposal) {
    const text = this.#text;
    return html`<article aria-label=${content}>
      <header class="warn"><ui-icon name="triangle-alert"></ui-icon><span><b dir="auto">${visibleText(content, 'code')}</b><small dir="auto">${text.of('claims', { repository: visibleText(title, 'code') })}</small></span><time>${momentText(text.locale, at)}</time></header>
      <footer>
        <ui-button kind="line" @click=${() => this.#decide(id, false)}>${text.of('keepApart')}</ui-button>
        <ui-button kind="line" @click=${() => this.#decide(id, true)}>${text.of('shareThem')}</ui-button>
      </footer>
    </article>`;
  }

  /** What an extension wants forgotten: how many, how many of them are the person's own, and these before the others. */
  #wish({ id, title: from, at, count = 0, own = 0, ...first }: Proposal) {
    const text = this.#text;
    const memories = this.all.get(id) ?? first.memories ?? [];
    const isCut = memories.length < count;
    const shown = html`${own === 0 ? nothing : html`<small>${text.count('wantsOwn', own)}</small>`}${isCut ? html`<small>${text.of('willGoShown', { count: String(memories.length) })}</small>` : nothing}`;
    return html`<article aria-label=${from}>
      <header class="warn"><ui-icon name="triangle-alert"></ui-icon><span><b dir="auto">${text.of('wantsForgotten', { from })}</b>${shown}</span><time>${momentText(text.locale, at)}</time></header>
      ${this.#lines(memories, true)}
      <footer>
        ${isCut ? html`<ui-button @click=${() => this.#showAll(id)}>${text.of('showAll')}</ui-button>` : nothing}
        <ui-button kind="line" @click=${() => this.#decide(id, false)}>${text.of('keep')}</ui-button>
        <ui-button kind="line" @click=${() => this.#forgetAll(id)}>${text.count('forgetMany', count)}</ui-button>
      </footer>
    </article>`;
  }

  #merge(proposal: Proposal) {
    const text = this.#text;
    const { id, content, memories = [] } = proposal;
    return html`<article aria-label=${content}>
      <header><ui-icon name="git-merge"></ui-icon><span><small>${text.of('wouldBecome')}</small><b dir="auto">${content}</b></span></header>
      ${this.#lines(memories)}
      ${this.mending === id ? this.#mendForm(proposal) : nothing}
      <footer>
        <ui-button @click=${() => this.#toggle(id)}>${text.of('mend')}</ui-button>
        <ui-button kind="line" @click=${() => this.#decide(id, false)}>${text.of('keepApart')}</ui-button>
        <ui-button kind="line" @click=${() => this.#decide(id, true)}>${text.of('merge')}</ui-button>
      </footer>
    </article>`;
  }

  /** `isWhole`: with whose they are, and whether they still hold. */
  #lines(memories: readonly MemoryRecord[], isWhole = false) {
    const about = ({ source, status }: MemoryRecord) =>
      [this.#text.of(`origin.${source.origin}`), ...(status === 'superseded' ? [this.#text.of('superseded')] : [])].join(' · ');
    return html`<ul>${memories.map(memory => html`<li><ui-icon name=${kindIcons[memory.kind]}></ui-icon><span dir="auto">${memory.content}${isWhole ? html`<small>${about(memory)}</small>` : nothing}</span><time>${dayText(this.#text.locale, memory.createdAt)}</time></li>`)}</ul>`;
  }

  #mendForm({ id, title, content }: Proposal) {
    const text = this.#text;
    const save = (event: SubmitEvent) => {
      event.preventDefault();
      const words = String(new FormData(event.currentTarget as HTMLFormElement).get('content') ?? '').trim();
      if (words !== '') void this.#decide(id, true, { title: title === content ? words.slice(0, 200) : title, content: words });
    };
    return html`<form @submit=${save} novalidate>
      <ui-textarea name="content" label=${text.of('content')} rows="2" maxlength="4000" .value=${content}></ui-textarea>
      <div><ui-button kind="accent" type="submit">${text.of('rememberSo')}</ui-button></div>
    </form>`;
  }

  #conflict({ topic, memories }: Conflict) {
    const text = this.#text;
    const ask = (what: string, memory: MemoryRecord) =>
      this.dispatchEvent(new CustomEvent('ask', { detail: { what, memory }, bubbles: true, composed: true }));
    return html`<article aria-label=${topic}>
      <header><ui-icon name="split"></ui-icon><span><b>${topic}</b></span><ui-button size="24" @click=${() => this.#apart(memories)}>${text.of('bothTrue')}</ui-button></header>
      <div class="side">${memories.map(
        memory => html`<div>
          <b dir="auto">${memory.content}</b><small>${momentText(text.locale, memory.createdAt)} · ${text.of(`origin.${memory.source.origin}`)}</small>
          <ui-button size="24" @click=${() => ask('correct', memory)}>${text.of('correct')}</ui-button>
          <ui-button size="24" @click=${() => this.#forget(memory)}>${text.of('forget')}</ui-button>
        </div>`,
      )}</div>
    </article>`;
  }

  /** The person says that they hold: they stay, each on a topic of its own. */
  #apart(memories: readonly MemoryRecord[]): void {
    void this.#run(async client => {
      for (const { id } of memories.slice(0, -1)) await client.call('separate', { id });
      await client.call('keep', { ids: memories.slice(-1).map(({ id }) => id) });
    });
  }

  #faded(faded: readonly MemoryRecord[]) {
    const text = this.#text;
    return html`<article><ul>${faded.map(
      memory => html`<li><ui-icon name=${kindIcons[memory.kind]}></ui-icon><span dir="auto">${memory.content}<small>${dayText(text.locale, memory.lastUsedAt ?? memory.createdAt)}</small></span>
        <ui-button size="24" @click=${() => this.#run(client => client.call('keep', { ids: [memory.id] }))}>${text.of('keep')}</ui-button>
        <ui-button size="24" @click=${() => this.#forget(memory)}>${text.of('forget')}</ui-button></li>`,
    )}</ul></article>`;
  }

  #toggle(id: string): void {
    this.mending = this.mending === id ? undefined : id;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('form ui-textarea')?.focus());
  }

  async #decide(id: string, accept: boolean, words: { title?: string; content?: string } = {}): Promise<void> {
    const isDone = await this.#run(client => client.call('decideProposal', { id, accept, ...words }));
    if (!isDone) return;
    this.mending = undefined;
    // What was decided is gone, and the focus with it.
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('footer ui-button')?.focus());
  }

  async #forget({ id, title }: MemoryRecord): Promise<void> {
    await this.#run(async client => {
      const { change } = await client.call('forget', { ids: [id] });
      this.#sayGone(this.#text.of('goneOne', { title }), change);
    });
  }

  async #forgetAll(id: string): Promise<void> {
    await this.#run(async client => {
      const { change, forgotten = 0 } = await client.call('decideProposal', { id, accept: true });
      this.#sayGone(this.#text.count('gone', forgotten), change);
    });
  }

  /** Each memory of a question, a page after the other. */
  async #showAll(id: string): Promise<void> {
    await this.#run(async client => {
      const memories: MemoryRecord[] = [];
      for (let after: string | undefined = '0'; after !== undefined; ) {
        const page: Page = await client.call('list', { proposal: id, after, limit: 200 });
        memories.push(...page.memories);
        after = page.next;
      }
      this.all = new Map([[id, memories]]);
    });
  }

  /** With the way back. */
  #sayGone(text: string, change: string | undefined): void {
    if (change === undefined) return;
    const run = () => void this.#run(again => again.call('undo', { change }));
    toast({ text, action: { label: this.#text.of('undo'), run } });
  }

  /** Whether it succeeded. */
  async #run(work: (client: ReturnType<typeof this.client>) => Promise<unknown>): Promise<boolean> {
    try {
      await work(this.client());
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
      return false;
    }
    for (const query of [this.#proposals, this.#conflicts, this.#review]) query.refresh();
    return true;
  }

  private client() {
    return this.view.connect(MemoryChannel);
  }
}
