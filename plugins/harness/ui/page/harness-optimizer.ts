import type { AppError, Client } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { moneyText, numberText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Attempt, HarnessChannel, type HarnessShape, type Interval, type Optimizer, type Score } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { basicTasks } from './basics.ts';
import { measuredStyles } from './measured-styles.ts';

const fields = [
  { name: 'repeats', most: 20, usual: 6 },
  { name: 'rounds', most: 20, usual: 3 },
  { name: 'minutes', most: 1440, usual: 60 },
  { name: 'money', most: 1000, usual: 1 },
] as const;

/** The optimizer: what it is given, what it does now, and what it has found. */
export class HarnessOptimizer extends LitElement {
  static override styles = measuredStyles;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #state = new Query(this, () => this.view, HarnessChannel, 'optimizer', { params: () => ({}), refreshOn: 'optimizerChanged' });
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#state;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.error.in(text.locale)}</ui-alert>`;
    if (state.status === 'pending') return nothing;
    const { phase, attempts, before } = state.value;
    const isRunning = phase === 'proposing' || phase === 'evaluating';
    return html`<h2>${text.of('optimizer')}</h2><p>${text.of('optimizerAbout')}</p>
      ${isRunning ? nothing : this.#form()}
      <div class="now"><span role="status">${this.#said(state.value)}</span>
        ${isRunning ? html`<ui-button kind="line" @click=${() => this.#run(client => client.call('stopOptimizer', {}))}>${text.of('stop')}</ui-button>` : nothing}
        ${before === undefined ? nothing : html`<ui-button kind="line" @click=${() => this.#run(client => client.call('undoPromotion', {}))}>${text.of('undoPromotion')}</ui-button>`}
      </div>
      ${attempts.map(attempt => this.#attempt(attempt))}`;
  }

  #form() {
    const text = this.#text;
    const { state } = this.#models;
    const models = state.status === 'ready' ? state.value.filter(({ available, demo }) => available && demo !== true) : [];
    if (models.length === 0) return html`<p>${text.of('noModels')}</p>`;
    return html`<form @submit=${this.#start}>
      <div><p>${text.of('tasks')}</p><ul>${basicTasks(text).map(task => html`<li>${task.text}</li>`)}</ul></div>
      <div class="fields">
        <ui-field label=${text.of('model')}><ui-select name="model" .options=${models.map(({ id, name }) => ({ value: id, label: name }))} .value=${models[0]?.id ?? ''}></ui-select></ui-field>
        ${fields.map(({ name, most, usual }) => html`<ui-field label=${text.of(name)}><ui-input name=${name} type="number" min="1" max=${most} .value=${String(usual)}></ui-input></ui-field>`)}
      </div>
      <div><ui-button kind="line" type="submit" icon="play">${text.of('start')}</ui-button></div>
    </form>`;
  }

  #said({ phase, why, done, of, failure }: Optimizer): string {
    const text = this.#text;
    if (phase === 'evaluating') return text.of('phase.evaluating', { done, of });
    const more = why === 'minutes' || why === 'money' ? text.of(`why.${why}`) : (failure ?? '');
    return `${text.of(`phase.${phase}`)} ${more}`.trim();
  }

  #attempt({ title, verdict, pairs, own, base, gain, isOnFrontier }: Attempt) {
    const text = this.#text;
    const two = (value: number) => numberText(text.locale, Math.round(value * 100) / 100);
    return html`<ui-card heading=${title} meta=${text.of(`verdict.${verdict}`)}>
      <table><thead><tr><td></td><th>${text.of('right')}</th><th>${text.of('seconds')}</th><th>${text.of('costs')}</th></tr></thead>
        <tbody>${this.#row(text.of('proposal'), own)}${this.#row(text.of('activeRow'), base)}</tbody></table>
      <small>${pairs < 2 ? nothing : text.of('gain', { mean: two(gain.mean), low: two(gain.low), high: two(gain.high), pairs })}${isOnFrontier ? html`; ${text.of('frontier')}` : nothing}</small>
    </ui-card>`;
  }

  #row(name: string, { quality, milliseconds, cost }: Score) {
    const { locale } = this.#text;
    const seconds = numberText(locale, Math.round(milliseconds / 100) / 10);
    return html`<tr><th scope="row">${name}</th><td>${this.#share(quality)}</td><td>${seconds}</td><td>${moneyText(locale, cost)}</td></tr>`;
  }

  #share({ mean, low, high }: Interval): string {
    const whole = (value: number) => numberText(this.#text.locale, Math.round(value * 100));
    return this.#text.of('rightOf', { mean: whole(mean), low: whole(low), high: whole(high) });
  }

  readonly #start = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [repeats = 0, rounds = 0, minutes = 0, money = 0] = fields.map(({ name, most, usual }) =>
      Math.min(most, Math.max(1, Math.round(Number(form.get(name))) || usual)),
    );
    const order = { model: String(form.get('model')), tasks: basicTasks(this.#text), repeats, rounds, minutes, money };
    this.#run(client => client.call('optimize', order));
  };

  #run(work: (client: Client<HarnessShape>) => Promise<unknown>): void {
    work(this.view.connect(HarnessChannel)).catch((error: AppError) => toast({ text: error.in(this.#text.locale), kind: 'failed' }));
  }
}
