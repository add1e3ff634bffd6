import type { Handle } from '@atelier/kernel';
import type { UiToasts } from '@atelier/kernel/kit';
import { type Layout, reopened, type ShownToast, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { type Preferences, WorkbenchChannel } from '../contract/index.ts';

/** As long as what can be undone stays so. */
const offerMs = 10_000;

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
      workbench.on(reopened as 'preferencesChanged', () => void this.#read().catch(() => undefined)),
    ];
    // Without a connection there is nothing to begin with; it is read when there is one again.
    void this.#begin().catch(() => undefined);
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
      this.renderRoot
        .querySelector<UiToasts>('ui-toasts')
        ?.add({ text: said, kind, ...(run !== undefined && { action: run, milliseconds: offerMs }) });
    });
  }

  /** A browser that is new here begins with what the person arranged last, wherever that was. */
  async #begin() {
    const window = this.view.connect(WindowChannel);
    const [{ arranged }, preferences] = await Promise.all([window.call('layout', {}), this.#read()]);
    await this.#continue(preferences);
    const { sidebar, panel, sidebarWidth, panelWidth, panelView } = preferences;
    if (arranged || sidebarWidth === undefined) return;
    await window.call('arrange', {
      sidebarWidth,
      ...(sidebar !== undefined && { sidebar }),
      ...(panel !== undefined && { panel }),
      ...(panelWidth !== undefined && { panelWidth }),
      ...(panelView !== undefined && { panelView }),
    });
  }

  /** A window that is opened, and not one that is loaded again or was given an address, goes on where the person was. */
  async #continue({ start }: Preferences) {
    const isBegun = this.view.state.get() === true;
    this.view.state.set(true);
    if (start === 'last' && !isBegun && location.hash === '') await this.view.run('conversations.openLast').catch(() => undefined);
  }

  async #read() {
    const preferences = await this.view.connect(WorkbenchChannel).call('readPreferences', {});
    this.#apply(preferences);
    return preferences;
  }

  #apply(preferences: Preferences) {
    const { appearance = 'system', contrast = 'system', size = 100 } = preferences;
    void this.view.connect(WindowChannel).call('context', { appearance, contrast, size });
  }

  /** What cannot be kept now is kept with the next change; the browser has it meanwhile. */
  #save({ sidebarWidth, panelWidth, narrow, arranged, connection, sidebar, panel, panelView }: Layout) {
    if (narrow || !arranged || connection !== 'open') return;
    const change = { sidebar, panel, sidebarWidth, panelWidth, ...(panelView !== undefined && { panelView }) };
    const saved = JSON.stringify(change);
    if (saved === this.#saved) return;
    this.#saved = saved;
    void this.view
      .connect(WorkbenchChannel)
      .call('savePreferences', change)
      .catch(() => {
        this.#saved = '';
      });
  }
}
