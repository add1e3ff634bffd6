import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** A view whose parts are loaded when it is shown, so that no first screen carries them; they are upgraded in place. */
class LaterView extends LitElement {
  static override styles = css`:host { display: block; height: 100%; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('../page/define-page.ts'));
  }
}

/** The page of memories. */
export class MemoryPage extends LaterView {
  override render() {
    return html`<memory-browser .view=${this.view}></memory-browser>`;
  }
}

/** The dialog that says what was remembered for an answer. */
export class MemoryUsed extends LaterView {
  override render() {
    return html`<memory-explained .view=${this.view}></memory-explained>`;
  }
}

/** The section of the settings. */
export class MemorySettings extends LaterView {
  override render() {
    return html`<memory-settings-page .view=${this.view}></memory-settings-page>`;
  }
}
