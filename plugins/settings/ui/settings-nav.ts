import { Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { ContributedSections } from './contributed.ts';
import { texts } from './texts.ts';

/** The sections, in the place of the sidebar. */
export class SettingsNav extends LitElement {
  static override styles = css`
    :host { display: flex; flex-direction: column; padding: 0 8px 8px; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #sections = new ContributedSections(this, () => this.view);

  override render() {
    const { section: shown } = (this.#params.value ?? {}) as { readonly section?: string };
    return html`<h2>${this.#text.of('name')}</h2>${this.#sections.items.map(
      ({ value: { id, title, icon } }) =>
        html`<ui-row icon=${icon ?? 'settings'} ?selected=${id === shown} @click=${() => this.#show(id)}>${title}</ui-row>`,
    )}`;
  }

  #show(section: string) {
    void this.view.connect(WindowChannel).call('open', { view: 'settings.page', params: { section } });
  }
}
