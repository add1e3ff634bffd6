import { ConversationsChannel } from '@atelier/conversations/contract';
import { AppError } from '@atelier/kernel';
import { Query, relativeTimeText, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { WorktreeChannel } from '../../contract/index.ts';
import { formStyles } from './form-styles.ts';
import { texts } from './texts.ts';

const most = 6;
type Valued = EventTarget & { readonly value: string };
const typedIn = (event: Event) => (event.currentTarget as Valued).value;

/** A task for several models, and the tasks that were tried before. */
export class TriesForm extends LitElement {
  static override styles = formStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property() project = '';
  /** The conversation in which the task was written. */
  @property() from: string | undefined;
  @property() task = '';
  @state() private models: readonly string[] = [];
  @state() private problem = '';
  @state() private isStarting = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #projects = new Query(this, () => this.view, ConversationsChannel, 'projects', { params: () => ({}) });
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });
  readonly #tasks = new Query(this, () => this.view, WorktreeChannel, 'tasks', { params: () => ({}), refreshOn: 'triesChanged' });

  override render() {
    const text = this.#text;
    const { state: projects } = this.#projects;
    const found = projects.status === 'ready' ? projects.value.projects.filter(({ missing }) => missing !== true) : [];
    const chosen = found.find(({ id }) => id === this.project);
    const models = this.#ready;
    const tries = this.#tries;
    const canStart = this.task.trim() !== '' && chosen !== undefined && chosen.git !== false && models.length > 0 && !this.isStarting;
    return html`
      <ui-header heading=${text.of('heading')}></ui-header>
      <div class="body">
        <p class="about">${text.of('about')}</p>
        ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
        <form @submit=${this.#start}>
          <ui-field label=${text.of('task')}><ui-textarea rows="4" max-rows="12" maxlength="20000" placeholder=${text.of('taskHint')} .value=${this.task} @input=${this.#write}></ui-textarea></ui-field>
          <ui-field label=${text.of('project')} hint=${chosen?.git === false ? text.of('noGit') : ''}><ui-select placeholder=${text.of('chooseProject')} .options=${found.map(({ id, name }) => ({ value: id, label: name }))} value=${this.project} @change=${this.#choose}></ui-select></ui-field>
          <fieldset>
            <legend>${text.of('models')}</legend>
            ${this.#models.state.status === 'ready' && models.length === 0 ? html`<p class="about">${text.of('noModels')}</p>` : nothing}
            ${tries.map((model, at) => this.#row(model, at, tries))}
            ${tries.length < most ? html`<ui-button kind="line" size="24" icon="plus" @click=${() => this.#set([...tries, tries.at(-1) ?? ''])}>${text.of('addTry')}</ui-button>` : nothing}
          </fieldset>
          <div class="acts">${this.isStarting ? html`<span role="status"><ui-state state="running" silent></ui-state> ${text.of('starting')}</span>` : nothing}
            <ui-button type="submit" kind="accent" ?disabled=${!canStart}>${text.of('start', { count: tries.length })}</ui-button></div>
        </form>
        ${this.#before()}
      </div>
    `;
  }

  get #ready() {
    const { state } = this.#models;
    return state.status === 'ready' ? state.value.filter(({ available }) => available) : [];
  }

  /** As chosen; before that those that the person has starred, the first two. */
  get #tries(): readonly string[] {
    if (this.models.length > 0) return this.models;
    const ready = this.#ready;
    const [first, second] = [...ready.filter(({ starred }) => starred), ...ready.filter(({ starred }) => !starred)];
    return [first?.id ?? '', second?.id ?? first?.id ?? ''];
  }

  #row(model: string, at: number, tries: readonly string[]) {
    const text = this.#text;
    const number = at + 1;
    const options = this.#ready.map(({ id, name, providerName, provider }) => ({
      value: id,
      label: name,
      group: providerName ?? provider,
    }));
    const choose = (event: Event) => this.#set(tries.with(at, typedIn(event)));
    return html`<div class="try">
      <ui-select label=${text.of('try', { number })} .options=${options} value=${model} @change=${choose}></ui-select>
      ${tries.length > 2 ? html`<ui-icon-button icon="x" label=${text.of('removeTry', { number })} @click=${() => this.#set(tries.toSpliced(at, 1))}></ui-icon-button>` : nothing}
    </div>`;
  }

  #before() {
    const text = this.#text;
    const { state } = this.#tasks;
    if (state.status !== 'ready' || state.value.length === 0) return nothing;
    return html`<h2>${text.of('before')}</h2>
      <div class="before">${state.value.map(
        ({ id, text: task, count, isOver, createdAt }) => html`<button type="button" @click=${() => this.#open(id)}>
          <span>${task}</span><small>${text.count('tries', count)}${isOver ? `, ${text.of('over')}` : ''}</small><small>${relativeTimeText(text.locale, createdAt)}</small>
        </button>`,
      )}</div>`;
  }

  #set(models: readonly string[]): void {
    this.models = models;
  }

  readonly #write = (event: Event): void => {
    this.task = typedIn(event);
  };

  readonly #choose = (event: Event): void => {
    this.project = typedIn(event);
  };

  async #open(task: string): Promise<void> {
    await this.view.connect(WindowChannel).call('open', { view: 'worktree.tries', params: { task } });
  }

  readonly #start = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.isStarting) return;
    this.problem = '';
    this.isStarting = true;
    try {
      const { project, from } = this;
      const begin = { project, text: this.task.trim(), models: [...this.#tries], ...(from !== undefined && { from }) };
      const { task } = await this.view.connect(WorktreeChannel).call('startTries', begin);
      await this.#open(task);
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
    }
    this.isStarting = false;
  };
}
