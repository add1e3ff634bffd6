import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { DashboardChannel, type Person, type Step } from '../contract/index.ts';
import { failureOf } from './failure.ts';
import { type Names, nameFields, namesOf } from './name-fields.ts';
import { texts } from './texts.ts';

const steps = ['welcome', 'channel', 'names', 'complete'] as const satisfies readonly Step[];

/** The Assistant's first steps, in place of its home. What was typed is stored with each step. */
export class DashboardWelcome extends LitElement {
  static override styles = css`
    *, *::before, *::after { box-sizing: border-box; }
    :host { display: grid; align-items: center; min-height: 0; overflow: auto; padding: 24px 20px 48px; font: var(--t-13); color: var(--text); }
    /* As high in each step, so that the buttons stay where they are. */
    section { display: flex; flex-direction: column; gap: 16px; width: min(480px, 100%); min-height: 400px; margin: 0 auto; }
    h2 { margin: 0; font: 600 26px/32px var(--font); letter-spacing: -0.018em; text-wrap: balance; }
    h2:focus { outline: none; }
    p { margin: 0; font: var(--t-14); color: var(--text-2); text-wrap: pretty; }
    ol { display: flex; gap: 6px; margin: 0; padding: 0; list-style: none; }
    li { flex: 0 0 32px; height: 4px; border-radius: 2px; background: var(--line); }
    li.past { background: var(--text-2); }
    ul { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none; }
    ul li { display: flex; gap: 8px; height: auto; background: none; color: var(--text-2); }
    ul ui-icon { flex: none; margin-block-start: 2px; }
    footer { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-block-start: auto; padding-block-start: 8px; }
    footer > ui-button:first-child { margin-inline-start: -14px; }
    .grow { flex: 1; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) person!: Person;
  @state() private typed: Partial<Names> = {};
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);

  override updated(changed: PropertyValues<this>): void {
    // The focus goes with the step, so that keys alone lead through.
    if (!changed.has('person') || changed.get('person')?.step === this.person.step) return;
    const first = this.renderRoot.querySelector<LitElement>(this.person.step === 'names' ? 'ui-input' : 'h2');
    // An element that has not rendered yet contains nothing that takes the focus.
    void Promise.resolve(first?.updateComplete).then(() => first?.focus());
  }

  override render() {
    const text = this.#text;
    const { step } = this.person;
    const at = steps.indexOf(step);
    const next = steps[at + 1];
    const before = steps[at - 1];
    return html`<section aria-label=${text.of('firstSteps')} @keydown=${this.#onKey}>
      <ol aria-label=${text.of('stepOf', { at: at + 1, all: steps.length })}>${steps.map((one, index) => html`<li class=${index <= at ? 'past' : ''} aria-current=${one === step ? 'step' : nothing}></li>`)}</ol>
      <h2 tabindex="-1">${text.of(`step.${step}`, { name: this.#names.assistant })}</h2>
      <p>${text.of(`hint.${step}`)}</p>
      ${this.#body(step)}
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      <footer>
        ${before === undefined ? nothing : html`<ui-button size="32" @click=${() => this.#save({ step: before })}>${text.of('back')}</ui-button>`}
        <span class="grow"></span>
        ${next === undefined ? nothing : html`<ui-button size="32" @click=${() => this.#save({ ended: 'skipped' })}>${text.of('leaveOut')}</ui-button>`}
        <ui-button size="32" kind="accent" @click=${this.#goOn}>${text.of(next === undefined ? 'begin' : 'goOn')}</ui-button>
      </footer>
    </section>`;
  }

  get #names(): Names {
    return { ...namesOf(this.person), ...this.typed };
  }

  #body(step: Step) {
    const text = this.#text;
    const point = (icon: string, key: 'canTalk' | 'canRemember' | 'canReach') =>
      html`<li><ui-icon name=${icon}></ui-icon><span>${text.of(key)}</span></li>`;
    if (step === 'welcome')
      return html`<ul>${point('message-square', 'canTalk')}${point('brain', 'canRemember')}${point('radio', 'canReach')}</ul>`;
    if (step === 'channel')
      return html`<div><ui-button kind="line" icon="puzzle" @click=${() => this.view.run('extensions.showMarketplace')}>${text.of('findChannels')}</ui-button></div>`;
    if (step === 'names') return nameFields(text, this.#names, change => this.#change(change));
    return nothing;
  }

  #change(change: Partial<Names>) {
    this.typed = { ...this.typed, ...change };
  }

  #onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.isComposing || !(event.target as Element).matches('ui-input, h2')) return;
    event.preventDefault();
    void this.#goOn();
  }

  readonly #goOn = (): Promise<void> => {
    const next = steps[steps.indexOf(this.person.step) + 1];
    return this.#save(next === undefined ? { ended: 'finished' } : { step: next });
  };

  async #save(change: Partial<Person>): Promise<void> {
    try {
      this.problem = '';
      // The answer comes to every window as an event.
      await this.view.connect(DashboardChannel).call('save', { ...this.typed, ...change });
      this.typed = {};
    } catch (error) {
      this.problem = failureOf(error, this.#text.locale);
    }
  }
}
