import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { FormElement } from './form-element.ts';

/** Base of switch and checkbox: on or off, with a label. */
export abstract class Toggle extends FormElement {
  @property({ type: Boolean, reflect: true }) checked = false;
  @property() value = 'on';

  protected override get formValue(): string | null {
    return this.checked ? this.value : null;
  }

  protected override reset(): void {
    this.checked = this.defaultChecked;
  }

  #first: boolean | undefined;

  protected get defaultChecked(): boolean {
    return this.#first ?? false;
  }

  override willUpdate(): void {
    this.#first ??= this.checked;
  }

  protected control(role: 'switch' | undefined, indeterminate = false) {
    return html`<input
      type="checkbox"
      role=${role ?? nothing}
      .checked=${live(this.checked)}
      .indeterminate=${live(indeterminate)}
      aria-label=${this.label || nothing}
      aria-description=${this.description || nothing}
      aria-invalid=${this.invalid ? 'true' : nothing}
      ?disabled=${this.isDisabled}
      ?required=${this.required}
      @input=${this.#toggle}
      @change=${this.changed}
    />`;
  }

  protected toggled(): void {}

  #toggle(event: Event): void {
    this.checked = (event.target as HTMLInputElement).checked;
    this.toggled();
  }
}
