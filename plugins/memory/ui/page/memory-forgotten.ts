import { toast } from '@atelier/kernel/kit';
import { Query, relativeTimeText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { MemoryChannel, type MemoryRecord } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf, kindIcons } from '../words.ts';

const hour = 3_600_000;

/** What was forgotten within the hour, while its words are still there, and what stays of the rest: nothing but that it is not stored again. */
export class MemoryForgotten extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; height: 100%; overflow: auto; padding: 20px 28px 24px; font: var(--t-13); color: var(--text); scrollbar-width: thin; }
    .all { display: grid; gap: 12px; max-width: 860px; margin: 0 auto; }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    ul { display: grid; margin: 0; padding: 4px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); list-style: none; }
    li { display: flex; align-items: center; gap: 12px; min-height: 48px; padding: 5px 8px; }
    li + li { border-block-start: 1px solid var(--line); }
    li > ui-icon { flex: none; color: var(--text-3); }
    li span { flex: 1; min-width: 0; }
    b, small { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    b { font-weight: 500; }
    small { font: var(--t-12); color: var(--text-2); }
    ui-empty { height: 100%; }
    @media (max-width: 560px) { :host { padding: 12px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) count = 0;
  /** Where the shown part of the list begins. */
  @state() private begins: string | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #gone = new Query(this, () => this.view, MemoryChannel, 'list', {
    params: () => ({ statuses: ['deleted' as const], limit: 200, ...(this.begins !== undefined && { after: this.begins }) }),
    refreshOn: 'memoriesChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#gone;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const all = state.status === 'ready' ? state.value.memories : [];
    // What was replaced by another one of these comes back with it.
    const ids = new Set(all.map(({ id }) => id));
    const gone = all.filter(({ supersededBy = '' }) => !ids.has(supersededBy));
    const next = state.status === 'ready' ? state.value.next : undefined;
    if (state.status === 'ready' && gone.length === 0 && this.count === 0)
      return html`<ui-empty icon="trash-2" text=${text.of('nothingForgotten')}></ui-empty>`;
    return html`<div class="all">
      <p>${text.count('forgottenAbout', this.count)}</p>
      ${gone.length === 0 ? nothing : html`<ul aria-label=${text.of('forgottenLately')}>${gone.map(memory => this.#row(memory))}</ul>`}
      ${next === undefined && this.begins === undefined ? nothing : html`<ui-button kind="line" @click=${() => (this.begins = next)}>${text.of(next === undefined ? 'forgottenNewest' : 'forgottenMore')}</ui-button>`}
    </div>`;
  }

  #row(memory: MemoryRecord) {
    const text = this.#text;
    const gone = text.of('wordsGo', { when: relativeTimeText(text.locale, memory.updatedAt + hour) });
    return html`<li><ui-icon name=${kindIcons[memory.kind]}></ui-icon><span><b dir="auto" title=${memory.content}>${memory.title}</b><small>${gone}</small></span>
      <ui-button kind="line" size="24" icon="undo-2" @click=${() => this.#putBack(memory)}>${text.of('putBack')}</ui-button></li>`;
  }

  async #putBack({ id, title }: MemoryRecord): Promise<void> {
    try {
      const { replaced } = await this.view.connect(MemoryChannel).call('putBack', { id });
      toast({ text: replaced > 0 ? this.#text.of('oldStays') : this.#text.of('isBack', { title }), kind: 'done' });
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}
