import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { delegating } from './base.ts';
import { KitTexts } from './kit-texts.ts';

/** What is wrong with a value, below its control. */
export const problemStyles = css`
  .problem { display: flex; gap: 6px; margin-block-start: 4px; font: var(--t-12); color: var(--danger-text); text-wrap: pretty; --icon-size: 14px; }
  .problem ui-icon { margin-block-start: 1px; color: var(--danger); }
`;

export const problemLine = (problem: string) =>
  html`<div class="problem"><ui-icon name="circle-alert"></ui-icon><span>${problem}</span></div>`;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What all form controls share: a name and a value in the form around them, the label and error of a field around them, validity and reset. */
export abstract class FormElement extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions = delegating;

  @property({ reflect: true }) name = '';
  @property({ type: Boolean, reflect: true }) disabled = false;
  @property({ type: Boolean, reflect: true }) required = false;
  /** Its accessible name; a field around it sets it. */
  @property() label = '';
  /** Its accessible description; a field around it sets it. */
  @property() description = '';
  /** Its value is wrong; a field with an error sets it. */
  @property({ type: Boolean, reflect: true }) invalid = false;

  /** Why the browser did not submit its form; empty where a field around it says so. */
  @state() protected problem = '';

  protected readonly internals = this.attachInternals();
  protected disabledAround = false;
  protected readonly kitTexts = new KitTexts(this);

  constructor() {
    super();
    this.addEventListener('invalid', this.#refused);
    this.addEventListener('input', () => this.#accept());
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  get validity(): ValidityState {
    return this.internals.validity;
  }

  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  formDisabledCallback(disabled: boolean): void {
    this.disabledAround = disabled && !this.disabled;
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.reset();
  }

  override updated(_changed: PropertyValues): void {
    this.internals.setFormValue(this.formValue);
    const control = this.renderRoot.querySelector<Control>('input, textarea, select');
    if (control === null) return;
    const { validity, validationMessage } = control;
    this.internals.setValidity(validity.valid ? {} : validity, validationMessage, control);
  }

  /** The value that the form submits; null submits none. */
  protected abstract get formValue(): string | null;

  /** Sets the initial value again. */
  protected abstract reset(): void;

  /** Whether it shows a problem by itself. Other controls leave it to the browser, in the browser's language. */
  protected get saysProblems(): boolean {
    return false;
  }

  protected problemBelow() {
    return this.problem === '' ? nothing : html`<div role="alert">${problemLine(this.problem)}</div>`;
  }

  protected get isDisabled(): boolean {
    return this.disabled || this.disabledAround;
  }

  readonly #refused = (event: Event): void => {
    const isSaid = event.defaultPrevented;
    if (!isSaid && !this.saysProblems) return;
    event.preventDefault();
    if (!isSaid) {
      this.problem = refusal(this.kitTexts, this.validity);
      this.invalid = true;
    }
    if (this.form?.querySelector(':invalid') === this) this.focus();
  };

  #accept(): void {
    if (this.problem === '') return;
    this.problem = '';
    this.invalid = false;
  }

  /** `input` crosses a shadow root by itself, `change` does not. */
  protected changed(): void {
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }
}

/** Why a form is not submitted, in the app's language. */
export function refusal({ text }: KitTexts, { valueMissing }: ValidityState): string {
  return valueMissing ? text.fillIn : text.notValid;
}
