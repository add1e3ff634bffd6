import { Slice, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { ContributedSections } from './contributed.ts';

/** One section of the settings. */
export class SettingsPage extends LitElement {
  static override styles = css`
    :host { display: block; overflow-y: auto; }
    view-outlet { display: contents; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #sections = new ContributedSections(this, () => this.view);

  override render() {
    const { section = '' } = (this.#params.value ?? {}) as { readonly section?: string };
    const shown = this.#sections.items.find(({ value }) => value.id === section)?.value;
    if (shown?.view === undefined) return nothing;
    return html`<view-outlet slotName="settings" view=${shown.view}></view-outlet>`;
  }
}
