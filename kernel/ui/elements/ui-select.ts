import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { base } from './base.ts';
import { controlStyles } from './control-styles.ts';
import { FormElement } from './form-element.ts';

/** One choice; consecutive choices of the same group are listed under the group's name. */
export interface UiChoice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly group?: string;
  readonly icon?: string;
  readonly disabled?: boolean;
}

/** A choice of one of several: the browser's own select, with its keys, in the kit's style. */
export class UiSelect extends FormElement {
  static override styles = [
    base,
    controlStyles,
    css`
      .frame { position: relative; padding: 0; cursor: default; border-radius: var(--r-6); }
      .frame > ui-icon { position: absolute; inset-inline-end: 8px; --icon-size: 14px; pointer-events: none; }
      :host([size="24"]) .frame { min-height: 24px; }
      select, ::picker(select) { appearance: base-select; }
      select { display: block; width: 100%; height: 26px; padding-block: 0; padding-inline: 9px 28px; border-radius: 5px; font-weight: 500; line-height: 26px; outline: none; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; background: none; color: inherit; }
      :host([size="24"]) select { height: 22px; font: 500 12px/22px var(--font); }
      select:hover:not(:disabled) { background: var(--hover); }
      select::picker-icon { display: none; }
      select.none { color: var(--text-3); font-weight: 400; }
      ::picker(select) { margin: 4px 0; border: 0; padding: 4px; min-width: anchor-size(width); max-width: 420px; border-radius: var(--r-8); background: var(--raised); color: var(--text); box-shadow: var(--shadow-2); font: var(--t-13); }
      option { display: flex; align-items: center; gap: 8px; min-height: 28px; padding: 0 8px; border-radius: var(--r-4); font-weight: 400; outline: none; background: none; color: var(--text); }
      option:is(:hover, :focus) { background: var(--selected); }
      option:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
      option:disabled { color: var(--text-3); }
      option::checkmark { order: 1; margin-inline-start: auto; content: ""; width: 11px; height: 6px; border: solid var(--text-2); border-width: 0 0 1.75px 1.75px; rotate: -45deg; translate: 0 -2px; }
      optgroup { font: 500 11px/24px var(--font); color: var(--text-3); padding: 4px 0 0; }
      optgroup option { font: var(--t-13); padding-inline-start: 8px; }
      legend { padding: 0 8px; }
      @media (forced-colors: active) { ::picker(select) { border: 1px solid; } }
    `,
  ];

  @property() value = '';
  @property({ attribute: false }) options: readonly UiChoice[] = [];
  @property() placeholder = '';
  @property({ reflect: true }) size: '24' | '28' | '32' = '28';

  override render() {
    const { value, placeholder, options } = this;
    const isChosen = options.some(option => option.value === value);
    return html`<div class="frame">
      <select
        part="input"
        class=${isChosen ? '' : 'none'}
        .value=${live(value)}
        aria-label=${this.label || placeholder || nothing}
        aria-description=${this.description || nothing}
        aria-invalid=${this.invalid ? 'true' : nothing}
        ?disabled=${this.isDisabled}
        ?required=${this.required}
        @input=${this.#choose}
        @change=${this.changed}
      >
        ${isChosen ? nothing : html`<option value="" disabled hidden selected>${placeholder}</option>`}
        ${this.#groups()}
      </select>
      <ui-icon name="chevrons-up-down"></ui-icon>
    </div>`;
  }

  protected override get formValue(): string {
    return this.value;
  }

  protected override reset(): void {
    this.value = this.getAttribute('value') ?? this.options[0]?.value ?? '';
  }

  #groups() {
    const groups = Map.groupBy(this.options, option => option.group ?? '');
    return [...groups].map(([name, options]) => {
      const list = options.map(({ value, label, disabled }) => {
        return html`<option value=${value} ?selected=${value === this.value} ?disabled=${disabled ?? false}>${label}</option>`;
      });
      return name === '' ? list : html`<optgroup label=${name}>${list}</optgroup>`;
    });
  }

  #choose(event: Event): void {
    this.value = (event.target as HTMLSelectElement).value;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-select': UiSelect;
  }
}
