import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { FormElement } from './form-element.ts';
import type { UiChoice } from './ui-select.ts';

/** Base of the elements that choose one of a few: the browser's own radio buttons and their keys. */
export abstract class ChoiceGroup extends FormElement {
  @property() value = '';
  @property({ attribute: false }) options: readonly UiChoice[] = [];

  protected override get formValue(): string {
    return this.value;
  }

  protected override reset(): void {
    this.value = this.getAttribute('value') ?? '';
  }

  protected group(content: (choice: UiChoice) => TemplateResult) {
    return html`<div role="radiogroup" aria-label=${this.label || nothing} aria-description=${this.description || nothing} aria-required=${this.required ? 'true' : nothing}>
      ${this.options.map(choice => html`<label>${this.#radio(choice)}${content(choice)}</label>`)}
    </div>`;
  }

  #radio({ value, disabled = false }: UiChoice) {
    return html`<input
      type="radio"
      name="choice"
      .value=${value}
      .checked=${live(value === this.value)}
      ?disabled=${disabled || this.isDisabled}
      ?required=${this.required}
      @input=${this.#choose}
      @change=${this.changed}
    />`;
  }

  #choose(event: Event): void {
    this.value = (event.target as HTMLInputElement).value;
  }
}
