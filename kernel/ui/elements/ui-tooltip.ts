import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { Tip } from './tip.ts';

/** Shows an explanation of its content on hover and on keyboard focus. */
export class UiTooltip extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: inline-flex; align-items: center; gap: inherit; min-width: 0; font: inherit; color: inherit; border-radius: 2px; }
    `,
  ];

  @property() text = '';

  constructor() {
    super();
    new Tip(this, () => this.text);
  }

  override render() {
    return html`<slot @slotchange=${this.#describe}></slot>`;
  }

  override updated(): void {
    this.#describe();
  }

  /** Plain text cannot be focused, so the element itself gets a tab stop. */
  readonly #describe = (): void => {
    const [control] = [...this.children].filter(
      child => child.localName.startsWith('ui-') || child.matches('a, button, input, [tabindex]'),
    );
    const described = (control as HTMLElement | undefined) ?? this;
    if (control === undefined) {
      this.tabIndex = 0;
      this.role = 'note';
    }
    described.ariaDescription = this.text;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-tooltip': UiTooltip;
  }
}
