import { LitElement, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { delegating } from './base.ts';

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

  protected readonly internals = this.attachInternals();
  protected disabledAround = false;

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

  protected get isDisabled(): boolean {
    return this.disabled || this.disabledAround;
  }

  /** `input` crosses a shadow root by itself, `change` does not. */
  protected changed(): void {
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }
}
