import { ConversationsChannel } from '@atelier/conversations/contract';
import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { MemoryChannel, type MemoryRecord } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { coveredText, failureOf, kindIcons, momentText } from '../words.ts';

/** The review of what is new, one memory at a time: keep, mend, forget. Shown once it is due, or where it was asked for. Fires `ask` to mend. */
export class MemoryReview extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; flex: none; font: var(--t-13); color: var(--text); }
    section { padding: 10px 12px 12px; border-block-start: 1px solid var(--line); background: var(--surface); }
    :host([always]) section { padding: 0; border: 0; background: none; }
    .top { display: flex; align-items: center; gap: 8px; min-height: 24px; }
    .top b { flex: 1; min-width: 0; font-weight: 600; }
    .nth { font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .card { margin-block-start: 6px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
    .what { display: flex; gap: 12px; padding: 9px 12px 8px; }
    .what ui-icon { flex: none; margin-block-start: 2px; color: var(--text-3); }
    .what span { min-width: 0; }
    .what b { display: block; font-weight: 500; overflow-wrap: anywhere; }
    .what small { display: block; font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
    .what q { display: block; font: var(--t-12); color: var(--text-2); overflow-wrap: anywhere; }
    .what .warn { display: flex; gap: 4px; color: var(--text); --icon-size: 14px; }
    .go { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8px; padding: 0 12px 12px; }
    .go ui-button { display: grid; }
    .go ui-kbd { margin-inline-start: 4px; }
    @media (max-width: 719px) { .go ui-kbd { display: none; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  /** Also before the week is over. */
  @property({ type: Boolean, reflect: true }) always = false;
  @state() private done = 0;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #review = new Query(this, () => this.view, MemoryChannel, 'review', { params: () => ({}), refreshOn: 'proposalsChanged' });
  readonly #conversation = new Query(this, () => this.view, ConversationsChannel, 'conversation', {
    params: () => ({ conversation: this.#first?.source.conversation ?? '' }),
  });

  get #first(): MemoryRecord | undefined {
    const { state } = this.#review;
    return state.status === 'ready' && (state.value.due || this.always) ? state.value.memories[0] : undefined;
  }

  override render() {
    const text = this.#text;
    const { state } = this.#review;
    const first = this.#first;
    if (state.status !== 'ready' || first === undefined) return nothing;
    const { total } = state.value;
    const { kind, content, createdAt, source, title: name } = first;
    const { quote, outside } = source;
    const title = this.#conversation.state.status === 'ready' ? this.#conversation.state.value.row.title : undefined;
    const at = momentText(text.locale, createdAt);
    const act = (label: string, key: string, run: () => void) =>
      html`<ui-button kind="line" @click=${run}>${label}<ui-kbd keys=${key}></ui-kbd></ui-button>`;
    return html`<section aria-label=${text.of('review')} @keydown=${this.#key}>
      <div class="top"><b>${text.count('reviewNew', total)}</b><span class="nth">${text.of('reviewNth', { nth: this.done + 1, total: total + this.done })}</span>
        ${this.always ? nothing : html`<ui-button size="24" @click=${() => this.#run(client => client.call('putOffReview', {}))}>${text.of('putOff')}</ui-button>`}</div>
      <div class="card">
        <div class="what"><ui-icon name=${kindIcons[kind]}></ui-icon><span><b dir="auto">${content}</b>
          ${name.trim() === content.trim() ? nothing : html`<small dir="auto">${name}</small>`}
          <small>${coveredText(text, first)}</small>
          <small>${title === undefined || quote === undefined ? text.of(`stored.${source.origin}`, { at }) : text.of('yourWordsIn', { at, title })}</small>
          ${quote === undefined ? nothing : html`<q dir="auto">${quote}</q>`}
          ${outside === undefined ? nothing : html`<small class="warn"><ui-icon name="triangle-alert"></ui-icon>${text.of('heldOutsideFrom', { outside })}</small>`}</span></div>
        <div class="go">
          ${act(text.of('keep'), 'K', () => this.#keep(first))}
          ${act(text.of('mend'), 'M', () => this.#mend(first))}
          ${act(text.of('forget'), 'F', () => this.#forget(first))}
        </div>
      </div>
    </section>`;
  }

  readonly #key = (event: KeyboardEvent): void => {
    const first = this.#first;
    if (first === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'k') this.#keep(first);
    else if (key === 'm') this.#mend(first);
    else if (key === 'f') this.#forget(first);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #keep({ id }: MemoryRecord): void {
    void this.#run(client => client.call('keep', { ids: [id] }), true);
  }

  #mend(memory: MemoryRecord): void {
    this.dispatchEvent(new CustomEvent('ask', { detail: { what: 'edit', memory, reviewed: true }, bubbles: true, composed: true }));
  }

  #forget({ id, title }: MemoryRecord): void {
    void this.#run(async client => {
      const { change } = await client.call('forget', { ids: [id] });
      const text = this.#text;
      if (change !== undefined)
        toast({
          text: text.of('goneOne', { title }),
          action: { label: text.of('undo'), run: () => void this.#run(again => again.call('undo', { change })) },
        });
    }, true);
  }

  async #run(work: (client: ReturnType<typeof this.client>) => Promise<unknown>, isStep = false): Promise<void> {
    try {
      await work(this.client());
      if (isStep) this.done += 1;
      this.#review.refresh();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }

  private client() {
    return this.view.connect(MemoryChannel);
  }
}
