import type { Handle } from '@atelier/kernel';
import type { UiToasts } from '@atelier/kernel/kit';
import { type Layout, reopened, type ShownToast, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { type Preferences, WorkbenchChannel } from '../contract/index.ts';
import { asksForKeys } from './question-mark.ts';

/** How long a toast with an action is shown. */
const actionMs = 10_000;

/** Shows toasts; stores the window's layout as preferences, and applies them. */
export class WorkbenchOverlay extends LitElement {
  @property({ attribute: false }) view!: ViewHost;

  #handles: Handle[] = [];
  #saved = '';
  #toasts: UiToasts | null = null;

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
    addEventListener('keydown', this.#pressed, { capture: true });
    // Without a connection this fails; the preferences are read when it is back.
    void this.#start().catch(() => undefined);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#pressed, { capture: true });
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }

  override render() {
    return html`<ui-toasts></ui-toasts>`;
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (!asksForKeys(event)) return;
    event.preventDefault();
    void this.view.run('workbench.showKeys');
  };

  #show({ id, from, text, kind, action }: ShownToast) {
    const run = action && { label: action.title, run: () => void this.view.connect(WindowChannel).call('act', { toast: id }) };
    // Toasts wait until the kit is loaded.
    void customElements.whenDefined('ui-toasts').then(() => {
      // A dialog may have them now.
      this.#toasts ??= this.renderRoot.querySelector<UiToasts>('ui-toasts');
      this.#toasts?.add({
        text: from ? `${from}: ${text}` : text,
        kind,
        ...(run && { action: run, milliseconds: actionMs, key: JSON.stringify(action) }),
      });
    });
  }

  /** A window without a layout of its own starts with the stored one. */
  async #start() {
    const window = this.view.connect(WindowChannel);
    const [{ arranged }, preferences] = await Promise.all([window.call('layout', {}), this.#read()]);
    await this.#openLast(preferences);
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

  /** Opens the last conversation in a new window, but not after a reload or with an address. */
  async #openLast({ start }: Preferences) {
    const isStarted = this.view.state.get() === true;
    this.view.state.set(true);
    if (start === 'last' && !isStarted && location.hash === '') await this.view.run('conversations.openLast').catch(() => undefined);
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

  /** After a failure the next change saves again; the browser stores the layout, too. */
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
