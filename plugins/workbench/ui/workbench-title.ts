import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from './texts.ts';

/** The top of the sidebar: the product's name, and a button to hide the sidebar. */
export class WorkbenchTitle extends LitElement {
  static override styles = css`
    :host { display: flex; align-items: center; justify-content: space-between; height: 40px; padding-block: 0; padding-inline: 16px 8px; }
    b { font: 600 13px/20px var(--font); }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    return html`
      <b translate="no">Atelier</b>
      <ui-icon-button icon="panel-left" label=${this.#text.of('hideSidebar')} kbd="Mod+B" @click=${() => this.view.run('workbench.toggleSidebar')}></ui-icon-button>
    `;
  }
}
