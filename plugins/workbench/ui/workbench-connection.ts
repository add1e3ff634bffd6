import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { FollowLayout } from './follow-layout.ts';
import { texts } from './texts.ts';

/** Whether this window is connected to the kernel. */
export class WorkbenchConnection extends LitElement {
  static override styles = css`
    span { display: inline-flex; align-items: center; gap: 5px; height: 23px; padding: 0 6px; }
    ui-icon { --icon: 12px; }
    .away { color: var(--warn-text); }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #layout = new FollowLayout(this, () => this.view);

  override render() {
    const connection = this.#layout.value?.connection ?? 'connecting';
    const isAway = connection !== 'open' && connection !== 'connecting';
    return html`<span class=${isAway ? 'away' : ''} role="status" title=${this.#text.of(connection === 'open' ? 'openTip' : `connection.${connection}`)}>
      <ui-icon name=${isAway ? 'unplug' : 'cpu'}></ui-icon>${this.#text.of(`connection.${connection}`)}
    </span>`;
  }
}
