import { css, html, nothing } from 'lit';
import { base } from './base.ts';
import { ChoiceGroup } from './choice-group.ts';
import { choiceStyles } from './control-styles.ts';

/** A choice of one of a few, all of them visible. */
export class UiRadioGroup extends ChoiceGroup {
  static override styles = [
    base,
    choiceStyles,
    css`
      :host { display: block; }
      [role="radiogroup"] { display: grid; gap: 4px; }
      input { width: 16px; height: 16px; margin-block: 2px; border: 1px solid var(--line-strong); border-radius: 50%; background: var(--raised); }
      input:hover { border-color: var(--text-2); }
      input:checked { border: 5px solid var(--text); background: var(--surface); }
      :host([invalid]) input { border-color: var(--danger); }
      input:disabled + span { color: var(--text-3); }
      @media (forced-colors: active) { input:checked { border-color: Highlight; forced-color-adjust: none; } }
    `,
  ];

  override render() {
    return this.group(({ label, hint }) => html`<span>${label}${hint === undefined ? nothing : html`<small>${hint}</small>`}</span>`);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-radio-group': UiRadioGroup;
  }
}
