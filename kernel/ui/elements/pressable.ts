import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { delegating } from './base.ts';
import { submitForm } from './submit-form.ts';

/** What all buttons share: a real button inside, its states, and the form around it. */
export abstract class Pressable extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions = delegating;

  @property({ type: Boolean, reflect: true }) disabled = false;
  /** Its action is running: it keeps the focus and cannot be pressed again. */
  @property({ type: Boolean, reflect: true }) busy = false;
  @property() type: 'button' | 'submit' | 'reset' = 'button';
  /** On or off, for a toggle button; undefined for every other. */
  @property({ type: Boolean }) pressed: boolean | undefined;
  /** Set by the element that it opens. */
  @property({ attribute: false }) expanded: boolean | undefined;
  /** Set by the element that it opens. */
  @property({ attribute: false }) popup: 'menu' | 'dialog' | undefined;

  protected readonly internals = this.attachInternals();
  #disabledAround = false;

  constructor() {
    super();
    this.addEventListener('click', this.#guard, { capture: true });
    this.addEventListener('click', this.#act);
  }

  formDisabledCallback(disabled: boolean): void {
    this.#disabledAround = disabled && !this.disabled;
    this.requestUpdate();
  }

  protected button(content: unknown, label?: string) {
    const { pressed, expanded, popup, busy } = this;
    return html`<button
      part="button"
      type="button"
      ?disabled=${this.disabled || this.#disabledAround}
      aria-disabled=${busy ? 'true' : nothing}
      aria-busy=${busy ? 'true' : nothing}
      aria-label=${ifDefined(label)}
      aria-pressed=${ifDefined(pressed)}
      aria-expanded=${ifDefined(expanded)}
      aria-haspopup=${ifDefined(popup)}
    >${content}</button>`;
  }

  readonly #guard = (event: Event): void => {
    if (!this.disabled && !this.#disabledAround && !this.busy) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  readonly #act = (event: Event): void => {
    if (event.defaultPrevented) return;
    if (this.type === 'submit') submitForm(this.internals.form);
    if (this.type === 'reset') this.internals.form?.reset();
  };
}
