import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { base } from './base.ts';
import { FormElement, problemLine, problemStyles, refusal } from './form-element.ts';
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
    `,
    problemStyles,
  ];

  @property() label = '';
  @property() hint = '';
  @property() error = '';
  @property({ type: Boolean }) optional = false;

  /** Why the browser did not submit the form around it. */
  @state() private refused = '';

  readonly #texts = new KitTexts(this);

  constructor() {
    super();
    // `invalid` does not bubble.
    this.addEventListener('invalid', this.#refuse, { capture: true });
    this.addEventListener('input', () => {
      this.refused = '';
    });
  }

  override updated(): void {
    this.#updateControl();
  }

  override render() {
    const { label, hint, optional } = this;
    const error = this.#problem;
    const name = optional ? html`${label}<i>, ${this.#texts.text.optional}</i>` : label;
    const below = error === '' ? (hint === '' ? nothing : html`<div class="below">${hint}</div>`) : nothing;
    return html`
      ${label === '' ? nothing : html`<span class="name" @click=${() => this.#control?.focus()}>${name}</span>`}
      <slot @slotchange=${this.#updateControl}></slot>
      ${below}
      <div role="alert">${error === '' ? nothing : problemLine(error)}</div>
    `;
  }

  get #problem(): string {
    return this.error || this.refused;
  }

  get #control(): HTMLElement | undefined {
    return [...this.children].find(
      (child): child is HTMLElement => child instanceof FormElement || child.matches('input, select, textarea'),
    );
  }

  readonly #refuse = (event: Event): void => {
    const { target } = event;
    if (target !== this.#control || !(target instanceof FormElement || target instanceof HTMLInputElement)) return;
    event.preventDefault();
    this.refused = refusal(this.#texts, target.validity);
  };

  /** A label cannot refer to an element in another shadow root, so the control gets the texts as properties. */
  readonly #updateControl = (): void => {
    const control = this.#control;
    if (control === undefined) return;
    const { label, hint } = this;
    const error = this.#problem;
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
