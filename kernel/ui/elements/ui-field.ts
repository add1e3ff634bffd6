import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { FormElement } from './form-element.ts';
import { KitTexts } from './kit-texts.ts';

/** A control with its label above it and a hint or an error below. */
export class UiField extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; }
      .name { display: block; width: fit-content; margin-block-end: 4px; color: var(--text-2); }
      .name i { font-style: normal; color: var(--text-3); }
      .below { margin-block-start: 4px; font: var(--t-12); color: var(--text-2); text-wrap: pretty; overflow-wrap: anywhere; }
      .error { display: flex; gap: 6px; color: var(--danger-text); --icon-size: 14px; }
      .error ui-icon { margin-block-start: 1px; color: var(--danger); }
    `,
  ];

  @property() label = '';
  @property() hint = '';
  @property() error = '';
  @property({ type: Boolean }) optional = false;

  readonly #texts = new KitTexts(this);

  override updated(): void {
    this.#updateControl();
  }

  override render() {
    const { label, hint, error, optional } = this;
    const name = optional ? html`${label}<i>, ${this.#texts.text.optional}</i>` : label;
    const below = error === '' ? (hint === '' ? nothing : html`<div class="below">${hint}</div>`) : nothing;
    return html`
      ${label === '' ? nothing : html`<span class="name" @click=${() => this.#control?.focus()}>${name}</span>`}
      <slot @slotchange=${this.#updateControl}></slot>
      ${below}
      <div role="alert">${error === '' ? nothing : html`<div class="below error"><ui-icon name="circle-alert"></ui-icon><span>${error}</span></div>`}</div>
    `;
  }

  get #control(): HTMLElement | undefined {
    return [...this.children].find(
      (child): child is HTMLElement => child instanceof FormElement || child.matches('input, select, textarea'),
    );
  }

  /** A label cannot refer to an element in another shadow root, so the control gets the texts as properties. */
  readonly #updateControl = (): void => {
    const control = this.#control;
    if (control === undefined) return;
    const { label, hint, error } = this;
    if (control instanceof FormElement) {
      control.label = label || control.label;
      control.description = error || hint;
      control.invalid = error !== '';
    } else {
      control.ariaLabel = label;
      control.ariaDescription = error || hint;
      control.ariaInvalid = String(error !== '');
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-field': UiField;
  }
}
