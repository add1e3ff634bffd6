import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from '../texts.ts';

/** The settings of memory: capture, the sources of extensions, and the way to the page. */
export class MemorySettingsPage extends LitElement {
  static override styles = css`
    :host { display: grid; align-content: start; gap: 20px; box-sizing: border-box; height: 100%; padding: 16px 28px 48px; overflow-y: auto; scrollbar-width: thin; font: var(--t-13); color: var(--text); }
    memory-capture, memory-sources, div { max-inline-size: 760px; }
    div { display: flex; flex-wrap: wrap; gap: 8px; }
    @media (max-width: 719px) { :host { padding: 12px 16px 32px; } }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    return html`<memory-capture .view=${this.view}></memory-capture>
      <memory-sources .view=${this.view}></memory-sources>
      <div><ui-button kind="line" icon="brain" @click=${() => void this.view.run('memory.open', {})}>${this.#text.of('openMemory')}</ui-button></div>`;
  }
}
