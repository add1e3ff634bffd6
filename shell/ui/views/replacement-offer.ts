import { Slice } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { theWindow } from '../window/current.ts';
import type { ShownView } from '../window/views.ts';
import { laterWords } from './later-text.ts';

const regions = ['main', 'panel', 'settings', 'sidebar.own'];

/** Asks the person, once, whether another extension's view may replace this one. */
export class ReplacementOffer extends LitElement {
  static override styles = css`
    section { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding-block: 6px; padding-inline: 12px 8px; border-block-end: 1px solid var(--line); background: var(--sunken); }
    /* Above a view that does not fill a whole region, such as the composer. */
    section.apart { margin-block-end: 8px; border: 1px solid var(--line); border-radius: var(--r-8); }
    p { flex: 1 1 200px; margin: 0; min-width: 0; text-wrap: pretty; }
    small { display: block; font: var(--t-12); color: var(--text-2); }
    div { display: flex; gap: 4px; margin-inline-start: auto; }
  `;

  @property({ attribute: false }) view!: ShownView;
  @property({ attribute: false }) offered: ShownView | undefined;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');

  override render() {
    const { offered } = this;
    if (offered === undefined) return nothing;
    const text = laterWords(this.#locale.value);
    return html`
      <section class=${regions.includes(this.view.slot) ? '' : 'apart'} aria-label=${text.offerOf(offered.title)}>
        <p>${text.offer(offered.title, this.view.title)} <small>${text.offerMeans(offered.from)}</small></p>
        <div>
          <ui-button size="24" @click=${() => this.#emit('declined')}>${text.decline}</ui-button>
          <ui-button size="24" kind="line" @click=${() => this.#emit('chosen')}>${text.accept}</ui-button>
        </div>
      </section>
    `;
  }

  #emit(name: 'chosen' | 'declined') {
    this.dispatchEvent(new CustomEvent(name));
  }
}
