import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { base } from './base.ts';
import { controlStyles } from './control-styles.ts';
import { FormElement, problemStyles } from './form-element.ts';
import { submitForm } from './submit-form.ts';

/** A text input of one line. */
export class UiInput extends FormElement {
  static override styles = [
    base,
    controlStyles,
    problemStyles,
    css`
      ::slotted(*) { flex: none; }
      ::slotted([slot="end"]) { margin-inline-end: -4px; }
      input::-webkit-search-cancel-button { display: none; }
    `,
  ];

  @property() value = '';
  @property() type: 'text' | 'password' | 'email' | 'url' | 'number' | 'search' | 'date' | 'time' = 'text';
  @property() placeholder = '';
  @property() icon = '';
  @property() pattern: string | undefined;
  @property() min: string | undefined;
  @property() max: string | undefined;
  @property() step: string | undefined;
  @property({ type: Number }) maxlength: number | undefined;
  @property() autocomplete: AutoFill = 'off';
  @property({ type: Boolean }) readonly = false;
  @property({ type: Boolean, reflect: true }) mono = false;
  @property({ reflect: true }) size: '28' | '32' = '28';

  /** Selects its whole text. */
  select(): void {
    this.renderRoot.querySelector('input')?.select();
  }

  override render() {
    return html`<div class="frame" @click=${() => this.focus()}>
      ${this.icon === '' ? nothing : html`<ui-icon name=${this.icon}></ui-icon>`}
      <slot name="start"></slot>
      <input
        part="input"
        .value=${live(this.value)}
        type=${this.type}
        placeholder=${this.placeholder || nothing}
        aria-label=${this.label || this.placeholder || nothing}
        aria-description=${this.problem || this.description || nothing}
        aria-invalid=${this.invalid ? 'true' : nothing}
        ?disabled=${this.isDisabled}
        ?required=${this.required}
        ?readonly=${this.readonly}
        pattern=${ifDefined(this.pattern)}
        min=${ifDefined(this.min)}
        max=${ifDefined(this.max)}
        step=${ifDefined(this.step)}
        maxlength=${ifDefined(this.maxlength)}
        autocomplete=${this.autocomplete}
        spellcheck=${this.mono ? 'false' : nothing}
        @input=${this.#write}
        @change=${this.changed}
        @keydown=${this.keyDown}
      />
      ${this.end()}
      <slot name="end"></slot>
    </div>${this.problemBelow()}`;
  }

  protected override get saysProblems(): boolean {
    return true;
  }

  protected override get formValue(): string {
    return this.value;
  }

  protected override reset(): void {
    this.value = this.getAttribute('value') ?? '';
  }

  protected end(): unknown {
    return nothing;
  }

  protected keyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.isComposing) submitForm(this.internals.form);
  }

  #write(event: Event): void {
    this.value = (event.target as HTMLInputElement).value;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-input': UiInput;
  }
}
