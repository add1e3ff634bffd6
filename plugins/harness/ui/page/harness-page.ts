import type { AppError, Client } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Candidate, HarnessChannel, type HarnessShape, type ListedCandidate } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { factsOf, newCandidate } from './facts.ts';
import { tryOn } from './harness-trial.ts';

/** The candidates of the harness: which one is active, what each changes, and what was said of its answers. */
export class HarnessPage extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: grid; align-content: start; gap: 16px; height: 100%; padding: 16px 28px 48px; overflow-y: auto; scrollbar-width: thin; font: var(--t-13); color: var(--text); }
    :host > * { max-inline-size: 760px; }
    h2 { margin: 0; font: 500 12px/24px var(--font); color: var(--text-2); }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    .head { display: flex; flex-wrap: wrap; align-items: end; gap: 8px 12px; }
    .head p { flex: 1 1 240px; }
    ul { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
    .thumbs { display: inline-flex; align-items: center; gap: 4px; font: var(--t-12); color: var(--text-2); font-variant-numeric: tabular-nums; }
    .thumbs ui-icon { --icon-size: 14px; }
    .thumbs ui-icon:nth-of-type(2) { margin-inline-start: 8px; }
    @media (max-width: 719px) { :host { padding: 12px 16px 32px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private editing: Candidate | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #harness = new Query(this, () => this.view, HarnessChannel, 'list', { params: () => ({}), refreshOn: 'harnessChanged' });

  override render() {
    const text = this.#text;
    const { state } = this.#harness;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.error.in(text.locale)}</ui-alert>`;
    if (state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    if (this.editing !== undefined)
      return html`<harness-form .view=${this.view} .candidate=${this.editing} @done=${() => this.#edit(undefined)}></harness-form>`;
    const { candidates, active, records, problems } = state.value;
    return html`
      ${problems.map(problem => html`<ui-alert kind="warn">${problem[text.locale]}</ui-alert>`)}
      <div class="head"><p>${text.of('about')}</p><ui-button kind="line" icon="plus" @click=${() => this.#edit(newCandidate(text.of('newTitle')))}>${text.of('newCandidate')}</ui-button></div>
      <section><h2>${text.of('candidates')}</h2><ul>${candidates.map(one => html`<li>${this.#card(one, one.candidate.id === active)}</li>`)}</ul></section>
      <ui-switch .checked=${records} @change=${(event: Event) => this.#run(client => client.call('setRecording', { on: (event.currentTarget as HTMLInputElement).checked }))}>${text.of('records')}</ui-switch>
      <p>${text.of('recordsAbout')}</p>
      <harness-trial .view=${this.view} .active=${active}></harness-trial>
      <harness-optimizer .view=${this.view}></harness-optimizer>
    `;
  }

  #card({ candidate, up, down, isFixed }: ListedCandidate, isActive: boolean) {
    const text = this.#text;
    const { id } = candidate;
    const title = isFixed ? text.of('default') : candidate.title;
    const own = isFixed
      ? nothing
      : html`<ui-button slot="buttons" size="24" @click=${() => this.#edit(candidate)}>${text.of('edit')}</ui-button>
          <ui-button slot="buttons" size="24" @click=${() => this.#remove(candidate)}>${text.of('remove')}</ui-button>`;
    return html`<ui-card heading=${title} meta=${factsOf(text, candidate)} ?selected=${isActive}>
      ${isActive ? html`<ui-badge slot="actions">${text.of('active')}</ui-badge>` : nothing}
      <span slot="footer" class="thumbs"><ui-icon name="thumbs-up" label=${text.of('up')}></ui-icon>${up}<ui-icon name="thumbs-down" label=${text.of('down')}></ui-icon>${down}</span>
      <ui-button slot="buttons" size="24" @click=${() => this.#edit({ ...candidate, id: newCandidate('').id, title: text.of('copyOf', { title }).slice(0, 80), parents: [id], createdAt: Date.now() })}>${text.of('copy')}</ui-button>
      ${own}
      <ui-button slot="buttons" size="24" @click=${() => tryOn(this.view, id)}>${text.of('tryOwn')}</ui-button>
      ${isActive ? nothing : html`<ui-button slot="buttons" size="24" kind="line" @click=${() => this.#run(client => client.call('activate', { id }))}>${text.of('use')}</ui-button>`}
    </ui-card>`;
  }

  #edit(candidate: Candidate | undefined): void {
    this.editing = candidate;
    this.scrollTop = 0;
  }

  /** It can be undone by saving it again. */
  #remove(candidate: Candidate): void {
    const text = this.#text;
    const back = () => void this.#run(client => client.call('save', candidate));
    void this.#run(async client => {
      await client.call('remove', { id: candidate.id });
      toast({ text: text.of('removed', { title: candidate.title }), action: { label: text.of('undo'), run: back } });
    });
  }

  async #run(work: (client: Client<HarnessShape>) => Promise<unknown>): Promise<void> {
    try {
      await work(this.view.connect(HarnessChannel));
    } catch (error) {
      toast({ text: (error as AppError).in(this.#text.locale), kind: 'failed' });
    }
    this.#harness.refresh();
  }
}
