import type { AppError, Client } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Draft, type Kind, MemoryChannel, type MemoryRecord, type MemoryShape, type Stored } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { dayOf, failureOf, kinds, momentOf, type ProjectNames } from '../words.ts';
import { formStyles } from './dialog-form.ts';

export type FormFor = 'add' | 'edit' | 'correct' | 'merge';

/** What was typed into a form that was left without an answer, by what it is for: it is there again when the form is opened again. */
const left = new Map<string, Readonly<Record<string, string>>>();
const weights = { low: 0.1, usual: 0.5, high: 0.9 } as const;
const weightOf = (importance: number) => (importance >= 0.75 ? 'high' : importance <= 0.25 ? 'low' : 'usual');
interface Typed extends Pick<MemoryRecord, 'kind' | 'title' | 'content' | 'tags'> {
  readonly weight: string;
}
const fields = 'ui-input[name], ui-textarea[name], ui-select[name]';
type Field = HTMLElement & { name: string; value: string };

/** What each of its forms asks for. Fires `done` with the memory that holds now, or without one. */
export class MemoryForm extends LitElement {
  static override styles = formStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property() for: FormFor = 'add';
  @property({ attribute: false }) names: ProjectNames = new Map();
  /** The memory that is changed. */
  @property({ attribute: false }) memory: MemoryRecord | undefined;
  @state() private problem: AppError | undefined;
  /** The memory as somebody else has left it meanwhile. */
  @state() private meanwhile: MemoryRecord | undefined;
  @state() private missing = false;
  @state() private others: readonly MemoryRecord[] = [];
  @state() private chosen: ReadonlySet<string> = new Set();
  @state() private busy = false;
  /** What becomes of a memory that has the title: asked at first. */
  #onTopic: Draft['onTopic'] = 'ask';

