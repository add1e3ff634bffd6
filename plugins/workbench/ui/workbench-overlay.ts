import type { Handle } from '@atelier/kernel';
import type { UiToasts } from '@atelier/kernel/kit';
import { type Layout, reopened, type ShownToast, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { type Preferences, WorkbenchChannel } from '../contract/index.ts';

/** Shows what is said in passing; and keeps what the person arranges, so that every window finds it. */
export class WorkbenchOverlay extends LitElement {
  @property({ attribute: false }) view!: ViewHost;

  #handles: Handle[] = [];
  #saved = '';

  override connectedCallback(): void {
    super.connectedCallback();
    const window = this.view.connect(WindowChannel);
    const workbench = this.view.connect(WorkbenchChannel);
    this.#handles = [
      window.on('toasted', toast => this.#show(toast)),
      window.on('layoutChanged', layout => this.#save(layout)),
      workbench.on('preferencesChanged', preferences => this.#apply(preferences)),
      workbench.on('showRequested', ({ view, params }) => void window.call('open', { view, ...(params !== undefined && { params }) })),
      workbench.on(reopened as 'preferencesChanged', () => void this.#read()),
    ];
    void this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  override render() {
    return html`<ui-toasts></ui-toasts>`;
  }

  #show({ id, from, text, kind, action }: ShownToast) {
    const said = from === undefined ? text : `${from}: ${text}`;
    const run = action && { label: action.title, run: () => void this.view.connect(WindowChannel).call('act', { toast: id }) };
    // What is said while the kit is still being loaded waits for it.
    void customElements.whenDefined('ui-toasts').then(() => {
      this.renderRoot.querySelector<UiToasts>('ui-toasts')?.add({ text: said, kind, ...(run !== undefined && { action: run }) });
    });
  }

  async #read() {
    this.#apply(await this.view.connect(WorkbenchChannel).call('readPreferences', {}));
  }

  /** The person's choices from the database; those of the layout only where a window has none of its own yet. */
  #apply(preferences: Preferences) {
    const { locale, appearance, contrast } = preferences;
    void this.view.connect(WindowChannel).call('context', {
      ...(locale !== undefined && { locale }),
      ...(appearance !== undefined && { appearance }),
      ...(contrast !== undefined && { contrast }),
    });
  }

  #save({ sidebarWidth, panelWidth, narrow, sidebar, panel, panelView }: Layout) {
    if (narrow) return;
    const change = { sidebar, panel, sidebarWidth, panelWidth, ...(panelView !== undefined && { panelView }) };
    const saved = JSON.stringify(change);
    if (saved === this.#saved) return;
    this.#saved = saved;
    void this.view.connect(WorkbenchChannel).call('savePreferences', change);
  }
}
