import { AppError } from '@atelier/kernel';
import { dateText, Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Specialist, SpecialistsChannel, type Team } from '../../contract/index.ts';
import { teamStyles } from './team-styles.ts';
import { costText, doneText, marks, taskMarks, tasksOf, texts, tokensText, watchText, workedFor } from './words.ts';

/** The specialists of the conversation on screen: what all of them use, their tasks, and each one. */
export class SpecialistsTeam extends LitElement {
  static override styles = teamStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private chosen = '';
  @state() private problem = '';
  @state() private now = Date.now();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #team = new Query(this, () => this.view, SpecialistsChannel, 'team', {
    params: () => ({ conversation: this.#conversation.value?.id ?? 'none' }),
    refreshOn: 'event',
  });
  #clock: number | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#tick(false);
  }

  override updated(): void {
    const { state } = this.#team;
    this.#tick(this.isConnected && state.status === 'ready' && state.value.specialists.some(one => one.state === 'running'));
  }

  override render() {
    const text = this.#text;
    const { state } = this.#team;
    const head = html`<h2>${text.of('name')}</h2>`;
    const conversation = this.#conversation.value?.id;
    if (conversation === undefined)
      return html`<header>${head}</header><ui-empty icon="network" text=${text.of('noConversation')}></ui-empty>`;
    if (state.status === 'pending') return html`<header>${head}</header><ui-progress label=${text.of('name')}></ui-progress>`;
    if (state.status === 'failed') return html`<header>${head}</header><ui-alert kind="danger">${state.message}</ui-alert>`;
    const team = state.value;
    const roles = html`<specialists-roles .view=${this.view} .conversation=${conversation}></specialists-roles>`;
    if (team.specialists.length === 0)
      return html`<header>${head}</header><ui-empty icon="network" text=${text.of('none')} detail=${text.of('noneAbout')}></ui-empty>${roles}`;
    const chosen = team.specialists.find(({ id }) => id === this.chosen);
    return html`
      <header>${head}<span class="quiet grow" role="status">${this.#counts(team)}</span>
        ${team.specialists.some(one => one.state === 'running' || one.state === 'waits') ? html`<ui-button kind="line" icon="square" @click=${this.#stopAll}>${text.of('stopAll')}</ui-button>` : nothing}</header>
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      ${this.#sum(team)}${this.#tasks(team)}
      <section aria-label=${text.of('name')}>
        <div class="line names" aria-hidden="true"><span>${text.of('who')}</span><span class="end">${text.of('time')}</span><span class="end">${text.of('tokens')}</span><span class="end">${text.of('cost')}</span></div>
        ${team.specialists.map(one => this.#one(one))}
      </section>${roles}
      ${chosen === undefined ? nothing : html`<specialists-one .view=${this.view} .one=${chosen} .from=${this.#nameOf(team, chosen.parent)} @specialists-close=${() => this.#choose('')}></specialists-one>`}
    `;
  }

  #counts({ specialists }: Team): string {
    const count = (...states: readonly Specialist['state'][]) => specialists.filter(({ state }) => states.includes(state)).length;
    const [running, waits, lost] = [count('running'), count('waits'), count('interrupted')];
    return [
      running > 0 ? this.#text.count('running', running) : '',
      waits > 0 ? this.#text.count('waiting', waits) : '',
      lost > 0 ? this.#text.count('interrupted', lost) : '',
    ]
      .filter(Boolean)
      .join(', ');
  }

  #sum({ specialists, beganAt = 0, endedAt, limits, most }: Team) {
    const text = this.#text;
    const { locale } = text;
    const sum = (of: 'tokens' | 'cost') => specialists.reduce((all, one) => all + one[of], 0);
    const [tokens, cost] = [sum('tokens'), sum('cost')];
    const part = (one: Specialist) =>
      Math.max(one.cost / (limits.money ?? Number.POSITIVE_INFINITY), one.tokens / (limits.tokens ?? Number.POSITIVE_INFINITY));
    const depth = Math.max(...specialists.map(one => one.depth));
    const time = dateText(locale, beganAt, { timeStyle: 'short' });
    const fact = (value: string, about: string) => html`<div><dt>${about}</dt><dd>${value}</dd></div>`;
    return html`<dl class="sum">
        ${fact(watchText((endedAt ?? this.now) - beganAt), text.of('since', { time }))}
        ${fact(tokensText(locale, tokens) || '0', text.of('tokensOf', { most: tokensText(locale, limits.tokens ?? 0) }))}
        ${fact(costText(locale, cost), text.of('costOf', { most: costText(locale, limits.money ?? 0) }))}
        ${fact(text.of('calls', { count: specialists.length, most: most.calls }), text.of('depth', { depth, most: most.depth }))}
      </dl>
      <div class="used" aria-hidden="true">${specialists.map(one => html`<i style="width: ${Math.min(100, part(one) * 100)}%"></i>`)}</div>`;
  }

  #tasks({ specialists }: Team) {
    const text = this.#text;
    const tasks = tasksOf(specialists);
    const done = tasks.filter(({ state }) => state === 'done').length;
    return html`<section><h3>${text.of('tasks')} <span>${text.of('ofAll', { count: done, all: tasks.length })}</span></h3>
      <ul aria-label=${text.of('tasks')} tabindex="0">${tasks.map(
        ({ title, state, who }) =>
          html`<li class=${state}><ui-state state=${taskMarks[state]}></ui-state><span class="what" title=${title}>${title}</span><span class="who">${who}</span></li>`,
      )}</ul></section>`;
  }

  #one(one: Specialist) {
    const text = this.#text;
    const { id, name, state, doing, model, problem, depth } = one;
    const time = workedFor(one, this.now);
    const about =
      state === 'running'
        ? doing === undefined
          ? text.of('state.running')
          : doneText(text, doing)
        : ((state === 'failed' ? problem?.[text.locale] : undefined) ?? text.of(`state.${state}`));
    return html`<div class="line one ${state} ${depth > 1 ? 'inner' : ''} ${id === this.chosen ? 'on' : ''}">
      <button aria-pressed=${id === this.chosen} @click=${() => this.#choose(id === this.chosen ? '' : id)}>
        <ui-state state=${marks[state]} label=${text.of(`state.${state}`)}></ui-state>
        <span class="about"><span><b>${name}</b> <span class="quiet model">${model?.split('/').at(-1) ?? ''}</span></span><span class="quiet" title=${about}>${about}</span></span>
      </button>
      <span class="end">${time === undefined ? '' : watchText(time)}</span>
      <span class="end">${tokensText(text.locale, one.tokens)}</span>
      <span class="end">${one.tokens === 0 ? '' : costText(text.locale, one.cost)}</span>
      ${state === 'running' || state === 'waits' ? html`<ui-icon-button size="24" icon="square" label=${text.of('stop', { name })} @click=${() => this.#act('stop', id)}></ui-icon-button>` : html`<span></span>`}
    </div>`;
  }

  #nameOf({ specialists }: Team, id: string): string {
    return specialists.find(one => one.id === id)?.name ?? '';
  }

  #choose(id: string): void {
    this.chosen = id;
  }

  readonly #stopAll = (): void => {
    const conversation = this.#conversation.value?.id;
    if (conversation !== undefined) void this.#try(this.view.connect(SpecialistsChannel).call('stopAll', { conversation }));
  };

  #act(call: 'stop', specialist: string): void {
    void this.#try(this.view.connect(SpecialistsChannel).call(call, { specialist }));
  }

  async #try(work: Promise<unknown>): Promise<void> {
    this.problem = '';
    try {
      await work;
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
    }
  }

  /** The times of those that work, once a second. */
  #tick(isOn: boolean): void {
    if (isOn === (this.#clock !== undefined)) return;
    clearInterval(this.#clock);
    this.#clock = isOn ? window.setInterval(() => (this.now = Date.now()), 1000) : undefined;
  }
}
