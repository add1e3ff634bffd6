import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { BlameChannel } from '../../contract/index.ts';
import { blameTexts } from './blame-texts.ts';

/** Shows that extensions are off because a search is running, with a button that reopens it. */
export class ExtensionsBlameBar extends LitElement {
  static override styles = css`
    ui-alert { margin: 12px 16px 0; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, blameTexts);
  readonly #blame = new Query(this, () => this.view, BlameChannel, 'look', { params: () => ({}), refreshOn: 'stepped' });

  override render() {
    const text = this.#text;
    const { state } = this.#blame;
    if (state.status !== 'ready' || state.value.phase !== 'asking') return nothing;
    const { off } = state.value;
    return html`<ui-alert kind="info" heading=${text.of('underWay')}>${text.count('offForIt', off.length)}<ui-button slot="actions" @click=${this.#goOn}>${text.of('goOn')}</ui-button></ui-alert>`;
  }

  readonly #goOn = (): void => {
    this.dispatchEvent(new Event('go-on'));
  };
}
