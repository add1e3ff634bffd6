import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { styleMap } from 'lit/directives/style-map.js';
import { base } from './base.ts';
import { controlStyles } from './control-styles.ts';
import { FormElement, problemStyles } from './form-element.ts';

/** A text input of several lines; it grows with its text, up to a limit. */
export class UiTextarea extends FormElement {
  static override styles = [
    base,
    controlStyles,
    problemStyles,
    css`
      .frame { padding: 0; }
      textarea { display: block; padding: 4px 8px; resize: none; field-sizing: content; line-height: 20px; min-height: calc(var(--rows) * 20px + 8px); max-height: calc(var(--most) * 20px + 8px); scrollbar-width: thin; }
    `,
  ];

  @property() value = '';
  @property() placeholder = '';
  @property({ type: Number }) rows = 3;
  /** The number of rows above which it scrolls. */
  @property({ type: Number, attribute: 'max-rows' }) maxRows = 12;
  @property({ type: Number }) maxlength: number | undefined;
  @property({ type: Boolean }) readonly = false;
  @property({ type: Boolean, reflect: true }) mono = false;

  override render() {
    return html`<div class="frame">
      <textarea
        part="input"
        .value=${live(this.value)}
        style=${styleMap({ '--rows': String(this.rows), '--most': String(this.maxRows) })}
        placeholder=${this.placeholder || nothing}
        aria-label=${this.label || this.placeholder || nothing}
        aria-description=${this.problem || this.description || nothing}
        aria-invalid=${this.invalid ? 'true' : nothing}
        ?disabled=${this.isDisabled}
        ?required=${this.required}
        ?readonly=${this.readonly}
        maxlength=${ifDefined(this.maxlength)}
        @input=${this.#write}
        @change=${this.changed}
      ></textarea>
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

  #write(event: Event): void {
    this.value = (event.target as HTMLTextAreaElement).value;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-textarea': UiTextarea;
  }
}
