import { Query, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { type Preferences, WorkbenchChannel } from '@atelier/workbench/contract';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { OnboardingChannel, type Progress, type Step } from '../../contract/index.ts';
import { textsFor } from '../texts.ts';
import { pageStyles } from './page-styles.ts';
import { consentStep, demoCard, doneStep, lookStep } from './step-views.ts';
import { type Facts, isReached, outcomeOf, smallText, stepsFor } from './steps.ts';
import { type Consent, decideConsent, readConsent } from './telemetry.ts';

/** The first steps, as a dialog over the whole window. */
export class OnboardingPage extends LitElement {
  static override styles = pageStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) progress!: Progress;
  @state() private step: Step = 'look';
  @state() private answered: string | undefined;
  @state() private triesDemo = false;
  @state() private consent: Consent | undefined;

  readonly #text = textsFor(this, () => this.view);
  readonly #preferences = new Query(this, () => this.view, WorkbenchChannel, 'readPreferences', {
    params: () => ({}),
    refreshOn: 'preferencesChanged',
  });
  readonly #providers = new Query(this, () => this.view, ProvidersChannel, 'list', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'providersChanged',
  });
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });
  #previousFocus: Element | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#previousFocus = document.activeElement ?? undefined;
    void readConsent(this.view).then(consent => {
      this.consent = consent;
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#previousFocus instanceof HTMLElement) this.#previousFocus.focus();
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('progress')) this.step = this.progress.step;
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector('dialog')?.showModal();
    this.#focusHeading();
  }

  override render() {
    const steps = stepsFor({ consent: this.consent });
    const step = steps.includes(this.step) ? this.step : 'done';
    const at = steps.indexOf(step);
    const facts = this.#facts;
    return html`<dialog aria-label=${this.#text.of('name')} @cancel=${this.#cancel} @providers-tested=${this.#tested}>
      <div class="side">
        <svg class="mark" viewBox="0 0 40 40" aria-hidden="true"><path d="M6 34 20 6l14 28"></path><path d="M11.5 23h17"></path></svg>
        <h1>${this.#text.of('title')}</h1>
        <p class="promise">${this.#text.of('promise')}</p>
        <ol class="steps" aria-label=${this.#text.of('steps')}>${steps.map((one, index) => this.#stepRow(one, index - at, facts))}</ol>
        <p class="again">${this.#text.of('comeBack')} <ui-kbd keys="Mod+Shift+O"></ui-kbd></p>
      </div>
      <div class="pane">
        <div class="bar"><span class="grow"></span><span class="quiet num">${this.#text.of('count', { at: at + 1, all: steps.length })}</span><ui-icon-button icon="x" label=${this.#text.of('leave')} @click=${this.#leave}></ui-icon-button></div>
        <div class="body"><div class="inner">
          <h2 tabindex="-1">${this.#text.of(`step.${step}`)}</h2>
          <p class="hint">${this.#text.of(`hint.${step}`)}</p>
          ${this.#body(step, facts)}
        </div></div>
        ${this.#foot(step, at, steps, facts)}
      </div>
    </dialog>`;
  }

  get #facts(): Facts {
    const [preferences, providers, models] = [this.#preferences.state, this.#providers.state, this.#models.state];
    const { appearance = 'system' }: Preferences = preferences.status === 'ready' ? preferences.value : {};
    return {
      locale: this.#text.locale,
      appearance,
      providers: providers.status === 'ready' ? providers.value : [],
      models: models.status === 'ready' ? models.value : [],
      answered: this.answered,
      triesDemo: this.triesDemo,
      consent: this.consent,
    };
  }

  #stepRow(step: Step, distance: number, facts: Facts) {
    const isBehind = distance < 0;
    const mark = isBehind
      ? html`<ui-state state=${outcomeOf(step, facts)}></ui-state>`
      : html`<ui-icon name=${distance === 0 ? 'circle-dot' : 'circle'}></ui-icon>`;
    return html`<li><button aria-current=${distance === 0 ? 'step' : nothing} @click=${() => this.#go(step)}>
      ${mark}<span class="name">${this.#text.of(`step.${step}`)}<small>${smallText(this.#text, step, facts, isBehind)}</small></span>
    </button></li>`;
  }

  #body(step: Step, facts: Facts) {
    const text = this.#text;
    if (step === 'look') return lookStep(text, facts, command => this.#run(command));
    if (step === 'provider')
      return html`<view-outlet slotName="settings" view="providers.connect"></view-outlet>${demoCard(text, () => this.#tryDemo())}`;
    if (step === 'models') {
      const onlyDemo = facts.models.every(({ demo }) => demo === true);
      return html`${onlyDemo ? html`<ui-alert>${text.of('noModelsYet')}</ui-alert>` : nothing}<view-outlet slotName="settings" view="providers.models"></view-outlet>`;
    }
    if (step === 'check') return html`<view-outlet slotName="settings" view="providers.check"></view-outlet>`;
    if (step === 'telemetry') return consentStep(text, this.consent ?? 'unasked', consent => this.#decide(consent));
    return doneStep(text, command => this.#finishWith(command));
  }

  #foot(step: Step, at: number, steps: readonly Step[], facts: Facts) {
    const next = steps[at + 1];
    const before = steps[at - 1];
    const isReady = isReached(step, facts);
    return html`<div class="foot">
      ${before === undefined ? nothing : html`<ui-button size="32" @click=${() => this.#go(before)}>${this.#text.of('back')}</ui-button>`}
      <span class="grow"></span>
      ${next === undefined || isReady ? nothing : html`<ui-button size="32" @click=${() => this.#go(next)}>${this.#text.of('skip')}</ui-button>`}
      ${
        next === undefined
          ? html`<ui-button size="32" kind="accent" @click=${() => this.#finishWith(undefined)}>${this.#text.of('begin')}</ui-button>`
          : isReady
            ? html`<ui-button size="32" kind="accent" @click=${() => this.#go(next)}>${this.#text.of('goOn')}</ui-button>`
            : nothing
      }
    </div>`;
  }

  #tryDemo() {
    this.triesDemo = true;
    this.#go('check');
  }

  #go(step: Step) {
    this.step = step;
    this.#save({ step, ended: 'no' });
    void this.updateComplete.then(() => this.#focusHeading());
  }

  /** Focuses the heading after each step, so that a screen reader reads it and Tab continues from there. */
  #focusHeading() {
    this.renderRoot.querySelector('h2')?.focus();
    this.renderRoot.querySelector('.body')?.scrollTo(0, 0);
  }

  /** A failure is ignored: the next step saves again. */
  #save(change: Partial<Progress>) {
    void this.view
      .connect(OnboardingChannel)
      .call('save', change)
      .catch(() => undefined);
  }

  #run(command: string) {
    void this.view.run(command).catch(error => {
      void this.view.connect(WindowChannel).call('toast', { text: (error as Error).message, kind: 'failed' });
    });
  }

  #decide(consent: 'yes' | 'no') {
    const before = this.consent;
    this.consent = consent;
    void decideConsent(this.view, consent).catch(() => {
      this.consent = before;
    });
  }

  readonly #tested = (event: CustomEvent<{ readonly model: string; readonly ok: boolean }>): void => {
    const { model, ok } = event.detail;
    if (ok) this.answered = this.#facts.models.find(({ id }) => id === model)?.name ?? model;
  };

  readonly #cancel = (event: Event): void => {
    // Ignores the event of dialogs inside this one.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    this.#leave();
  };

  readonly #leave = (): void => {
    this.#save({ step: this.step, ended: 'skipped' });
    this.#end();
  };

  #finishWith(command: string | undefined) {
    this.#save({ step: 'done', ended: 'finished' });
    this.#end();
    if (command !== undefined) this.#run(command);
  }

  #end() {
    this.renderRoot.querySelector('dialog')?.close();
    this.dispatchEvent(new CustomEvent('onboarding-end'));
  }
}
