import type { ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Model, ProvidersChannel, type ProvidersShape } from '../../contract/index.ts';
import { textsFor } from '../texts.ts';
import { Action } from './action.ts';
import { plain } from './styles.ts';

type Said = Omit<ProvidersShape['calls']['describeModel']['params'], 'model'>;
type Able = 'images' | 'reasoning';
type Amount = 'contextWindow' | 'maxTokens' | 'inputCost' | 'outputCost';

/** What a model of the person's own server can do: as the server says it, or as the person does. An empty field says that nobody knows. */
export class ProvidersModelFacts extends LitElement {
  static override styles = [
    plain,
    css`
      :host { margin-block-start: var(--s-8); padding: 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); container-type: inline-size; }
      .fields { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--s-12); margin-block-start: var(--s-8); }
      h4 { margin: 0; font: inherit; font-weight: 500; overflow-wrap: anywhere; }
      @container (max-width: 300px) { .fields { grid-template-columns: minmax(0, 1fr); } }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) model!: Model;
  /** Of the two amounts of a price one is there: the engine takes a price only as a whole. */
  @state() private isHalf = false;

  readonly #text = textsFor(this, () => this.view);
  readonly #action = new Action(this);

  override render() {
    const { name, images, reasoning, contextWindow, maxTokens, inputCost, outputCost } = this.model;
    return html`<h4>${name}</h4><p class="quiet">${this.#text.of('factsHint')}</p>
      <div class="fields">
        ${this.#able('images', images)} ${this.#able('reasoning', reasoning)}
        ${this.#amount('contextWindow', contextWindow, '1')} ${this.#amount('maxTokens', maxTokens, '1')}
        ${this.#amount('inputCost', inputCost, 'any')} ${this.#amount('outputCost', outputCost, 'any')}
      </div>
      <p class="quiet" role="status">${this.isHalf ? this.#text.of('fact.bothPrices') : nothing}</p>
      <div role="alert">${this.#action.problem === '' ? nothing : html`<ui-alert kind="danger">${this.#action.problem}</ui-alert>`}</div>`;
  }

  #able(name: Able, value: boolean | undefined) {
    const options = [
      { value: '', label: this.#text.of('fact.unknown') },
      { value: 'yes', label: this.#text.of('fact.yes') },
      { value: 'no', label: this.#text.of('fact.no') },
    ];
    const change = (event: Event) => {
      const { value: chosen } = event.target as HTMLSelectElement;
      this.#say({ [name]: chosen === '' ? null : chosen === 'yes' });
    };
    return html`<ui-field label=${this.#text.of(`fact.${name}`)}><ui-select name=${name} label=${this.#text.of(`fact.${name}`)} .options=${options} .value=${value === undefined ? '' : value ? 'yes' : 'no'} @change=${change}></ui-select></ui-field>`;
  }

  #amount(name: Amount, value: number | undefined, step: string) {
    const change = (): void => {
      const isWhole = step === '1';
      const amount = this.#typed(name);
      const isRight = amount === null || (isWhole ? Number.isInteger(amount) && amount > 0 : amount >= 0);
      if (!isRight) return this.#action.refuse(this.#text.of(isWhole ? 'fact.notWhole' : 'fact.notPrice'));
      if (isWhole) return this.#say({ [name]: amount });
      const [inputCost, outputCost] = [this.#typed('inputCost'), this.#typed('outputCost')];
      this.isHalf = (inputCost === null) !== (outputCost === null);
      if (!this.isHalf) this.#say({ inputCost, outputCost });
    };
    return html`<ui-field label=${this.#text.of(`fact.${name}`)}><ui-input name=${name} inputmode="decimal" maxlength="12" placeholder=${this.#text.of('fact.unknown')} .value=${value === undefined ? '' : String(value)} @change=${change}></ui-input></ui-field>`;
  }

  /** What stands in a field: null where nothing does, and no number where it is none. */
  #typed(name: Amount): number | null {
    const text = this.renderRoot.querySelector<HTMLInputElement>(`[name=${name}]`)?.value.trim() ?? '';
    const amount = Number(text.replace(',', '.'));
    return text === '' ? null : Number.isFinite(amount) ? amount : Number.NaN;
  }

  #say(said: Said) {
    const { id: model } = this.model;
    void this.#action.inOrder(async () => void (await this.view.connect(ProvidersChannel).call('describeModel', { model, ...said })));
  }
}
