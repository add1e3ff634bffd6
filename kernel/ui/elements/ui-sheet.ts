import { css } from 'lit';
import { property } from 'lit/decorators.js';
import { base } from './base.ts';
import { dialogStyles } from './dialog-styles.ts';
import { UiDialog } from './ui-dialog.ts';

/** A dialog along one side of the window, for content to look through rather than a question to answer. */
export class UiSheet extends UiDialog {
  static override styles = [
    base,
    dialogStyles,
    css`
      dialog { --from: 24px; width: min(360px, 100vw - 32px); height: 100dvh; max-height: none; margin: 0; margin-inline-start: auto; opacity: 1; transition: opacity var(--slow), translate var(--slow); }
      :host([size="large"]) dialog { width: min(560px, 100vw - 32px); }
      :host([side="start"]) dialog { --from: -24px; margin-inline: 0 auto; }
      :host(:dir(rtl)) dialog { --from: -24px; }
      @starting-style { dialog[open] { opacity: 0; translate: var(--from) 0; } }
      header { border-block-end: 1px solid var(--line); padding-block: 6px; }
      .body { padding-block-start: 16px; }
      h2 { font: 600 13px/20px var(--font); letter-spacing: 0; padding-block: 2px; }
    `,
  ];

  @property({ reflect: true }) side: 'start' | 'end' = 'end';
}

declare global {
  interface HTMLElementTagNameMap {
    'ui-sheet': UiSheet;
  }
}
