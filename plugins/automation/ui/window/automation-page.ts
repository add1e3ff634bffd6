import { Later, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';

/** The page of automations. Its parts are loaded when it is shown, so that no first screen carries them. */
export class AutomationPage extends LitElement {
  static override styles = css`:host { display: block; height: 100%; min-height: 0; }`;

  @property({ attribute: false }) view!: ViewHost;

  constructor() {
    super();
    new Later(this, () => import('../page/define-page.ts'));
  }

  override render() {
    return html`<automation-browser .view=${this.view}></automation-browser>`;
  }
}

/** The newest runs, in the Assistant's sidebar. */
export class AutomationRecent extends AutomationPage {
  static override styles = css``;

  override render() {
    return html`<automation-ran .view=${this.view}></automation-ran>`;
  }
}
