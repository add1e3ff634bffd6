import type { AppError, Client } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { moneyText, numberText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { HarnessChannel, type HarnessShape, type Trial } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { measuredStyles } from './measured-styles.ts';

/** What one click may use. */
const limits = { minutes: 60, money: 1 } as const;

/** Tries a candidate on the person's last tasks. */
export function tryOn(view: ViewHost, candidate: string, models?: readonly string[]): void {
  const order = { candidate, ...limits, ...(models !== undefined && { models: [...models] }) };
  run(view, client => client.call('tryOwn', order));
}

function run(view: ViewHost, work: (client: Client<HarnessShape>) => Promise<unknown>): void {
  const locale = view.slices.get('locale');
  work(view.connect(HarnessChannel)).catch((error: AppError) => toast({ text: error.in(locale), kind: 'failed' }));
}

/** The person's last tasks done again: what is compared, how far it is, and what it came to. */
export class HarnessTrial extends LitElement {
  static override styles = measuredStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property() active = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #trial = new Query(this, () => this.view, HarnessChannel, 'trial', { params: () => ({}), refreshOn: 'trialChanged' });
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });

  override render() {
    const text = this.#text;
    const { state } = this.#trial;
    if (state.status !== 'ready') return nothing;
    const trial = state.value;
    return html`<h2>${text.of('trial')}</h2><p>${text.of('trialAbout', { minutes: limits.minutes, money: moneyText(text.locale, limits.money) })}</p>
      <div class="now"><span role="status">${this.#said(trial)}</span>
        ${trial.phase === 'running' ? html`<ui-button kind="line" @click=${() => run(this.view, client => client.call('stopTrial', {}))}>${text.of('stop')}</ui-button>` : nothing}</div>
      ${trial.phase === 'running' ? nothing : this.#form()}
      ${trial.variants.length === 0 ? nothing : this.#table(trial)}`;
  }

  #form() {
    const text = this.#text;
    const { state } = this.#models;
    const models = state.status === 'ready' ? state.value.filter(({ available, demo }) => available && demo !== true) : [];
    if (models.length < 2) return nothing;
    const options = models.map(({ id, name }) => ({ value: id, label: name }));
    return html`<form @submit=${this.#compare}><div class="fields two">
        ${['one', 'other'].map((name, at) => html`<ui-field label=${text.of(at === 0 ? 'model' : 'otherModel')}><ui-select name=${name} .options=${options} .value=${models[at]?.id ?? ''}></ui-select></ui-field>`)}
      </div><div><ui-button kind="line" type="submit" icon="play">${text.of('compareModels')}</ui-button></div></form>`;
  }

  #said({ phase, why, done, of, failure }: Trial): string {
    const text = this.#text;
    if (phase === 'running') return text.of('phase.evaluating', { done, of });
    const more = why === 'minutes' || why === 'money' ? text.of(`why.${why}`) : (failure ?? '');
    return phase === 'idle' ? '' : `${text.of(`phase.${phase}`)} ${more}`.trim();
  }

  #table({ variants }: Trial) {
    const text = this.#text;
    const { locale } = text;
    const whole = (value: number) => numberText(locale, Math.round(value * 100));
    return html`<table><thead><tr><td></td><th>${text.of('right')}</th><th>${text.of('seconds')}</th><th>${text.of('costs')}</th></tr></thead>
      <tbody>${variants.map(
        ({ candidate, title, model, runs, score: { quality, milliseconds, cost }, isOnFrontier }) => html`<tr>
          <th scope="row">${candidate === 'default' ? text.of('default') : title}<small>${model.split('/').at(-1)} · ${text.count('tries', runs)}${isOnFrontier ? html`<br>${text.of('frontier')}` : nothing}</small></th>
          <td>${text.of('rightOf', { mean: whole(quality.mean), low: whole(quality.low), high: whole(quality.high) })}</td>
          <td>${numberText(locale, Math.round(milliseconds / 100) / 10)}</td><td>${moneyText(locale, cost)}</td></tr>`,
      )}</tbody></table>`;
  }

  readonly #compare = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    tryOn(this.view, this.active, [...new Set(['one', 'other'].map(name => String(form.get(name))))]);
  };
}
