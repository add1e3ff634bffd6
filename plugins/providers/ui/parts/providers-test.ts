import { durationText, numberText, Query, relativeTimeText, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Model, ProvidersChannel, type TestResult } from '../../contract/index.ts';
import { textsFor } from '../texts.ts';
import { Action } from './action.ts';
import { dispatch } from './part-events.ts';
import { plain } from './styles.ts';

/** Sends a test request to a model and shows the answer, its time and its tokens, or the error. */
export class ProvidersTest extends LitElement {
  static override styles = [
    plain,
    css`
      .card { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-8) var(--s-12); padding: 8px 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
      .card > .words { flex: 1 1 200px; min-width: 0; }
      b { display: block; font-weight: 500; overflow-wrap: anywhere; }
      ui-markdown { display: block; --t-14: var(--t-13); margin: 4px -12px; }
      .spread { margin-inline-start: auto; }
      ui-select { width: 200px; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** Offers only the models of this provider. */
  @property() provider: string | undefined;
  /** Whether its button is the main action of the page. */
  @property({ type: Boolean }) primary = false;
  @state() private chosen = '';
  @state() private result: TestResult | undefined;
  #at = 0;

  readonly #text = textsFor(this, () => this.view);
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });
  readonly #action = new Action(this);

  override render() {
    const { state: models } = this.#models;
    const all = (models.status === 'ready' ? models.value : []).filter(
      ({ provider, available }) => available && (this.provider === undefined || provider === this.provider),
    );
    const model = this.#modelOf(all);
    if (model === undefined)
      return this.provider === undefined && models.status === 'ready'
        ? html`<p class="quiet">${this.#text.of('nothingToTest')}</p>`
        : nothing;
    const { busy } = this.#action;
    const shown = this.result?.model === model.id && !busy ? this.result : undefined;
    return html`<div class="card">
      ${this.#mark(shown, busy)}
      <div class="words" role="status">${this.#words(model, shown)}</div>
      <div class="spread">
        ${all.length > 1 ? this.#choice(all, model) : nothing}
        ${busy ? html`<ui-button @click=${() => this.#action.stop()}>${this.#text.of('cancel')}</ui-button>` : nothing}
        <ui-button kind=${this.primary && shown?.problem === undefined && shown === undefined ? 'accent' : 'line'} icon="play" ?busy=${busy} @click=${() => this.#run(model)}>${this.#text.of(shown === undefined ? 'test' : 'testAgain')}</ui-button>
      </div>
    </div>`;
  }

  #mark(shown: TestResult | undefined, busy: boolean) {
    if (busy) return html`<ui-progress kind="arc" label=${this.#text.of('testing')}></ui-progress>`;
    if (this.#action.problem !== '' || shown?.problem !== undefined) return html`<ui-state silent state="failed"></ui-state>`;
    return shown === undefined
      ? html`<ui-icon name="message-circle-question-mark"></ui-icon>`
      : html`<ui-state silent state="done"></ui-state>`;
  }

  #words({ name }: Model, shown: TestResult | undefined) {
    if (this.#action.busy)
      return html`<b>${this.#text.of('asking', { model: name })}</b><p class="quiet">${this.#text.of('askingHint')}</p>`;
    if (this.#action.problem !== '') return html`<p>${this.#action.problem}</p>`;
    if (shown === undefined)
      return html`<b>${this.#text.of('testTitle', { model: name })}</b><p class="quiet">${this.#text.of('testHint')}</p>`;
    if (shown.problem !== undefined)
      return html`<b>${this.#text.of('didNotAnswer', { model: name })}</b><p class="quiet">${shown.problem.message}</p>`;
    const { locale } = this.#text;
    const { milliseconds, text = '', input = 0, output = 0 } = shown;
    const tokens = this.#text.of('tokens', { input: numberText(locale, input), output: numberText(locale, output) });
    return html`<b>${this.#text.of('answered', { model: name, time: durationText(locale, milliseconds) })}</b>
      ${text === '' ? html`<p class="quiet">${this.#text.of('saidNothing')}</p>` : html`<ui-markdown .text=${text} closed headinglevel="4"></ui-markdown>`}
      <p class="quiet">${tokens} ${this.#text.of('testedAt', { when: relativeTimeText(locale, this.#at) })}</p>`;
  }

  #choice(all: readonly Model[], { id }: Model) {
    const starred = all.filter(one => one.starred);
    const offered = starred.length > 0 ? starred : all.slice(0, 50);
    if (offered.length < 2 && offered[0]?.id === id) return nothing;
    const options = offered.map(one => ({ value: one.id, label: one.name }));
    return html`<ui-select label=${this.#text.of('testedModel')} .options=${options} .value=${id} @change=${this.#choose}></ui-select>`;
  }

  #modelOf(all: readonly Model[]): Model | undefined {
    const real = all.filter(({ demo }) => demo !== true);
    const chosen = all.find(({ id }) => id === this.chosen);
    return chosen ?? all.find(({ isDefault }) => isDefault === true) ?? real.find(({ starred }) => starred) ?? real[0] ?? all[0];
  }

  readonly #choose = (event: Event): void => {
    this.chosen = (event.target as HTMLSelectElement & { value: string }).value;
  };

  #run({ id }: Model) {
    this.chosen = id;
    this.result = undefined;
    void this.#action.run(async signal => {
      const result = await this.view.connect(ProvidersChannel).call('test', { model: id, locale: this.#text.locale }, signal);
      this.#at = Date.now();
      this.result = result;
      dispatch(this, 'providers-tested', { model: id, ok: result.problem === undefined });
    });
  }
}