  readonly #text = new Texts(this, () => this.view, texts);

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('memory') && this.for === 'merge') void this.#lookForOthers();
  }

  override firstUpdated(): void {
    const typed = left.get(this.#key) ?? {};
    for (const field of this.renderRoot.querySelectorAll<Field>(fields)) field.value = typed[field.name] ?? field.value;
  }

  get #key(): string {
    return `${this.for} ${this.memory?.id ?? ''}`;
  }

  readonly #typed = (): void => {
    const typed = [...this.renderRoot.querySelectorAll<Field>(fields)].map(({ name, value }) => [name, value]);
    left.set(this.#key, Object.fromEntries(typed) as Readonly<Record<string, string>>);
  };

  /** The dialog around it gives it the focus. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('ui-input')?.focus();
  }

  override render() {
    const text = this.#text;
    const { memory } = this;
    return html`<form @submit=${this.#save} @input=${this.#typed} @change=${this.#typed} novalidate>
      <p>${text.of(`about.${this.for}`)}</p>
      ${this.for === 'merge' ? this.#choices() : nothing}
      ${this.for === 'add' || this.for === 'edit' ? this.#kindAndPlace() : nothing}
      <ui-field label=${text.of('title')} error=${this.missing ? text.of('wordsMissing') : ''}>
        <ui-input name="title" maxlength="200" value=${memory?.title ?? ''} .value=${memory?.title ?? ''}></ui-input>
      </ui-field>
      <ui-field label=${text.of('content')} hint=${text.of('contentHint')}>
        <ui-textarea name="content" maxlength="4000" rows="3" .value=${memory?.content ?? ''}></ui-textarea>
      </ui-field>
      ${this.for === 'correct' ? html`<ui-field label=${text.of('trueSince')} hint=${text.of('trueSinceHint')}><ui-input name="at" type="date" max=${dayOf(Date.now())} .value=${dayOf(Date.now())}></ui-input></ui-field>` : nothing}
      ${this.for === 'edit' ? this.#more() : nothing}
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}${this.#saysNow()}${this.#isTaken ? this.#takenActions() : nothing}</ui-alert>`}
      <footer>
        <ui-button kind="line" @click=${() => this.#done()}>${text.of('cancel')}</ui-button>
        <ui-button kind="accent" type="submit" ?busy=${this.busy} ?disabled=${this.for === 'merge' && this.chosen.size === 0}>${text.of(`save.${this.for}`)}</ui-button>
      </footer>
    </form>`;
  }

  #kindAndPlace() {
    const text = this.#text;
    const places = [{ value: '', label: text.of('everywhere') }, ...[...this.names].map(([value, label]) => ({ value, label }))];
    return html`<div class="pair">
      <ui-field label=${text.of('kind')}><ui-select name="kind" .options=${kinds.map(value => ({ value, label: text.of(`kind.${value}`) }))} .value=${this.memory?.kind ?? 'fact'}></ui-select></ui-field>
      ${this.for === 'add' ? html`<ui-field label=${text.of('scope')}><ui-select name="place" .options=${places} .value=${''}></ui-select></ui-field>` : this.#weight()}
    </div>`;
  }

  #weight() {
    const text = this.#text;
    const value = weightOf(this.memory?.importance ?? weights.usual);
    const options = (['low', 'usual', 'high'] as const).map(one => ({ value: one, label: text.of(`weight.${one}`) }));
    return html`<ui-field label=${text.of('weight')} hint=${text.of('weightHint')}><ui-select name="weight" .options=${options} .value=${value}></ui-select></ui-field>`;
  }

  #more() {
    const text = this.#text;
    return html`<ui-field label=${text.of('tags')} hint=${text.of('tagsHint')} optional><ui-input name="tags" maxlength="400" .value=${this.memory?.tags.join(', ') ?? ''}></ui-input></ui-field>`;
  }

  get #isTaken(): boolean {
    return this.problem?.code === 'memory/topic-taken';
  }

  /** The title is that of another memory: the person says what becomes of it. */
  #takenActions() {
    const act = (label: 'replaceIt' | 'bothTrue', onTopic: Draft['onTopic']) =>
      html`<ui-button slot="actions" size="24" @click=${(event: Event) => {
        this.#onTopic = onTopic;
        (event.currentTarget as HTMLElement).closest('form')?.requestSubmit();
      }}>${this.#text.of(label)}</ui-button>`;
    return [act('bothTrue', 'beside'), act('replaceIt', undefined)];
  }

  #saysNow() {
    const { meanwhile } = this;
    if (meanwhile === undefined) return nothing;
    const { title, content } = meanwhile;
    return html`<br /><b dir="auto">${title === content ? content : `${title}: ${content}`}</b>`;
  }

  #choices() {
    const text = this.#text;
    if (this.others.length === 0) return html`<p role="status">${text.of('nothingToMerge')}</p>`;
    const toggle = (id: string, event: Event) => {
      const chosen = new Set(this.chosen);
      if ((event.currentTarget as HTMLInputElement).checked) chosen.add(id);
      else chosen.delete(id);
      this.chosen = chosen;
    };
    return html`<ul aria-label=${text.of('mergeWith')}>${this.others.map(
      one =>
        html`<li><ui-checkbox .checked=${this.chosen.has(one.id)} @change=${(event: Event) => toggle(one.id, event)}>${one.title}</ui-checkbox></li>`,
    )}</ul>`;
  }

  async #lookForOthers(): Promise<void> {
    const { memory } = this;
    if (memory === undefined) return;
    try {
      const hits = await this.view
        .connect(MemoryChannel)
        .call('search', { text: `${memory.title} ${memory.content}`.slice(0, 2000), limit: 12 });
      this.others = hits.map(hit => hit.memory).filter(one => one.id !== memory.id && one.project === memory.project);
    } catch (error) {
      this.problem = failureOf(error);
    }
  }

  #done(memory?: MemoryRecord): void {
    left.delete(this.#key);
    this.dispatchEvent(new CustomEvent('done', { detail: memory }));
  }

  readonly #save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const title = String(form.get('title') ?? '').trim();
    const content = String(form.get('content') ?? '').trim();
    this.missing = title === '' && content === '';
    if (this.missing || this.busy) return;
    this.problem = undefined;
    this.busy = true;
    try {
      // One of the two is enough.
      const stored = await this.#send(form, title || (content.split('\n', 1)[0] ?? '').slice(0, 200), content || title);
      this.#done(stored.memory);
    } catch (error) {
      this.problem = failureOf(error);
    }
    this.busy = false;
  };

  #send(form: FormData, title: string, content: string): Promise<Stored> {
    const client = this.view.connect(MemoryChannel);
    const of = (name: string) => String(form.get(name) ?? '');
    const id = this.memory?.id ?? '';
    if (this.for === 'merge') return client.call('merge', { ids: [id, ...this.chosen], title, content });
    if (this.for === 'correct') {
      const day = of('at');
      // Today is from now on, not from midnight.
      const at = day === dayOf(Date.now()) ? undefined : momentOf(day);
      return client.call('correct', { id, title, content, ...(at !== undefined && { at }), source: { origin: 'manual' } });
    }
    const kind = of('kind') as Kind;
    if (this.for === 'add') {
      const project = of('place');
      const onTopic = this.#onTopic;
      this.#onTopic = 'ask';
      const place = { ...(project !== '' && { project }), ...(onTopic !== undefined && { onTopic }) };
      return client.call('upsert', { kind, title, content, ...place, source: { origin: 'manual' } });
    }
    const tags = of('tags')
      .split(',')
      .map(tag => tag.trim().slice(0, 40))
      .filter(tag => tag !== '')
      .slice(0, 20);
    return this.#edit(client, { kind, title, content, tags, weight: of('weight') });
  }

  /** Sends what was changed, and what stood there: what somebody else changed meanwhile stays, or is shown. */
  async #edit(client: Client<MemoryShape>, { weight, ...typed }: Typed): Promise<Stored> {
    const { memory: old } = this;
    if (old === undefined) throw new TypeError('nothing to edit');
    const importance = weight === weightOf(old.importance) ? old.importance : weights[weight as keyof typeof weights];
    const wanted = { ...typed, importance };
    const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(name => String(wanted[name]) !== String(old[name]));
    const base = this.meanwhile ?? old;
    const of = (from: typeof wanted) => Object.fromEntries(names.map(name => [name, from[name]]));
    try {
      return await client.call('edit', { id: old.id, ...of(wanted), was: of(base) });
    } catch (error) {
      if ((error as AppError).code === 'memory/changed-meanwhile') this.meanwhile = await client.call('get', { id: old.id });
      throw error;
    }
  }
}
