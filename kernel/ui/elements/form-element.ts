import { LitElement, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { delegating } from './base.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What all form controls share: a name and a value in the form around them, what a field says about them, validity and reset. */
export abstract class FormElement extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions = delegating;

  @property({ reflect: true }) name = '';
  @property({ type: Boolean, reflect: true }) disabled = false;
  @property({ type: Boolean, reflect: true }) required = false;
  /** Its name for ears; a field around it sets it. */
  @property() label = '';
  /** What is good to know about it; a field around it sets it. */
  @property() description = '';
  /** It does not stand as it should; a field with an error sets it. */
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

  /** What the form sends for it; null sends nothing. */
  protected abstract get formValue(): string | null;

  /** Back to what it began with. */
  protected abstract reset(): void;

  protected get isDisabled(): boolean {
    return this.disabled || this.disabledAround;
  }

  /** `input` leaves a shadow by itself, `change` does not. */
  protected changed(): void {
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }
}
